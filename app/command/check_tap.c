// SPDX-License-Identifier: MIT

#include "command/check_rows.h"

// In double quotes, as YAML has them.
static void quote(const char *text, FILE *file)
{
    putc('"', file);
    for (; *text; text++) {
        unsigned char c = (unsigned char) *text;

        if (c == '"' || c == '\\')
            putc('\\', file);
        if (c < 0x20)
            fprintf(file, "\\x%02x", c);
        else
            putc(c, file);
    }
    putc('"', file);
}

static void say_failure(const struct golden_row *row, FILE *file)
{
    fprintf(file, "  ---\n  status: %s\n  message: ", golden_status_name(row->status));
    quote(row->cause, file);
    fprintf(file, "\n");
    if (row->golden && row->golden->driver[0]) {
        fprintf(file, "  blessed_on: ");
        quote(row->golden->driver, file);
        fprintf(file, "\n");
    }
    fprintf(file, "  ...\n");
}

// What would be read as a directive in a name, a '#', is not in any: they are made of
// letters, digits, '_' and '-', or come from a record that is invalid.
static void say_name(const char *name, FILE *file)
{
    for (; *name; name++)
        putc((unsigned char) *name < 0x20 || *name == '#' || *name == '\\' ? '?' : *name,
             file);
}

void check_rows_tap(const struct check_rows *rows, FILE *file)
{
    fprintf(file, "TAP version 14\n1..%d\n", rows->count);
    fprintf(file, "# %s\n", rows->set->key[0] ? rows->set->key : "no device");
    for (int i = 0; i < rows->count; i++) {
        const struct golden_row *row = &rows->rows[i];

        fprintf(file, "%s %d - ", row->status == GOLDEN_MATCH ? "ok" : "not ok", i + 1);
        say_name(row->name, file);
        fprintf(file, "\n");
        if (row->status != GOLDEN_MATCH)
            say_failure(row, file);
    }
}

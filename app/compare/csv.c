// SPDX-License-Identifier: MIT
//
// RFC 4180: every field between quotes, a quote within doubled, lines end in CR LF. A
// field that a spreadsheet would take for a formula, since it begins with = + - @, a tab
// or a carriage return, gets an apostrophe before it ("CSV injection", OWASP); one that
// is "-" alone, as cells are that were not asked, does not.

#include "base/log.h"
#include "compare/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void field(FILE *file, const char *text, const char *end)
{
    fputc('"', file);
    if (text[0] && strchr("=+-@\t\r", text[0]) && strcmp(text, "-") != 0)
        fputc('\'', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fprintf(file, "\"%s", end);
}

char *report_compare_csv(const struct report_compare *compare, size_t *size)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, size);
    bool ok = file;

    if (file) {
        fprintf(file, "\"section\",\"name\",\"weight\",\"answers\",\"words\"");
        for (int i = 0; i < compare->count; i++) {
            char name[sizeof compare->labels[i].name + 16];

            snprintf(name, sizeof name, "%s%s", compare->labels[i].name,
                     compare->labels[i].incomplete ? " (incomplete)" : "");
            fputc(',', file);
            field(file, name, "");
        }
        fprintf(file, "\r\n");
        for (int i = 0; i < compare->row_count; i++) {
            const struct report_compare_row *row = &compare->rows[i];

            field(file, row->section, ",");
            field(file, row->name, ",");
            fprintf(file, "\"%d\",\"%d\",", row->weight, row->groups);
            field(file, row->words, "");
            for (int j = 0; j < compare->count; j++) {
                fputc(',', file);
                field(file, row->cells[j].text, "");
            }
            fprintf(file, "\r\n");
        }
        ok = !ferror(file);
        ok = !fclose(file) && ok;
    }
    if (ok)
        return text;
    log_error("no memory for the CSV of %d reports", compare->count);
    free(text);
    return NULL;
}

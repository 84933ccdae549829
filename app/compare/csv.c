// SPDX-License-Identifier: MIT
//
// How it works: by RFC 4180, every field is between quotes, a quote within is doubled,
// and lines end in CR LF. A spreadsheet takes a field that begins with = + - @, a tab
// or a carriage return for a formula ("CSV injection", OWASP), so an apostrophe
// precedes it. A field that is only "-", the cell of a side that did not measure the
// row, gets none.

#include "compare/compare.h"

#include <string.h>

static void csv_field(FILE *file, const char *text, const char *more)
{
    fputc('"', file);
    if (text[0] && strchr("=+-@\t\r", text[0]) && strcmp(text, "-") != 0)
        fputc('\'', file);
    for (; *text; text++)
        fprintf(file, *text == '"' ? "\"\"" : "%c", *text);
    fprintf(file, "%s\"", more);
}

static void csv_row(FILE *file, const struct compare_row *row, int sides)
{
    csv_field(file, row->section, "");
    fputc(',', file);
    csv_field(file, row->name, "");
    fprintf(file, ",\"%d\",\"%d\",", row->weight, row->groups);
    csv_field(file, row->words, "");
    for (int i = 0; i < sides; i++) {
        fputc(',', file);
        csv_field(file, row->cells[i].text, "");
    }
    fprintf(file, "\r\n");
}

void compare_csv(const struct compare *compare, FILE *file)
{
    fprintf(file, "\"section\",\"name\",\"weight\",\"answers\",\"words\"");
    for (int i = 0; i < compare->count; i++) {
        fputc(',', file);
        csv_field(file, compare->labels[i].name,
                  compare->labels[i].incomplete ? " (incomplete)" : "");
    }
    fprintf(file, "\r\n");
    for (int i = 0; i < compare->row_count; i++)
        csv_row(file, &compare->rows[i], compare->count);
}

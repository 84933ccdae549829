// SPDX-License-Identifier: MIT
//
// How it works: by RFC 4180, every field is between quotes, a quote within is doubled,
// and lines end in CR LF. A spreadsheet takes a field that begins with = + - @, a tab
// or a carriage return for a formula ("CSV injection", OWASP), so an apostrophe
// precedes it. A field that is only "-" gets none.

#include "view/write.h"

#include <string.h>

static void csv_field(FILE *file, const char *text, bool last)
{
    fputc('"', file);
    if (text[0] && strchr("=+-@\t\r", text[0]) && strcmp(text, "-") != 0)
        fputc('\'', file);
    for (; *text; text++)
        fprintf(file, *text == '"' ? "\"\"" : "%c", *text);
    fputs(last ? "\"\r\n" : "\",", file);
}

void view_csv(const struct view_section *table, FILE *file)
{
    const int count = table->column_count;

    for (int i = 0; i < count; i++)
        csv_field(file, table->columns[i].heading, i + 1 == count);
    for (const struct view_row *row = table->rows; row < table->rows + table->row_count;
         row++)
        for (int i = 0; i < count && !row->part; i++)
            csv_field(file, row->cells[i].text, i + 1 == count);
}

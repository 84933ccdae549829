// SPDX-License-Identifier: MIT
//
// A page of text, 80 columns wide unless it says otherwise: colours, names, and what
// stands behind them, wrapped. Control characters, which a report from elsewhere may
// contain, are never printed.

#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "base/log.h"

#include <stdbool.h>
#include <stdio.h>

#define REPORT_PAGE_COLUMNS 80
#define REPORT_PAGE_INDENT  12 // of what stands behind a name

enum report_page_ink {
    REPORT_PAGE_PLAIN,
    REPORT_PAGE_BOLD,
    REPORT_PAGE_DIM,
    REPORT_PAGE_GOOD,
    REPORT_PAGE_BAD,
};

struct report_page {
    FILE *file;
    bool colour;
    int columns; // 0: REPORT_PAGE_COLUMNS
};

// How wide its lines are.
int report_page_width(const struct report_page *page);

// From here on, where there is colour.
void report_page_ink(const struct report_page *page, enum report_page_ink ink);

// A cell of a table: a string in one ink, cut to width - 1 columns and filled to `width`;
// a negative width is that of the last cell of a row, which is cut to -width and not
// filled.
void report_page_cell(const struct report_page *page, enum report_page_ink ink, int width,
                      const char *text);

// Columns that a string takes.
int report_page_columns(const char *text);

// A string from column `column` on, broken at blanks, and within words that are longer
// than a line, and a line feed. Lines but the first are indented, lines but the last end
// in `joint`.
void report_page_wrap(const struct report_page *page, int column, int indent,
                      const char *text, const char *joint);

// Prints lines, each wrapped at the width of the page. A continuation is indented to the
// last column of its line, which is the text behind two blanks or more.
void report_page_lines(const struct report_page *page, const char *text);

// A column of a row: where it starts, and what is left of its text.
struct report_page_column {
    int start, width;
    enum report_page_ink ink;
    const char *text;
};

// Columns beside each other, each wrapped in its own width; their texts are used up.
void report_page_row(const struct report_page *page, struct report_page_column *columns,
                     int count);

// A name and what stands behind it; nothing if that is "".
void report_page_named(const struct report_page *page, const char *name,
                       const char *text);

// The same as printf.
void report_page_told(const struct report_page *page, const char *name,
                      const char *format, ...) LOG_PRINTF(3, 4);

// The same; what does not fit on a line is parted behind its first semicolon, so that no
// word of the second clause stands alone.
void report_page_named_clauses(const struct report_page *page, const char *name,
                               const char *text);

#endif // REPORT_PAGE_H

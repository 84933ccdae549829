// SPDX-License-Identifier: MIT
//
// The writer of a view for a sheet: paragraphs, chapters, and tables. It knows no
// topic.

#ifndef SHEET_TABLE_H
#define SHEET_TABLE_H

#include "sheet/ink.h"
#include "view/view.h"

// How the cells of a table show their tones: by bold letters and by colour; by a bar
// left of the row, as its first cell has it; or by a background.
enum table_tones { TABLE_LETTERS, TABLE_BARS, TABLE_FILLS };

struct table_look {
    enum table_tones tones;
    enum ink_align align; // of the columns that are no labels
    double size;          // of letters; 0: 14
    double line;          // the least height of a row
    int lines;            // the most lines of a text; 0: one, which shrinks
    bool rules;           // between rows
    bool brief;           // leaves out what a brief text leaves out
};

// Draws a table from the top of the box down. A label takes its minimum of columns, the
// others share the rest. Returns the lower edge.
double table_draw(cairo_t *cairo, struct ink_box box, const struct view_section *table,
                  struct table_look look);

// Draws the sections of a view from `first` on, below each other. Names of paragraphs
// have a column of their own. Returns the lower edge.
double table_sections(cairo_t *cairo, struct ink_box box, const struct view *view,
                      int first, struct table_look look);

#endif // SHEET_TABLE_H

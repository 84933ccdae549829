// SPDX-License-Identifier: MIT
//
// A view is a list of sections: chapters, paragraphs, and tables. Builders make
// it from reports and decide what is said, what is merged, and in which order. Writers
// (write.h) print it as text, Markdown, HTML, or CSV, and know no topic. The view owns
// its strings, which hold no control character: view_words() replaces them.

#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "base/log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// What the reader should see in a text. From VIEW_OTHER on: the second, third, ...
// finding of a row whose first finding is plain.
enum view_tone {
    VIEW_PLAIN,
    VIEW_STRONG,
    VIEW_SOFT,
    VIEW_GOOD,
    VIEW_BAD,
    VIEW_OTHER,
};

// Where something is shown: everywhere; not in a brief text, and folded in lists of HTML;
// in a brief text only; or in HTML only.
enum view_depth { VIEW_ALWAYS, VIEW_FULL, VIEW_BRIEF, VIEW_PAGE };

struct view_cell {
    const char *text; // "": empty
    const char *note; // a shorter text for a narrow column; in a column with a key, one
                      // character, "2"; NULL: there is none
    enum view_tone tone;
};

struct view_column {
    const char *heading; // "": none
    const char *key;     // stands for the heading where notes stand for the texts, "A";
                         // NULL: there is none
    int minimum, usual;  // columns of a terminal, with the gap that follows: the fewest,
                         // and those that it takes where there is room
    bool label;          // names the row; a narrow page gives the labels their own line
    enum view_depth depth;
};

struct view_row {
    const char *part; // the heading of the rows that follow; NULL: a row of cells
    enum view_depth depth;
    struct view_cell *cells; // [column_count]; NULL for the heading of a part
};

// A grid has aligned columns. A list has "name: text". A record has a key, a title, a
// kind and a text on one line, and its further columns below.
enum view_layout { VIEW_GRID, VIEW_LIST, VIEW_RECORDS };

// A figure is drawn by its builder, in HTML only.
enum view_kind { VIEW_CHAPTER, VIEW_PARAGRAPH, VIEW_TABLE, VIEW_FIGURE };

struct view_section {
    enum view_kind kind;
    enum view_depth depth;
    bool gap;         // a text has an empty line before it; and prints it, if it is a
                      // chapter
    const char *name; // the title of a chapter, the name of a paragraph, or the heading
                      // of a table; "": none
    const char *text; // of a paragraph; a sentence about a chapter or a table
    enum view_tone tone;
    bool code; // of a paragraph: a command that can be copied

    void (*figure)(const void *context, FILE *file);
    const void *context; // of the figure, the caller's

    enum view_layout layout;
    bool folded;                 // HTML shows the titles of the parts, which open
    struct view_column *columns; // [column_count]
    int column_count;
    struct view_row *rows; // [row_count]
    int row_count, row_room;
};

// The blocks that hold the strings and the arrays of a view.
struct view_block;

struct view {
    const char *title;             // of Markdown and HTML
    const char *capture;           // the hash of the capture that the view shows, or NULL
    struct view_section *sections; // [count], owned
    int count, room;
    struct view_block *blocks; // owned
};

// Accepts a zeroed struct and leaves one.
void view_finish(struct view *view);

// Returns a string of the view, as printf would write it, without control characters.
const char *view_words(struct view *view, const char *format, ...) LOG_PRINTF(2, 3);

// Add a section at the end. What they return is valid until the next section is added;
// strings are copied. The columns of a table are copied with their strings.
struct view_section *view_chapter(struct view *view, const char *title);
struct view_section *view_paragraph(struct view *view, enum view_tone tone,
                                    const char *text);
struct view_section *view_table(struct view *view, const char *heading,
                                const struct view_column *columns, int count);

// Adds a paragraph with a name, "device", unless the text is "". Returns NULL then.
struct view_section *view_named(struct view *view, const char *name, const char *text);

// The same, with the text that printf would write.
struct view_section *view_fact(struct view *view, const char *name, const char *format,
                               ...) LOG_PRINTF(3, 4);

struct view_section *view_figure(struct view *view,
                                 void (*figure)(const void *context, FILE *file),
                                 const void *context);

// Moves the sections from index `from` on before that at index `to`.
void view_move(struct view *view, int from, int to);

// Returns the last section.
struct view_section *view_last(struct view *view);

// Add a row, or the heading of a part, to the last section, a table. The row's cells are
// empty. Valid until the next row is added.
struct view_row *view_add_row(struct view *view);
struct view_row *view_add_part(struct view *view, const char *title);

// Sets the text of a cell of the last row.
struct view_cell *view_set(struct view *view, int column, enum view_tone tone,
                           const char *text);

// Returns the number of rows of cells of the part that begins at row `first`; in a brief
// text, if `brief`.
int view_part_rows(const struct view_section *table, int first, bool brief);

// Returns true if a section, a column, or a row of this depth is shown.
bool view_is_shown(enum view_depth depth, bool brief);

#endif // VIEW_VIEW_H

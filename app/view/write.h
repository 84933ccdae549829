// SPDX-License-Identifier: MIT
//
// The writers of a view, which know no topic. The caller checks the file for errors.

#ifndef VIEW_WRITE_H
#define VIEW_WRITE_H

#include "view/view.h"

#include <stdio.h>

#define VIEW_COLUMNS 80
#define VIEW_INDENT  12 // of the text behind the name of a paragraph

// A page of text. Control characters are never printed.
struct view_page {
    FILE *file;
    bool colour;
    int columns; // 0: VIEW_COLUMNS
    bool all;    // the full text; otherwise the brief one
};

// Writes text, wrapped to the page.
void view_text(const struct view *view, const struct view_page *page);

// Writes GitHub's Markdown, with every special character escaped.
void view_markdown(const struct view *view, FILE *file);

// Writes one self-contained page: no script, no network, its pictures within.
void view_html(const struct view *view, FILE *file);

// The contents of base.css and page.css, for the screen and for paper.
extern const char view_style[];

// Writes one table as CSV by RFC 4180: a line of headings, then a line for each row.
void view_csv(const struct view_section *table, FILE *file);

// ---- page.c: lines of text, for help and messages too ----

// Returns the width of the page.
int view_page_width(const struct view_page *page);

// Returns the bytes of the character at `text`. A control character counts as one.
int view_page_character(const char *text);

// Returns the columns that a string takes.
int view_page_columns(const char *text);

// Switches to the colour of a tone, on a page with colours.
void view_page_tone(const struct view_page *page, enum view_tone tone);

// Writes a string from column `column` on, and a line feed. Breaks lines at blanks, and
// within words that are longer than a line. Indents the further lines; each line but the
// last ends in `joint`.
void view_page_wrap(const struct view_page *page, int column, int indent,
                    const char *text, const char *joint);

// Writes lines, each wrapped to the page. Indents a further line to the last column of
// its first line, which is the text behind two blanks or more.
void view_page_lines(const struct view_page *page, const char *text);

#endif // VIEW_WRITE_H

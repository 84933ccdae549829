// SPDX-License-Identifier: MIT
//
// The pages of the sheet, each of its kind (module.h). A page is made of text, tables
// (table.h), and pictures and plots (plots.h).

#ifndef SHEET_PAGES_H
#define SHEET_PAGES_H

#include "sheet/ink.h"
#include "sheet/sheet.h"

// Draw a page. Return the lower edge of its contents.
double page_verdict(cairo_t *cairo, const void *shown);
double page_personality(cairo_t *cairo, const void *shown);
double page_sweep(cairo_t *cairo, const void *shown);
double page_ops(cairo_t *cairo, const void *shown);
double page_compare(cairo_t *cairo, const void *shown);
double page_delta(cairo_t *cairo, const void *shown);
double page_overlay(cairo_t *cairo, const void *shown);
double page_shade(cairo_t *cairo, const void *shown);

struct sheet_of_report;

// Draws the title of a page of a report, the device, and its badge. A long title takes
// two lines and moves the rest down; the header has room for that.
void page_header(cairo_t *cairo, const struct sheet_of_report *of, const char *title,
                 double size);

// The box of the header, and the room at its right for the main word of the page.
#define PAGE_HEADER ((struct ink_box){ INK_MARGIN, 34, INK_INSIDE, 132 })
#define PAGE_FIGURE 480

#endif // SHEET_PAGES_H

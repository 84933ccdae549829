// SPDX-License-Identifier: MIT
//
// The page of a sweep: its panels, each drawn into a box, and the whole of it as pixels
// and as an SVG.

#ifndef SWEEP_PAGE_H
#define SWEEP_PAGE_H

#include "sheet/ink.h"
#include "sheet/sheet.h"

// The members of struct sheet_module.
bool sweep_paint(const struct sweep *sweep, const struct figures *figures,
                 uint32_t *words);
char *sweep_svg(const struct sweep *sweep, const struct figures *figures, size_t *length);

// Signed error against the operand, a column a binade: the range, the mean, and the
// limits.
void sweep_page_errors(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                       const struct figures *figures);

// How many results have which error; both scales grow by powers.
void sweep_page_histogram(cairo_t *cairo, struct ink_box box,
                          const struct figures *figures);

// What the figures say in words.
void sweep_page_words(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                      const struct figures *figures);

// A scale of signed errors: linear within an ulp, then a step a power of two.
double sweep_page_scale(double error);

// Errors that it is marked at, outwards, and their names; `most` in [0, oo) on the scale,
// and how many of them there are.
#define SWEEP_PAGE_TICKS 8
struct sweep_page_tick {
    double error;
    char name[16];
};
int sweep_page_ticks(double most, struct sweep_page_tick ticks[SWEEP_PAGE_TICKS]);

// "2" with the digits of `power` above the line.
void sweep_page_power(int power, char *text, size_t size);

#endif // SWEEP_PAGE_H

// SPDX-License-Identifier: MIT
//
// The sheet that compares reports: the sides with their pictures, the stripes that
// differ most, the figures of Tom Olson's second article, and the rows.

#include "compare/table.h"

#include "base/memory.h"
#include "sheet/module.h"
#include "sheet/pages.h"
#include "sheet/plots.h"
#include "sheet/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 520 // height of a picture

// ---- the sides ----
//
// How it works: a grid. In each row, the words of all sides are drawn first. The
// pictures begin below the longest words, so that the stripes of neighbours are at the
// same height. The difference of two sides takes the place of a third side.

struct grid {
    const struct compare *compare;
    const struct compare_set *set; // NULL: no side has a picture
    int columns;
    double step; // from a column to the next
    double room; // for a picture
};

// The rows are as even as possible: 5 as 3 and 2, 7 as 4 and 3, 20 as four rows of 5.
static struct grid grid_of(const struct compare *compare, const struct compare_set *set)
{
    const int cells = compare->count == 2 ? 3 : compare->count;
    int columns = cells;

    if (cells > 4)
        for (int rows = 2; (columns = (cells + rows - 1) / rows) > 5; rows++)
            ;
    // The stripe numbers of a picture need room between it and its neighbour.
    const int gap = columns > 3 ? 16 : 2;
    const double step = floor((INK_INSIDE + gap) / (double) columns);
    return (struct grid){ compare, set, columns, step, step - gap - PICTURE_AXIS };
}

// Writes the main word of a verdict: its pattern, or its rounding if it has no pattern,
// or its status.
static void compare_main_word(const struct verdict *verdict, char *word, size_t size)
{
    if (verdict->status == STATUS_OK && verdict->pattern == PATTERN_NONE)
        verdict_adder(verdict, word, size);
    else
        snprintf(word, size, "%s",
                 verdict->pattern != PATTERN_NONE ? pattern_name(verdict->pattern)
                                                  : status_name(verdict->status));
}

static void draw_letter(cairo_t *cairo, double x, double y, int side)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, x + 14, y + 14, 13, 0, INK_TAU);
    ink_tone(cairo, INK_TEXT);
    cairo_set_line_width(cairo, 1.6);
    cairo_stroke(cairo);
    ink_textf(cairo, x - 6, y + 4, 40,
              (struct ink_style){ .size = 16, .bold = true, .align = INK_CENTRE }, "%c",
              compare_letter(side));
}

// Draws the words of a side. Returns their lower edge.
static double side_words(cairo_t *cairo, struct ink_box box,
                         const struct compare *compare, int side)
{
    const struct compare_label *label = &compare->labels[side];
    const struct ink_style muted = { .size = 14, .tone = INK_MUTED, .lines = 9 };
    const struct ink_style plain = { .size = 16, .lines = 8 };
    const struct ink_style strong = { .size = 16, .bold = true, .lines = 3 };
    double y = box.y + 2;
    char word[FOREIGN_NAME];

    compare_main_word(&compare->sides[side]->report.headline, word, sizeof word);
    draw_letter(cairo, box.x, box.y, side);
    y += 6 + ink_text(cairo, box.x + 38, y, box.width - 38,
                      (struct ink_style){
                          .size = 19, .bold = true, .lines = 4, .shrinks = true },
                      label->name);
    y += 8 + ink_text(cairo, box.x, y, box.width, muted, label->device);
    ink_text(cairo, box.x, y - 4, box.width - 140,
             (struct ink_style){ .size = 30, .bold = true, .shrinks = true }, word);
    ink_badge(cairo, box.x + box.width, y, label->kind);
    return ink_lines(
        cairo, (struct ink_box){ box.x, y + 40, box.width, 0 },
        (const struct ink_words[]){
            { label->verdict, 0, plain },
            { label->incomplete ? "The report is incomplete" : NULL, 4, strong } },
        2);
}

static struct picture compare_sheet_picture(const struct compare_picture *picture,
                                            const uint8_t *mask)
{
    return (struct picture){ .width = picture->width,
                             .height = picture->height,
                             .bands = picture->bands,
                             .grey = picture->grey,
                             .mask = mask };
}

// Returns the size of a picture in a cell of the grid.
static struct ink_box size_in(const struct grid *grid,
                              const struct compare_picture *picture)
{
    const double tall = grid->columns > 3 ? fmin(floor(grid->room * 1.02), MOST) : MOST;
    const struct picture of = compare_sheet_picture(picture, NULL);

    return picture_size(&of, (struct ink_box){ 0, 0, grid->room, tall }, 32);
}

// Returns the earlier side with the same pixels, or -1.
static int twin_of(const struct compare_set *set, int side)
{
    for (int i = 0; i < side; i++)
        if (set->pictures[side].group >= 0 &&
            set->pictures[i].group == set->pictures[side].group)
            return i;
    return -1;
}

// Draws a picture with its axes; stripe 0 is on the lower edge of the cell.
static struct ink_box draw_picture(cairo_t *cairo, struct ink_box cell,
                                   const struct grid *grid,
                                   const struct compare_picture *picture,
                                   const uint8_t *mask, const char *words)
{
    const struct picture of = compare_sheet_picture(picture, mask);
    struct ink_box box = size_in(grid, picture);

    box.x = cell.x;
    box.y = cell.y + cell.height - box.height;
    picture_draw(cairo, box, &of);
    picture_stripes(cairo, box, picture->bands,
                    !mask && picture->result ? picture->result->verdict.fraction_bits - 1
                                             : -1);
    picture_ends(cairo, box, "x = 1", words, "x = 0");
    return box;
}

static void draw_side(cairo_t *cairo, struct ink_box cell, const struct grid *grid,
                      int side)
{
    const struct compare_picture *picture = grid->set ? &grid->set->pictures[side] : NULL;
    char words[40] = "";
    int twin;

    if (!picture || !picture->grey) {
        picture_missing(cairo, cell, "no picture");
        return;
    }
    twin = twin_of(grid->set, side);
    if (twin >= 0)
        snprintf(words, sizeof words, "the same pixels as %c", compare_letter(twin));
    draw_picture(cairo, cell, grid, picture, NULL, words);
}

static void draw_difference(cairo_t *cairo, struct ink_box cell, const struct grid *grid)
{
    const struct compare_picture *pictures = grid->set ? grid->set->pictures : NULL;
    const bool both = pictures && pictures[0].grey && pictures[1].grey;

    if (!both || pictures[0].width != pictures[1].width ||
        pictures[0].height != pictures[1].height) {
        picture_missing(cairo, cell,
                        both ? "the pictures have different sizes"
                             : "nothing to compare");
        return;
    }
    const long pixels = (long) pictures->width * pictures->height;
    uint8_t *mask = memory_new((size_t) pixels, sizeof *mask);
    const long count = compare_mask(grid->compare, grid->set, mask);
    const struct ink_box box =
        draw_picture(cairo, cell, grid, pictures, mask, "dark where they differ");

    free(mask);
    ink_text(cairo, box.x, box.y - 92, grid->room, INK_TITLE, "Where they differ");
    ink_textf(cairo, box.x, box.y - 70, grid->room,
              (struct ink_style){ .size = 34, .bold = true, .shrinks = true },
              count ? "%ld pixels" : "no pixel", count);
    ink_textf(cairo, box.x, box.y - 27, grid->room, INK_NOTE, "of %ld", pixels);
}

// Draws a row of the grid: sides [first, end).
static double draw_grid_row(cairo_t *cairo, double y, const struct grid *grid, int first,
                            int end)
{
    const struct compare *compare = grid->compare;
    const double left = INK_MARGIN + PICTURE_AXIS;
    struct ink_box cell = { 0, y, grid->room, 60 };
    double below = 0;

    for (int i = first; i < end; i++) {
        const struct ink_box box = { left + (i - first) * grid->step, y, grid->room, 0 };

        cell.y = fmax(cell.y, side_words(cairo, box, compare, i));
        if (grid->set && grid->set->pictures[i].grey)
            cell.height =
                fmax(cell.height, size_in(grid, &grid->set->pictures[i]).height);
    }
    cell.y += 16;
    for (int i = first; i < end; i++) {
        const char *twins = compare->labels[i].twins;

        cell.x = left + (i - first) * grid->step;
        draw_side(cairo, cell, grid, i);
        if (twins[0])
            below = fmax(
                below,
                ink_textf(cairo, cell.x, cell.y + cell.height + 28, grid->room,
                          (struct ink_style){ .size = 14, .tone = INK_MUTED, .lines = 8 },
                          "behaves like %s", twins));
    }
    cell.x = left + 2 * grid->step;
    if (compare->count == 2)
        draw_difference(cairo, cell, grid);
    return cell.y + cell.height + 52 + below;
}

static double draw_sides(cairo_t *cairo, double y, const struct grid *grid)
{
    const int count = grid->compare->count;

    for (int first = 0; first < count; first += grid->columns) {
        ink_rule(cairo, y);
        y = draw_grid_row(cairo, y + 16, grid, first,
                          (int) fmin(first + grid->columns, count));
    }
    return y;
}

// ---- the figures ----

// Returns the curve with the values of a picture, or the number of curves.
static int find_curve(const struct plots_figures *figures,
                      const struct sheet_pictures *box_2)
{
    const size_t count = (size_t) box_2->width * (size_t) box_2->bands;

    for (int i = 0; i < figures->count; i++) {
        const struct plots_curve *curve = &figures->curves[i];

        if (curve->picture->width == box_2->width &&
            curve->picture->bands == box_2->bands &&
            !memcmp(curve->values, box_2->values, count * sizeof *box_2->values))
            return i;
    }
    return figures->count;
}

// The sides whose pictures of box 2 are equal share a curve.
struct curves {
    struct plots_figures figures;
    struct picture pictures[PLOTS_CURVES];
    char names[PLOTS_CURVES][80];
};

static void find_curves(const struct sheet_of_compare *of, struct curves *curves)
{
    struct plots_figures *figures = &curves->figures;
    int of_side[COMPARE_SIDES];

    *curves = (struct curves){ .figures.fraction_bits = -1 };
    for (int i = 0; of->box_2 && i < of->compare->count; i++) {
        const struct sheet_pictures *box_2 = &of->box_2[i];
        const int at = box_2->result ? find_curve(figures, box_2) : -1;

        of_side[i] = at < PLOTS_CURVES ? at : -1;
        if (of_side[i] < 0)
            continue;
        figures->fraction_bits =
            (int) fmax(figures->fraction_bits, box_2->result->verdict.fraction_bits);
        if (at < figures->count)
            continue;
        curves->pictures[at] =
            (struct picture){ box_2->width, box_2->height, box_2->bands,
                              box_2->got,   NULL,          false };
        figures->curves[figures->count++] =
            (struct plots_curve){ curves->names[at], &curves->pictures[at],
                                  box_2->values };
    }
    for (int i = 0; i < figures->count; i++)
        compare_letters(of_side, of->compare->count, i, curves->names[i],
                        sizeof curves->names[i]);
}

// Draws figures 3 to 5 of the article, with the first picture of box 2.
static double compare_figures(cairo_t *cairo, double y, const struct sheet_of_compare *of)
{
    const double step = floor((INK_INSIDE + 33) / 3.0), side = step - 33 - PICTURE_AXIS;
    struct curves curves;

    find_curves(of, &curves);
    if (curves.figures.fraction_bits < 0)
        return y;
    y = ink_heading(cairo, y, "What is left of x: box 2 of Tom Olson's second article");
    const struct ink_box room = { INK_MARGIN + PICTURE_AXIS, y + 28, side, 260 };
    const struct ink_box box = picture_size(&curves.pictures[0], room, 32);
    const struct ink_box plots = { room.x + step, y, side, 288 };

    ink_textf(cairo, box.x, y, side, INK_TITLE, "(2^B + x) - 2^B, drawn by %s",
              curves.names[0]);
    plots_box_2(cairo, box, &curves.pictures[0], curves.figures.fraction_bits);
    return plots_figures(cairo, plots, step, &curves.figures) + 16;
}

// ---- the page ----

// Returns the first set in which sides differ; otherwise the first that can be drawn;
// NULL if there is none.
static const struct compare_set *set_of(const struct compare *compare)
{
    const struct compare_set *best = NULL;

    for (int i = 0; i < compare->set_count; i++) {
        const struct compare_set *set = &compare->sets[i];

        for (int group = 1; group < compare->count; group++)
            if (compare_picture_of(compare, set, group))
                return set;
        if (!best && compare_picture_of(compare, set, 0))
            best = set;
    }
    return best;
}

// Draws the page's title and, large at the right, the number of rows that differ.
static double compare_header(cairo_t *cairo, double y, const struct sheet_of_compare *of,
                             const struct compare_set *set)
{
    const struct compare *compare = of->compare;
    const double left = INK_INSIDE - 430;
    char text[200], figure[16], meaning[40];

    if (compare->count == 2)
        snprintf(text, sizeof text, "%s  against  %s", compare->labels[0].name,
                 compare->labels[1].name);
    else
        snprintf(text, sizeof text, "%d devices side by side", compare->count);
    const struct ink_words lines[] = {
        { text,
          0,
          { .size = compare->count > 2 ? 38 : 31,
            .bold = true,
            .lines = 3,
            .shrinks = true } },
        { compare->sentence, 8, { .size = 20, .lines = 3, .shrinks = true } },
        { set ? set->name : NULL, 6, { .size = 18, .lines = 2 } },
        { set && set->words[0] ? set->words : NULL,
          4,
          { .size = 17, .tone = INK_MUTED, .lines = 3 } },
    };
    const double below =
        ink_lines(cairo, (struct ink_box){ INK_MARGIN, y, left, 0 }, lines, 4);

    snprintf(figure, sizeof figure, "%d", compare->differing);
    snprintf(meaning, sizeof meaning, "of %d rows differ", of->shared);
    ink_figure(cairo, (struct ink_box){ INK_MARGIN + left + 20, y - 12, 410, 0 }, figure,
               meaning);
    return fmax(below, y + 92) + 20;
}

// Draws the rows that differ, as a brief text has them.
static double compare_draw_rows(cairo_t *cairo, double y, const struct view *view)
{
    const struct table_look look = {
        .tones = TABLE_FILLS, .size = 15, .lines = 6, .rules = true, .brief = true
    };
    int first = 0;

    while (first < view->count && view->sections[first].kind != VIEW_CHAPTER)
        first++;
    return table_sections(cairo, (struct ink_box){ INK_MARGIN, y, INK_INSIDE, 0 }, view,
                          first, look);
}

double page_compare(cairo_t *cairo, const void *shown)
{
    const struct sheet_of_compare *of = shown;
    const struct grid grid = grid_of(of->compare, set_of(of->compare));
    double y = compare_header(cairo, 34, of, grid.set);

    y = draw_sides(cairo, y, &grid);
    y = plots_strips(cairo, y, of->compare, grid.set);
    y = compare_figures(cairo, y, of);
    return compare_draw_rows(cairo, y, of->view);
}

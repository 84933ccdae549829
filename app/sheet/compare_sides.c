// SPDX-License-Identifier: MIT
//
// How it works: a grid. In each row, the words of all sides are drawn first. The
// pictures begin below the longest words, so that the stripes of neighbours are at the
// same height. The difference of two sides takes the place of a third side.

#include "base/memory.h"
#include "sheet/canvas.h"
#include "sheet/compare.h"
#include "sheet/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 520 // height of a picture

struct grid {
    int columns;
    double step; // from a column to the next
    double room; // for a picture
    bool difference;
};

static struct grid grid_of(const struct compare *compare)
{
    const int cells = compare->count == 2 ? 3 : compare->count;
    int columns = cells;

    // The rows are as even as possible: 5 as 3 and 2, 7 as 4 and 3, 20 as four rows of
    // 5.
    if (cells > 4)
        for (int rows = 2; (columns = (cells + rows - 1) / rows) > 5; rows++)
            ;
    // The stripe numbers of a picture need room between it and its neighbour.
    const int gap = columns > 3 ? 16 : 2;
    const double step = floor((CANVAS_INSIDE + gap) / (double) columns);
    return (struct grid){ .columns = columns,
                          .step = step,
                          .room = step - gap - CANVAS_AXIS,
                          .difference = compare->count == 2 };
}

// Writes the main word of a verdict: its pattern, or its rounding if it has no pattern,
// or its status.
static void word_of(const struct verdict *verdict, char *word, size_t size)
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
    cairo_arc(cairo, x + 14, y + 14, 13, 0, 6.283185307179586);
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
    const double width = box.width;
    const struct compare_label *label = &compare->labels[side];
    const struct facts kind = { .software = label->software,
                                .simulated = label->simulated };
    const struct ink_style muted = { .size = 14, .tone = INK_MUTED, .lines = 9 };
    double y = box.y + 2;
    char word[FOREIGN_NAME];

    word_of(&compare->sides[side]->report.headline, word, sizeof word);
    draw_letter(cairo, box.x, box.y, side);
    y += ink_text(
             cairo, box.x + 38, y, width - 38,
             (struct ink_style){ .size = 19, .bold = true, .lines = 4, .shrinks = true },
             label->name) +
         6;
    y += ink_text(cairo, box.x, y, width, muted, label->device) + 8;
    ink_text(cairo, box.x, y - 4, box.width - 140,
             (struct ink_style){ .size = 30, .bold = true, .shrinks = true }, word);
    parts_badge(cairo, box.x + box.width, y, &kind);
    y += 40;
    y += ink_text(cairo, box.x, y, width, (struct ink_style){ .size = 16, .lines = 8 },
                  label->verdict);
    if (label->incomplete)
        y += 4 + ink_text(cairo, box.x, y + 4, width,
                          (struct ink_style){ .size = 16, .bold = true, .lines = 3 },
                          "The report is incomplete");
    return y;
}

// Returns the place and the size of a picture in its cell: stripe 0 is on the row's
// lower edge.
static struct ink_box box_of(const struct grid *grid,
                             const struct compare_picture *picture)
{
    const int tallest = grid->columns > 3 ? (int) (grid->room * 1.02) : MOST;
    int width = canvas_side((struct canvas_side){
        .length = picture->width, .room = (int) grid->room, .most = 32 });
    int height =
        canvas_side((struct canvas_side){ .length = picture->height,
                                          .parts = picture->bands,
                                          .room = tallest < MOST ? tallest : MOST,
                                          .most = 32 });

    return (struct ink_box){ 0, 0, width, height };
}

static double row_height(const struct grid *grid, const struct compare_set *set,
                         int first, int end)
{
    double height = 60;

    for (int i = first; i < end; i++)
        if (set && set->pictures[i].grey)
            height = fmax(height, box_of(grid, &set->pictures[i]).height);
    return height;
}

static void words_under(cairo_t *cairo, struct ink_box box, const char *words)
{
    struct ink_style style = PARTS_NOTE;

    if (box.width < 120)
        return;
    canvas_ends(cairo, box, 4, "x = 1", "x = 0");
    style.align = INK_CENTRE;
    style.shrinks = true;
    if (box.width > 200)
        ink_text(cairo, box.x + 56, box.y + box.height + 4, box.width - 112, style,
                 words);
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

static void side_picture(cairo_t *cairo, struct ink_box cell, const struct grid *grid,
                         const struct compare_set *set, int side)
{
    const struct compare_picture *picture = set ? &set->pictures[side] : NULL;
    char words[40] = "";

    if (!picture || !picture->grey) {
        canvas_nothing(cairo, cell, "no picture");
        return;
    }
    struct ink_box box = box_of(grid, picture);
    int twin = twin_of(set, side);
    box.x = cell.x;
    box.y = cell.y + cell.height - box.height;
    canvas_picture(
        cairo, box,
        &(struct canvas_picture){ picture->width, picture->height, picture->grey, NULL });
    canvas_frame(cairo, box);
    canvas_stripes(cairo, box, picture->bands,
                   picture->result ? picture->result->verdict.fraction_bits - 1 : -1);
    if (twin >= 0)
        snprintf(words, sizeof words, "the same pixels as %c", compare_letter(twin));
    words_under(cairo, box, words);
}

static double twins_line(cairo_t *cairo, struct ink_box box, const char *twins)
{
    if (!twins[0])
        return 0;
    return ink_textf(cairo, box.x, box.y, box.width,
                     (struct ink_style){ .size = 14, .tone = INK_MUTED, .lines = 8 },
                     "behaves like %s", twins);
}

static void draw_difference(cairo_t *cairo, struct ink_box cell, const struct grid *grid,
                            const struct compare *compare)
{
    const struct compare_set *set = sheet_compare_set(compare);
    const struct compare_picture *pictures = set ? set->pictures : NULL;
    struct ink_box box;

    if (!pictures || !pictures[0].grey || !pictures[1].grey) {
        canvas_nothing(cairo, cell, "nothing to compare");
        return;
    }
    if (pictures[0].width != pictures[1].width ||
        pictures[0].height != pictures[1].height) {
        canvas_nothing(cairo, cell, "the pictures have different sizes");
        return;
    }
    box = box_of(grid, pictures);
    box.x = cell.x;
    box.y = cell.y + cell.height - box.height;
    uint8_t *mask =
        memory_new((size_t) pictures->width * (size_t) pictures->height, sizeof *mask);
    long count = compare_mask(compare, set, mask);
    canvas_picture(cairo, box,
                   &(struct canvas_picture){ pictures->width, pictures->height,
                                             pictures->grey, mask });
    free(mask);
    canvas_frame(cairo, box);
    canvas_stripes(cairo, box, pictures->bands, -1);
    words_under(cairo, box, "dark where they differ");
    ink_text(cairo, box.x, box.y - 92, grid->room, PARTS_TITLE, "Where they differ");
    ink_textf(cairo, box.x, box.y - 70, grid->room,
              (struct ink_style){ .size = 34, .bold = true, .shrinks = true },
              count ? "%ld pixels" : "no pixel", count);
    ink_textf(cairo, box.x, box.y - 27, grid->room, PARTS_NOTE, "of %ld",
              (long) pictures->width * pictures->height);
}

// Draws a row of the grid: sides [first, end).
static double grid_row(cairo_t *cairo, double y, const struct grid *grid,
                       const struct compare *compare, int first, int end)
{
    const struct compare_set *set = sheet_compare_set(compare);
    double top = y, below = 0;

    for (int i = first; i < end; i++) {
        double x = CANVAS_MARGIN + CANVAS_AXIS + (i - first) * grid->step;
        top = fmax(
            top, side_words(cairo, (struct ink_box){ x, y, grid->room, 0 }, compare, i));
    }
    struct ink_box cell = { 0, top + 16, grid->room, row_height(grid, set, first, end) };
    for (int i = first; i < end; i++) {
        cell.x = CANVAS_MARGIN + (i - first) * grid->step + CANVAS_AXIS;
        side_picture(cairo, cell, grid, set, i);
        struct ink_box box = { cell.x, cell.y + cell.height + 28, grid->room, 0 };
        below = fmax(below, twins_line(cairo, box, compare->labels[i].twins));
    }
    if (grid->difference) {
        cell.x = CANVAS_MARGIN + 2 * grid->step + CANVAS_AXIS;
        draw_difference(cairo, cell, grid, compare);
    }
    return cell.y + cell.height + 28 + below + 24;
}

double sheet_compare_sides(cairo_t *cairo, double y, const struct compare *compare)
{
    const struct grid grid = grid_of(compare);

    for (int first = 0; first < compare->count; first += grid.columns) {
        int end =
            first + grid.columns < compare->count ? first + grid.columns : compare->count;
        canvas_rule(cairo, y);
        y = grid_row(cairo, y + 16, &grid, compare, first, end);
    }
    return y;
}

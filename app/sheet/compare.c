// SPDX-License-Identifier: MIT
//
// How it works: with up to six sides, the cells of the matrix have the findings. With
// more sides, a cell holds a digit, and the row explains its digits. The most common
// finding is plain; the others have a frame, bold digits and a tint.

#include "sheet/compare.h"

#include "base/text.h"
#include "sheet/canvas.h"
#include "sheet/parts.h"

#include <math.h>
#include <stdio.h>

#define WORDS  12 // rows in words
#define MATRIX 24 // rows of the matrix
#define SPELT  6  // sides with their answers in the cells
#define NAME   390.0
#define DIGIT  31.0

static const struct ink_style name_style = { .size = 15, .bold = true, .lines = 6 };

// Draws the name of a row, with its section behind it if both fit into a line,
// otherwise below it.
static double row_name(cairo_t *cairo, double x, double y, double width,
                       const struct compare_row *row)
{
    const char *section = canvas_words(row->section);
    const double behind = ink_width(cairo, name_style, row->name) + 12;
    double height = ink_text(cairo, x, y, width, name_style, row->name);

    if (behind + ink_width(cairo, PARTS_NOTE, section) + 4 <= width)
        ink_text(cairo, x + behind, y + 1, width - behind, PARTS_NOTE, section);
    else
        height += ink_text(cairo, x, y + height, width, PARTS_NOTE, section);
    return height;
}

static double and_more(cairo_t *cairo, double y, int more)
{
    if (more <= 0)
        return y;
    return y + 8 +
           ink_textf(cairo, CANVAS_MARGIN, y + 4, CANVAS_INSIDE,
                     (struct ink_style){ .size = 16, .tone = INK_MUTED },
                     "and %d more row%s", more, more == 1 ? "" : "s");
}

// Draws the rows with the largest weights, in words.
static double sheet_compare_words(cairo_t *cairo, double y, const struct compare *compare)
{
    const double x = CANVAS_MARGIN + NAME + 24, width = CANVAS_INSIDE - NAME - 24;
    int rows[64], told = 0, said = 0;
    int count = compare_telling(compare, rows, 64);

    for (int i = 0; i < count; i++)
        told += compare->rows[rows[i]].words[0] != 0;
    if (!told)
        return y;
    y = canvas_heading(cairo, y, "Main differences");
    for (int i = 0; i < count && said < WORDS; i++) {
        const struct compare_row *row = &compare->rows[rows[i]];

        if (!row->words[0])
            continue;
        double left = row_name(cairo, CANVAS_MARGIN, y, NAME, row);
        double right = ink_text(cairo, x, y - 1, width,
                                (struct ink_style){ .size = 17, .lines = 6 }, row->words);
        y += fmax(left, right) + 10;
        said++;
    }
    return and_more(cairo, y, compare->differing - said) + 10;
}

// Returns the group of the most common finding, the first of several; -1 if no two
// sides agree.
static int commonest(const struct compare_row *row, int sides)
{
    int counts[COMPARE_SIDES] = { 0 }, best = 0;

    for (int i = 0; i < sides; i++)
        if (row->cells[i].group >= 0 && row->cells[i].group < COMPARE_SIDES)
            counts[row->cells[i].group]++;
    for (int i = 1; i < COMPARE_SIDES; i++)
        if (counts[i] > counts[best])
            best = i;
    return counts[best] > 1 ? best : -1;
}

// Highlights the finding of a minority.
static void stand_out(cairo_t *cairo, struct ink_box box)
{
    ink_rectangle(cairo, box, INK_WARM, true);
    ink_rectangle(cairo, box, INK_ORANGE, false);
}

// Draws a row with the findings in words. Returns its height.
static double spelt_row(cairo_t *cairo, double y, const struct compare *compare,
                        const struct compare_row *row)
{
    const double step = (CANVAS_INSIDE - NAME) / compare->count;
    const int usual = commonest(row, compare->count);
    double height = row_name(cairo, CANVAS_MARGIN, y + 3, NAME - 16, row) + 6;

    for (int i = 0; i < compare->count; i++) {
        const struct compare_cell *cell = &row->cells[i];
        bool rare = usual >= 0 && cell->group >= 0 && cell->group != usual;
        struct ink_style style = { .size = 15,
                                   .bold = rare,
                                   .lines = 6,
                                   .tone = cell->group < 0 ? INK_MUTED : INK_TEXT };
        double x = CANVAS_MARGIN + NAME + i * step;

        if (rare)
            stand_out(cairo, (struct ink_box){ x - 5.5, y + 0.5, step - 6, height - 1 });
        height =
            fmax(height, ink_text(cairo, x, y + 3, step - 18, style, cell->text) + 6);
    }
    return height;
}

// Writes the meaning of the digits of a row.
static void legend_of(const struct compare_row *row, int sides, char *text, size_t size)
{
    text[0] = 0;
    for (int group = 0; group < row->groups; group++) {
        const char *answer = compare_answer(row->cells, sides, group);

        if (answer)
            text_add(text, size, "%s%c: %s", text[0] ? "   " : "", compare_digit(group),
                     answer);
    }
}

static double numbered_row(cairo_t *cairo, double y, const struct compare *compare,
                           const struct compare_row *row)
{
    const double legend = CANVAS_MARGIN + NAME + compare->count * DIGIT + 20;
    const int usual = commonest(row, compare->count);
    double height = row_name(cairo, CANVAS_MARGIN, y + 3, NAME - 16, row) + 6;
    char text[COMPARE_SIDES * 128];

    for (int i = 0; i < compare->count; i++) {
        int group = row->cells[i].group;
        bool rare = usual >= 0 && group >= 0 && group != usual;
        double x = CANVAS_MARGIN + NAME + i * DIGIT;

        if (rare)
            stand_out(cairo, (struct ink_box){ x + 1.5, y + 1.5, DIGIT - 4, 24 });
        ink_textf(cairo, x, y + 4, DIGIT,
                  (struct ink_style){ .size = 16,
                                      .bold = rare,
                                      .align = INK_CENTRE,
                                      .tone = rare ? INK_TEXT : INK_MUTED },
                  group < 0 ? "-" : "%c", group < 0 ? 0 : compare_digit(group));
    }
    legend_of(row, compare->count, text, sizeof text);
    return fmax(height,
                ink_text(cairo, legend, y + 3, CANVAS_WIDTH - CANVAS_MARGIN - legend,
                         (struct ink_style){ .size = 15, .lines = 12 }, text) +
                    6);
}

static double column_heads(cairo_t *cairo, double y, const struct compare *compare)
{
    const bool spelt = compare->count <= SPELT;
    const double step = spelt ? (CANVAS_INSIDE - NAME) / compare->count : DIGIT;
    double height = 20;

    for (int i = 0; i < compare->count; i++) {
        double x = CANVAS_MARGIN + NAME + i * step;
        struct ink_style style = { .size = 14,
                                   .bold = true,
                                   .tone = INK_MUTED,
                                   .lines = 4,
                                   .align = spelt ? INK_LEFT : INK_CENTRE,
                                   .shrinks = true };
        if (spelt)
            height = fmax(height, ink_textf(cairo, x, y, step - 18, style, "%c  %s",
                                            compare_letter(i), compare->labels[i].name));
        else
            ink_textf(cairo, x, y, step, style, "%c", compare_letter(i));
    }
    y += height + 5;
    canvas_rule(cairo, y);
    return y + 4;
}

// Draws the rows that differ, with a column for each side.
static double sheet_compare_matrix(cairo_t *cairo, double y,
                                   const struct compare *compare)
{
    int rows[MATRIX];
    int count = compare_telling(compare, rows, MATRIX);

    if (!count) {
        char text[80];
        snprintf(text, sizeof text, "No row differs, of %d", compare->row_count);
        return canvas_heading(cairo, y, text);
    }
    y = canvas_heading(cairo, y, "Rows that differ");
    y = column_heads(cairo, y, compare);
    for (int i = 0; i < count; i++) {
        const struct compare_row *row = &compare->rows[rows[i]];

        y += compare->count <= SPELT ? spelt_row(cairo, y, compare, row)
                                     : numbered_row(cairo, y, compare, row);
        canvas_rule(cairo, y + 1);
        y += 4;
    }
    return and_more(cairo, y, compare->differing - count);
}

// ---- the page ----

// Returns the first set in which sides differ, otherwise the first that can be drawn.
const struct compare_set *sheet_compare_set(const struct compare *compare)
{
    const struct compare_set *first = NULL;

    for (int i = 0; i < compare->set_count; i++)
        for (int side = 0; side < compare->count; side++) {
            const struct compare_picture *picture = &compare->sets[i].pictures[side];

            if (picture->grey && picture->group > 0)
                return &compare->sets[i];
            if (picture->grey && !first)
                first = &compare->sets[i];
        }
    return first;
}

// Draws the page's title and, large at the right, the number of rows that differ.
static double compare_header(cairo_t *cairo, double y, const struct compare *compare)
{
    const double left = CANVAS_INSIDE - 430, x = CANVAS_MARGIN + left + 20;
    const struct compare_set *set = sheet_compare_set(compare);
    char text[200], figure[16];

    if (compare->count == 2)
        snprintf(text, sizeof text, "%s  against  %s", compare->labels[0].name,
                 compare->labels[1].name);
    else
        snprintf(text, sizeof text, "%d devices side by side", compare->count);
    const struct canvas_line lines[] = {
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
    double below =
        canvas_lines(cairo, (struct ink_box){ CANVAS_MARGIN, y, left, 0 }, lines, 4);
    snprintf(figure, sizeof figure, "%d", compare->differing);
    snprintf(text, sizeof text, "of %d rows differ", compare_all(compare).shared);
    canvas_figure(cairo, (struct ink_box){ x, y - 12, 410, 0 }, figure, text);
    return (below > y + 92 ? below : y + 92) + 20;
}

double compare_draw(cairo_t *cairo, const void *shown)
{
    const struct compare *compare = shown;
    double y = compare_header(cairo, 34, compare);

    y = sheet_compare_sides(cairo, y, compare);
    y = sheet_compare_stripes(cairo, y, compare);
    y = sheet_compare_words(cairo, y, compare);
    return sheet_compare_matrix(cairo, y, compare);
}

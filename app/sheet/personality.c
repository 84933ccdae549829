// SPDX-License-Identifier: MIT
//
// personality.png: how operations round, what the compiler changed, and, as in the text
// of the report, how each topic fared, the errors of functions, and what deviates.

#include "sheet/module.h"
#include "sheet/pages.h"
#include "sheet/plots.h"
#include "sheet/table.h"

#include <math.h>
#include <string.h>

#define TOP        190
#define OPERATIONS 610  // width of their table
#define COMPILER   146  // width of the names of expressions, at least
#define LETTERS    11.9 // width of a column of a terminal
#define MARK       72   // of a column of marks
#define TOPICS     700  // width of how each fared
#define GAP        26
#define LONG_TITLE 50 // bytes that have room in one line of large letters

// ---- the header ----

// Draws the number of expressions that deviate from GLSL, large; the rest is below the
// device.
static void draw_counts(cairo_t *cairo, const struct sheet_of_report *of)
{
    const struct ink_box box = PAGE_HEADER;
    const double x = box.x + box.width - 460;

    if (!of->expressions)
        return;
    ink_textf(cairo, box.x, box.y + 118, box.width,
              (struct ink_style){ .size = 18, .shrinks = true }, "Expressions: %s",
              of->deviating);
    ink_text(cairo, x, box.y - 8, 460,
             (struct ink_style){
                 .size = 20, .tone = INK_MUTED, .align = INK_RIGHT, .shrinks = true },
             "expressions deviate from GLSL");
    ink_textf(cairo, x, box.y + 14, 460,
              (struct ink_style){
                  .size = 46, .bold = true, .align = INK_RIGHT, .shrinks = true },
              "%d of %d", of->deviate, of->expressions);
}

// Draws whether float-float shaders work, as the summary of what a compiler may break.
static void personality_header(cairo_t *cairo, const struct sheet_of_report *of)
{
    const char *title = of->titles[SHEET_PAGE_PERSONALITY];

    ink_rule(cairo, 178);
    page_header(cairo, of, title, strlen(title) > LONG_TITLE ? 25 : 35);
    draw_counts(cairo, of);
}

// ---- operations ----

static double draw_operations(cairo_t *cairo, const struct view *view)
{
    const struct table_look look = {
        .tones = TABLE_FILLS, .size = 15, .line = 28, .lines = 4, .rules = true
    };
    const struct ink_box box = { INK_MARGIN, TOP + 28, OPERATIONS, 0 };

    ink_text(cairo, box.x, TOP, box.width, INK_TITLE, "How operations round");
    return table_sections(cairo, box, view, 0, look);
}

// ---- the compiler ----

// Draws what the compiler did to the expressions of a topic: a row for each expression,
// a column for each form.
static double draw_grid(cairo_t *cairo, struct ink_box box, struct view *view)
{
    struct view_section *table = view_last(view);
    const double names = fmax(COMPILER, box.width - (table->column_count - 1) * MARK);

    table->columns[0].minimum = (int) (names / LETTERS);
    return table_draw(cairo, box, table,
                      (struct table_look){ .align = INK_CENTRE, .lines = 2 });
}

static double draw_compiler(cairo_t *cairo, double x, struct view *parts)
{
    const double width = (INK_WIDTH - INK_MARGIN - x - GAP) / 2;
    const struct ink_box left = { x, TOP, width, 0 };
    struct ink_box right = { x + width + GAP, TOP, width, 0 }, below = left;

    below.y = draw_grid(cairo, left, &parts[SHEET_ERROR_FREE]) + 6;
    ink_text(cairo, x, below.y, width, INK_NOTE,
             "\u25cf not exact    \u2022 exact    - not measured, or undecided");
    below.y = draw_grid(cairo, (struct ink_box){ x, below.y + 30, width, 0 },
                        &parts[SHEET_CONTRACTION]) +
              6;
    ink_text(
        cairo, x, below.y, width, INK_NOTE,
        "\u25cf not as written    \u2022 as written    - not measured, or undecided");
    return fmax(below.y + 20, draw_grid(cairo, right, &parts[SHEET_FOLDING]));
}

// ---- the topics ----

// Draws a chapter of the report in a box, its title first. Returns the lower edge.
static double draw_chapter(cairo_t *cairo, struct ink_box box, const struct view *view)
{
    const struct table_look look = { .tones = TABLE_BARS, .lines = 8 };

    if (!view->count)
        return box.y;
    ink_text(cairo, box.x, box.y, box.width, INK_TITLE, view->sections->name);
    box.y += 26;
    return 16 + table_sections(cairo, box, view, 1, look);
}

// Draws how each topic fared and the errors of functions, and beside them what deviates.
// Returns the lower edge of the longer column.
static double draw_topics(cairo_t *cairo, double y, const struct view *parts)
{
    struct ink_box left = { INK_MARGIN, y, TOPICS, 0 },
                   right = { left.x + TOPICS + GAP, y, INK_INSIDE - TOPICS - GAP, 0 };

    left.y = draw_chapter(cairo, left, &parts[SHEET_TOPICS]);
    left.y = draw_chapter(cairo, left, &parts[SHEET_ERRORS]);
    return fmax(left.y, draw_chapter(cairo, right, &parts[SHEET_DEVIATIONS]));
}

double page_personality(cairo_t *cairo, const void *shown)
{
    const struct sheet_of_report *of = shown;
    struct ink_style style = INK_NOTE;
    double y;

    style.shrinks = true;
    personality_header(cairo, of);
    y = draw_operations(cairo, &of->parts[SHEET_OPERATIONS]) + 16;
    if (of->hole->result) {
        plots_zero_hole(cairo, INK_MARGIN, y, of->hole);
        y += PLOTS_HOLE_HEIGHT;
    }
    y = fmax(y, draw_compiler(cairo, INK_MARGIN + OPERATIONS + GAP, of->parts)) + 16;
    ink_rule(cairo, y);
    y = draw_topics(cairo, y + 14, of->parts);
    ink_rule(cairo, y);
    return y + 8 + ink_text(cairo, INK_MARGIN, y + 8, INK_INSIDE, style, of->compared);
}

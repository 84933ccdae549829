// SPDX-License-Identifier: MIT
//
// The compiler's hand: a row a source shape, a column a form; a disc where the compiler
// did not do as written, a dot where it did.

#include "report/lines.h"
#include "sheet/parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINE  20
#define NAMES 146 // width
#define HEAD  24

static const struct ink_style small = { .size = 14 };
static const struct ink_style muted = { .size = 14, .tone = INK_MUTED };

struct grid {
    const struct report *report;
    const char *topic;
    struct report_lines_place place; // form aside
    unsigned forms;                  // bit FORM_x: columns
    int bits;                        // of significand there
    bool brief;                      // names without their arguments
};

static int count_forms(const struct grid *grid)
{
    int count = 0;

    for (int form = 0; form < FORM_COUNT; form++)
        count += grid->forms >> form & 1;
    return count;
}

static const struct finding *find(const struct grid *grid, const char *line,
                                  enum form form)
{
    struct report_lines_place place = grid->place;

    place.form = form;
    return report_lines_find(grid->report, grid->topic, line, place);
}

// Where it stands at all: the fragment stage, or the first that was asked. Returns false
// if the topic was not asked.
static bool grid_init(struct grid *grid, const struct report *report, const char *topic)
{
    *grid = (struct grid){ .report = report, .topic = topic };
    for (int stage = 0; stage < STAGE_COUNT && !grid->forms; stage++) {
        if (!report_lines_best(report, topic, (enum stage) stage, &grid->place))
            continue;
        for (int form = 0; form < FORM_COUNT; form++) {
            struct report_lines_place place = grid->place;
            place.form = (enum form) form;
            if (report_lines_asked(report, topic, place))
                grid->forms |= 1u << form;
        }
        grid->bits = report_lines_bits(report, grid->place.stage, grid->place.precision);
    }
    return grid->forms != 0;
}

static void mark(cairo_t *cairo, double x, double y, const struct finding *finding,
                 int bits)
{
    if (!finding || !finding->cases) {
        ink_line(cairo, x - 3, y, x + 3, y, INK_FAINT);
        return;
    }
    bool fine = report_lines_as_written(finding, bits);
    ink_tone(cairo, fine ? INK_BLUE : INK_ORANGE);
    cairo_arc(cairo, x, y, fine ? 2.2 : 6.5, 0, 2 * M_PI);
    cairo_fill(cairo);
}

static void heads(cairo_t *cairo, struct ink_box box, const struct grid *grid)
{
    double column = (box.width - NAMES) / count_forms(grid), x = box.x + NAMES;

    for (int form = 0; form < FORM_COUNT; form++) {
        if (!(grid->forms >> form & 1))
            continue;
        ink_text(
            cairo, x, box.y, column - 2,
            (struct ink_style){
                .size = 14, .tone = INK_MUTED, .align = INK_CENTRE, .shrinks = true },
            form_name((enum form) form));
        x += column;
    }
}

static void row(cairo_t *cairo, struct ink_box box, const struct grid *grid,
                const char *line)
{
    double column = (box.width - NAMES) / count_forms(grid);
    double x = box.x + NAMES + column / 2;
    struct ink_style style = { .size = 14 };
    char name[48];

    report_lines_short(line, name, sizeof name);
    const char *shown = grid->brief ? name : line;
    // A long one is better cut than too small to read.
    style.shrinks = 0.85 * ink_width(cairo, style, shown) < NAMES - 6;
    ink_text(cairo, box.x, box.y, NAMES - 6, style, shown);
    for (int form = 0; form < FORM_COUNT; form++) {
        if (!(grid->forms >> form & 1))
            continue;
        mark(cairo, x, box.y + LINE / 2.0 - 1, find(grid, line, (enum form) form),
             grid->bits);
        x += column;
    }
}

static bool ever_changed(const struct grid *grid, const char *line)
{
    for (int form = 0; form < FORM_COUNT; form++) {
        const struct finding *finding = find(grid, line, (enum form) form);
        if (finding && finding->cases && !report_lines_as_written(finding, grid->bits))
            return true;
    }
    return false;
}

// Lines that are not as written in some form come first: where there is no room for all,
// the others are only counted. Returns how many there are in front.
static int sort_lines(const struct grid *grid, const char **names, int count)
{
    const char *rest[REPORT_LINES_MAX];
    int front = 0, back = 0;

    for (int i = 0; i < count; i++) {
        const char *name = names[i];
        if (ever_changed(grid, name))
            names[front++] = name;
        else
            rest[back++] = name;
    }
    memcpy(names + front, rest, (size_t) back * sizeof *rest);
    return front;
}

// Returns the height it took, at most that of the box.
static double draw_grid(cairo_t *cairo, struct ink_box box, const struct report *report,
                        const char *topic, const char *title)
{
    const char *names[REPORT_LINES_MAX];
    int count = report_lines_names(report, topic, names);
    int room = (int) ((box.height - 2 * HEAD) / LINE);
    struct grid grid;
    double y = box.y + HEAD;

    ink_text(cairo, box.x, box.y, box.width, PARTS_TITLE, title);
    if (!grid_init(&grid, report, topic)) {
        ink_text(cairo, box.x, y, box.width, muted, "not asked");
        return HEAD + LINE + 8;
    }
    grid.brief = !strcmp(topic, REPORT_LINES_ERROR_FREE);
    int changed = sort_lines(&grid, names, count);
    bool all = count <= room;
    int shown = all ? count : room - 1;

    heads(cairo, (struct ink_box){ box.x, y, box.width, LINE }, &grid);
    y += HEAD - 2;
    for (int i = 0; i < shown; i++, y += LINE)
        row(cairo, (struct ink_box){ box.x, y, box.width, LINE }, &grid, names[i]);
    if (!all && shown < changed)
        ink_textf(cairo, box.x, y, box.width, muted, "and %d more, %d of them not so",
                  count - shown, changed - shown);
    else if (!all)
        ink_textf(cairo, box.x, y, box.width, muted, "and %d more as written",
                  count - shown);
    return y + (all ? 0 : LINE) + 10 - box.y;
}

static void legend(cairo_t *cairo, struct ink_box box)
{
    ink_tone(cairo, INK_ORANGE);
    cairo_arc(cairo, box.x + 7, box.y + 10, 6.5, 0, 2 * M_PI);
    cairo_fill(cairo);
    ink_text(cairo, box.x + 20, box.y, 160, small, "not as written");
    ink_tone(cairo, INK_BLUE);
    cairo_arc(cairo, box.x + 150, box.y + 10, 2.2, 0, 2 * M_PI);
    cairo_fill(cairo);
    ink_text(cairo, box.x + 160, box.y, 160, small, "as written");
}

void parts_compiler(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    double width = (box.width - 28) / 2, right = box.x + width + 28;
    double height = box.height - LINE;
    struct ink_box left = { box.x, box.y, width, height * 0.5 };

    double used =
        draw_grid(cairo, left, report, REPORT_LINES_ERROR_FREE, "Error-free transforms");
    draw_grid(cairo, (struct ink_box){ box.x, box.y + used, width, height - used },
              report, REPORT_LINES_CONTRACTION, "Contraction to fma");
    draw_grid(cairo, (struct ink_box){ right, box.y, width, height }, report,
              REPORT_LINES_FOLDING, "Folding");
    legend(cairo, (struct ink_box){ box.x, box.y + height, width, LINE });
}

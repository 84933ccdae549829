// SPDX-License-Identifier: MIT
//
// Draws the effects of the compiler: a row for each expression, a column for each form;
// a disc if the compiler changed the expression, a dot if it did not.

#include "report/expressions.h"
#include "report/forms.h"
#include "report/topics.h"
#include "sheet/parts.h"

#include <math.h>
#include <string.h>

#define LINE  20
#define NAMES 146 // width, at least
#define MARKS 54  // of a column, at least
#define HEAD  24

static const struct ink_style small = { .size = 14 };

struct grid {
    struct report_expressions_at at; // form aside
    enum form forms[FORM_COUNT];     // columns
    int count;
    int bits;     // of significand there
    bool brief;   // names without their arguments
    double names; // their width
};

static const struct finding *compiler_find(const struct grid *grid, const char *line,
                                           enum form form)
{
    struct report_expressions_at at = grid->at;

    at.place.form = form;
    return report_expressions_find(&at, line);
}

// Chooses the place: the fragment stage, or the first that was measured. Returns false
// if the topic was not measured.
static bool grid_init(struct grid *grid, const struct report *report, const char *topic)
{
    *grid = (struct grid){ .at = { report, topic, { 0 } } };
    for (int stage = 0; stage < STAGE_COUNT && !grid->count; stage++) {
        if (!report_expressions_best(&grid->at, (enum stage) stage))
            continue;
        for (int form = 0; form < FORM_COUNT; form++) {
            struct report_expressions_at at = grid->at;
            at.place.form = (enum form) form;
            if (report_expressions_asked(&at))
                grid->forms[grid->count++] = (enum form) form;
        }
        grid->bits = report_expressions_bits(report, grid->at.place.stage,
                                             grid->at.place.precision);
    }
    return grid->count != 0;
}

static void compiler_disc(cairo_t *cairo, double x, double y, bool fine)
{
    ink_tone(cairo, fine ? INK_BLUE : INK_ORANGE);
    cairo_arc(cairo, x, y, fine ? 2.2 : 6.5, 0, 2 * M_PI);
    cairo_fill(cairo);
}

static void compiler_mark(cairo_t *cairo, double x, double y,
                          const struct finding *finding, int bits)
{
    if (!finding || !finding->cases) {
        ink_line(cairo, x - 3, y, x + 3, y, INK_FAINT);
        return;
    }
    compiler_disc(cairo, x, y, report_expressions_as_written(finding, bits));
}

static void heads(cairo_t *cairo, struct ink_box box, const struct grid *grid)
{
    const struct ink_style style = {
        .size = 14, .tone = INK_MUTED, .align = INK_CENTRE, .shrinks = true
    };
    double column = (box.width - grid->names) / grid->count;

    for (int i = 0; i < grid->count; i++)
        ink_text(cairo, box.x + grid->names + i * column, box.y, column - 2, style,
                 form_name(grid->forms[i]));
}

static void grid_name(const struct grid *grid, const char *line, char name[48])
{
    if (grid->brief)
        report_forms_short(line, name, 48);
    else
        snprintf(name, 48, "%s", line);
}

// Returns the width of the names, limited by the room for the marks.
static double names_width(cairo_t *cairo, const struct grid *grid, const char **names,
                          int count, double width)
{
    double most = NAMES, room = width - grid->count * MARKS;
    char name[48];

    for (int i = 0; i < count; i++) {
        grid_name(grid, names[i], name);
        most = fmax(most, ink_width(cairo, small, name) + 8);
    }
    return fmax(NAMES, fmin(most, room));
}

static void row(cairo_t *cairo, struct ink_box box, const struct grid *grid,
                const char *line)
{
    double column = (box.width - grid->names) / grid->count;
    const struct ink_style style = { .size = 14, .shrinks = true };
    char name[48];

    grid_name(grid, line, name);
    ink_text(cairo, box.x, box.y, grid->names - 6, style, name);
    for (int i = 0; i < grid->count; i++)
        compiler_mark(cairo, box.x + grid->names + column / 2 + i * column,
                      box.y + LINE / 2.0 - 1, compiler_find(grid, line, grid->forms[i]),
                      grid->bits);
}

static bool ever_changed(const struct grid *grid, const char *line)
{
    for (int form = 0; form < FORM_COUNT; form++) {
        const struct finding *finding = compiler_find(grid, line, (enum form) form);
        if (finding && finding->cases &&
            !report_expressions_as_written(finding, grid->bits))
            return true;
    }
    return false;
}

// Sorts expressions that the compiler changed in some form to the front: if there is no
// room for all, the others are only counted. Returns the number of those in front.
static int sort_lines(const struct grid *grid, const char **names, int count)
{
    const char *rest[REPORT_EXPRESSIONS_MAX];
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

// Draws a grid. Returns its height, at most that of the box.
static double draw_grid(cairo_t *cairo, struct ink_box box, const struct report *report,
                        enum topic_id id)
{
    const char *names[REPORT_EXPRESSIONS_MAX];
    const struct topic *topic = &topic_list[id];
    int room = (int) ((box.height - 2 * HEAD) / LINE);
    struct grid grid;
    double y = box.y + HEAD;

    ink_text(cairo, box.x, box.y, box.width, PARTS_TITLE, topic->title);
    if (!grid_init(&grid, report, topic->name)) {
        ink_text(cairo, box.x, y, box.width, PARTS_NOTE, "not asked");
        return HEAD + LINE + 8;
    }
    grid.brief = id == TOPIC_ERROR_FREE;
    int count = report_expressions_names(&grid.at, names);
    int changed = sort_lines(&grid, names, count);
    bool all = count <= room;
    int shown = all ? count : room - 1;

    grid.names = names_width(cairo, &grid, names, shown, box.width);
    heads(cairo, (struct ink_box){ box.x, y, box.width, LINE }, &grid);
    y += HEAD - 2;
    for (int i = 0; i < shown; i++, y += LINE)
        row(cairo, (struct ink_box){ box.x, y, box.width, LINE }, &grid, names[i]);
    if (!all && shown < changed)
        ink_textf(cairo, box.x, y, box.width, PARTS_NOTE,
                  "and %d more, %d of them not as written", count - shown,
                  changed - shown);
    else if (!all)
        ink_textf(cairo, box.x, y, box.width, PARTS_NOTE, "and %d more as written",
                  count - shown);
    return y + (all ? 0 : LINE) + 10 - box.y;
}

static void compiler_legend(cairo_t *cairo, struct ink_box box)
{
    compiler_disc(cairo, box.x + 7, box.y + 10, false);
    ink_text(cairo, box.x + 20, box.y, 160, small, "not as written");
    compiler_disc(cairo, box.x + 150, box.y + 10, true);
    ink_text(cairo, box.x + 160, box.y, 160, small, "as written");
}

void parts_compiler(cairo_t *cairo, struct ink_box box, const struct report *report)
{
    double width = (box.width - 28) / 2, right = box.x + width + 28;
    double height = box.height - LINE;
    struct ink_box left = { box.x, box.y, width, height * 0.5 };

    double used = draw_grid(cairo, left, report, TOPIC_ERROR_FREE);
    draw_grid(cairo, (struct ink_box){ box.x, box.y + used, width, height - used },
              report, TOPIC_CONTRACTION);
    draw_grid(cairo, (struct ink_box){ right, box.y, width, height }, report,
              TOPIC_FOLDING);
    compiler_legend(cairo, (struct ink_box){ box.x, box.y + height, width, LINE });
}

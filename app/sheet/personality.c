// SPDX-License-Identifier: MIT
//
// personality.png: how operations round, what the compiler changed, and, as in the text
// of the report, how each topic fared, the errors of functions, and what deviates.

#include "base/text.h"
#include "report/expressions.h"
#include "report/forms.h"
#include "report/text.h"
#include "report/topics.h"
#include "sheet/pages.h"
#include "sheet/plots.h"
#include "sheet/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TOP        190
#define OPERATIONS 610 // width of their table
#define COMPILER   146 // width of the names of expressions, at least
#define MARK       72  // of a column of marks
#define TOPICS     700 // width of how each fared
#define GAP        26

static struct view_column personality_label(double width)
{
    return (struct view_column){ .heading = "",
                                 .minimum = (int) (width / 11.9),
                                 .label = true };
}

// ---- the header ----

// Replaces the backticks of a sentence, which belong to Markdown, by quotation marks.
static void quote(const char *words, char *text, size_t size)
{
    bool open = false;

    text[0] = 0;
    for (; *words; words++) {
        if (*words == '`')
            open = !open;
        text_add(text, size, *words == '`' ? "%s" : "%.1s",
                 *words != '`' ? words
                 : open        ? "\u201c"
                               : "\u201d");
    }
}

// Draws the number of expressions that deviate from GLSL, large; the rest is below the
// device.
static void draw_counts(cairo_t *cairo, const struct report *report)
{
    const struct report_expressions_count all =
        report_expressions_count_all(report, NULL);
    const struct ink_box box = PAGE_HEADER;
    const double x = box.x + box.width - 460;
    char words[160];

    if (!all.lines)
        return;
    report_expressions_deviating(&all, words, sizeof words);
    ink_textf(cairo, box.x, box.y + 118, box.width,
              (struct ink_style){ .size = 18, .shrinks = true }, "Expressions: %s",
              words);
    ink_text(cairo, x, box.y - 8, 460,
             (struct ink_style){
                 .size = 20, .tone = INK_MUTED, .align = INK_RIGHT, .shrinks = true },
             "expressions deviate from GLSL");
    ink_textf(cairo, x, box.y + 14, 460,
              (struct ink_style){
                  .size = 46, .bold = true, .align = INK_RIGHT, .shrinks = true },
              "%d of %d", all.from[DEVIATION_GLSL], all.lines);
}

// Draws whether float-float shaders work, as the summary of what a compiler may break.
static void personality_header(cairo_t *cairo, const struct report *report)
{
    const struct report_forms df64 =
        report_forms_df64(report, report->headline_stage, report->headline_precision);
    char words[160], place[40], title[200];

    report_forms_headline(df64, words, sizeof words);
    report_headline_place(report, place, sizeof place);
    if (place[0])
        text_add(words, sizeof words, ", in %s", place);
    quote(words, title, sizeof title);
    ink_rule(cairo, 178);
    page_header(cairo, report, title, 35);
    draw_counts(cairo, report);
}

// ---- operations ----

static double draw_operations(cairo_t *cairo, const struct report *report)
{
    const struct table_look look = {
        .tones = TABLE_FILLS, .size = 15, .line = 28, .lines = 4, .rules = true
    };
    const struct ink_box box = { INK_MARGIN, TOP + 28, OPERATIONS, 0 };
    struct view view = { 0 };
    double bottom;

    ink_text(cairo, box.x, TOP, box.width, INK_TITLE, "How operations round");
    report_matrix(&view, report);
    if (!view.count)
        view_paragraph(&view, VIEW_SOFT, "not measured");
    bottom = table_sections(cairo, box, &view, 0, look);
    view_finish(&view);
    return bottom;
}

// ---- the compiler ----

struct grid {
    struct report_expressions_at at; // form aside
    enum form forms[FORM_COUNT];     // columns
    int count;
    int bits; // of the significand there
};

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

// Adds a row of marks, unless the compiler leaves the expression as written in all
// forms. Returns whether it added the row.
static bool add_marks(struct view *view, const struct grid *grid, const char *line,
                      bool brief)
{
    const struct finding *findings[FORM_COUNT];
    char name[48];
    bool changed = false;

    for (int i = 0; i < grid->count; i++) {
        struct report_expressions_at at = grid->at;

        at.place.form = grid->forms[i];
        findings[i] = report_expressions_find(&at, line);
        changed |= findings[i] && findings[i]->cases &&
                   !report_expressions_as_written(findings[i], grid->bits);
    }
    if (!changed)
        return false;
    snprintf(name, sizeof name, "%s", line);
    if (brief)
        report_forms_short(line, name, sizeof name);
    view_add_row(view);
    view_set(view, 0, VIEW_PLAIN, name);
    for (int i = 0; i < grid->count; i++) {
        const bool measured = findings[i] && findings[i]->cases;
        const bool fine =
            measured && report_expressions_as_written(findings[i], grid->bits);

        view_set(view, i + 1, measured && !fine ? VIEW_OTHER : VIEW_SOFT,
                 !measured ? "-"
                 : fine    ? "\u2022"
                           : "\u25cf");
    }
    return true;
}

static const char *const grid_titles[TOPIC_COUNT] = {
    [TOPIC_CONTRACTION] = "Contraction to fma",
    [TOPIC_FOLDING] = "Folding",
    [TOPIC_ERROR_FREE] = "Error-free transforms",
};

// Draws what the compiler did to the expressions of a topic: a row for each expression,
// a column for each form.
static double draw_grid(cairo_t *cairo, struct ink_box box, const struct report *report,
                        enum topic_id id)
{
    const char *names[REPORT_EXPRESSIONS_MAX];
    struct view view = { 0 };
    struct grid grid;
    int count = 0, left = 0;

    const bool measured = grid_init(&grid, report, topic_list[id].name);
    struct view_column columns[FORM_COUNT + 1] = { personality_label(
        fmax(COMPILER, box.width - grid.count * MARK)) };

    for (int i = 0; i < grid.count; i++)
        columns[i + 1].heading = form_name(grid.forms[i]);
    view_table(&view, grid_titles[id], columns, grid.count + 1);
    if (measured)
        count = report_expressions_names(&grid.at, names);
    for (int i = 0; i < count; i++)
        left += !add_marks(&view, &grid, names[i], id == TOPIC_ERROR_FREE);
    if (!measured)
        view_last(&view)->text = "not measured";
    else if (left)
        view_last(&view)->text = view_words(&view,
                                            left == count ? "all %d are as written"
                                                          : "the other %d are as written",
                                            left);
    double bottom = table_draw(cairo, box, view_last(&view),
                               (struct table_look){ .align = INK_CENTRE, .lines = 2 });

    view_finish(&view);
    return bottom;
}

static double draw_compiler(cairo_t *cairo, double x, const struct report *report)
{
    const double width = (INK_WIDTH - INK_MARGIN - x - GAP) / 2;
    const struct ink_box left = { x, TOP, width, 0 };
    struct ink_box right = { x + width + GAP, TOP, width, 0 }, below = left;

    below.y = draw_grid(cairo, left, report, TOPIC_ERROR_FREE) + 14;
    below.y = draw_grid(cairo, below, report, TOPIC_CONTRACTION) + 12;
    ink_text(cairo, x, below.y, width, INK_NOTE,
             "\u25cf not as written    \u2022 as written    - not measured");
    return fmax(below.y + 20, draw_grid(cairo, right, report, TOPIC_FOLDING));
}

// ---- the topics ----

// Draws a chapter of the report in a box, its title first. Returns the lower edge.
static double draw_chapter(cairo_t *cairo, struct ink_box box, struct view *view)
{
    const struct table_look look = { .tones = TABLE_BARS, .lines = 8 };

    if (view->count) {
        ink_text(cairo, box.x, box.y, box.width, INK_TITLE, view->sections->name);
        box.y = 16 + table_sections(cairo,
                                    (struct ink_box){ box.x, box.y + 26, box.width, 0 },
                                    view, 1, look);
    }
    view_finish(view);
    return box.y;
}

// Draws how each topic fared and the errors of functions, and beside them what deviates.
// Returns the lower edge of the longer column.
static double draw_topics(cairo_t *cairo, double y, const struct report *report)
{
    struct ink_box left = { INK_MARGIN, y, TOPICS, 0 },
                   right = { left.x + TOPICS + GAP, y, INK_INSIDE - TOPICS - GAP, 0 };
    struct view topics = { 0 }, errors = { 0 }, deviations = { 0 };

    view_chapter(&topics, "Topics");
    report_topics(&topics, report, true);
    report_errors(&errors, report);
    report_deviations(&deviations, report);
    left.y = draw_chapter(cairo, left, &topics);
    left.y = draw_chapter(cairo, left, &errors);
    return fmax(left.y, draw_chapter(cairo, right, &deviations));
}

static double draw_evidence(cairo_t *cairo, double y, const struct report *report)
{
    struct report_expressions_compared all = report_expressions_compared(report);
    struct ink_style style = INK_NOTE;
    char sha[65];

    style.shrinks = true;
    report_sha256(report, sha);
    ink_rule(cairo, y);
    return y + 8 +
           ink_textf(cairo, INK_MARGIN, y + 8, INK_INSIDE, style,
                     "%ld values of %d expressions compared with %s, %ld differ%s  "
                     "\u00b7  reference %s: %s  \u00b7  hash %s",
                     all.words, all.lines, all.with, all.mismatches,
                     all.mismatches == 1 ? "s" : "", report->reference_kind,
                     report->reference_name, sha);
}

double page_personality(cairo_t *cairo, const void *shown)
{
    const struct sheet_of_report *of = shown;
    double y;

    personality_header(cairo, of->report);
    y = draw_operations(cairo, of->report) + 16;
    if (of->hole->result) {
        plots_zero_hole(cairo, INK_MARGIN, y, of->hole);
        y += PLOTS_HOLE_HEIGHT;
    }
    y = fmax(y, draw_compiler(cairo, INK_MARGIN + OPERATIONS + GAP, of->report)) + 16;
    ink_rule(cairo, y);
    y = draw_topics(cairo, y + 14, of->report);
    return draw_evidence(cairo, y, of->report);
}

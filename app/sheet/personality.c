// SPDX-License-Identifier: MIT
//
// personality.png: how operations round, what the compiler changed, and the findings of
// every other topic. Stages and precisions with the same findings are one column, and
// what is correct is only counted.

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
#define COLUMNS    5   // of topics
#define GAP        26
#define NAMES      900 // bytes of names that share a finding
#define NEAR_ZERO  0x1p-16
#define LARGE_ULP  0x1p13 // more than any bound of a function allows

static enum view_tone personality_tone(enum deviation from)
{
    return from == DEVIATION_NONE   ? VIEW_GOOD
           : from == DEVIATION_GLSL ? VIEW_BAD
                                    : VIEW_STRONG;
}

static struct view_column personality_label(double width)
{
    return (struct view_column){ .heading = "",
                                 .minimum = (int) (width / 11.9),
                                 .label = true };
}

static const char *deviates_from(enum deviation from)
{
    static const char *const words[DEVIATION_COUNT] = {
        [DEVIATION_NONE] = "",
        [DEVIATION_GLSL] = "deviates from GLSL",
        [DEVIATION_IEEE754] = "deviates from IEEE 754",
        [DEVIATION_VULKAN] = "deviates from Vulkan's bound",
    };

    return words[from];
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
    view_table(&view, topic_list[id].title, columns, grid.count + 1);
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

// ---- the other topics ----

struct answer {
    char text[200], note[120];
    enum deviation from; // what it deviates from, at the stage where that is most
};

// Says that an error which is not a deviation is allowed, and where it is largest: near
// 0 an error in ulp has no bound if the function is computed from others.
static void say_allowed(const struct finding *finding, struct answer *answer)
{
    const struct finding_case *worst = &finding->example;
    float x = 0, got = 0;

    if (!finding->glsl[0])
        return;
    snprintf(answer->note, sizeof answer->note, "allowed (%s)", finding->glsl);
    if (!finding->error_known || worst->wide || worst->operands < 1)
        return;
    if (fmax(-finding->error_min_ulp, finding->error_max_ulp) < LARGE_ULP)
        return;
    memcpy(&x, &(uint32_t){ (uint32_t) worst->in[0] }, sizeof x);
    memcpy(&got, &(uint32_t){ (uint32_t) worst->got[0] }, sizeof got);
    if (fabsf(x) < NEAR_ZERO)
        text_add(answer->text, sizeof answer->text,
                 got == 0 ? " near 0, flushed" : " near 0");
}

// Joins the findings of the stages. `brief`: only the first part; whether the sign of a
// zero is kept is left to the report.
static void join_stages(const struct report *report, const struct topic *topic,
                        const char *line, struct answer *answer)
{
    const bool brief = topic->list == TOPIC_GROUPS;
    char texts[STAGE_COUNT][sizeof answer->text] = { "" };
    const char *told[STAGE_COUNT];
    const struct finding *any = NULL;
    int like[STAGE_COUNT];

    for (int i = 0; i < STAGE_COUNT; i++) {
        struct report_expressions_at at = { report, topic->name, { 0 } };
        const struct finding *finding = report_expressions_best(&at, (enum stage) i)
                                            ? report_expressions_find(&at, line)
                                            : NULL;

        told[i] = texts[i];
        like[i] = -1;
        if (!finding || !finding->cases)
            continue;
        if (brief)
            finding_text_brief(finding, texts[i], sizeof texts[i]);
        else
            finding_text_narrow(finding, 14, texts[i], sizeof texts[i]);
        for (like[i] = 0; strcmp(texts[like[i]], texts[i]) != 0;)
            like[i]++;
        any = any ? any : finding;
        if (finding->from && (!answer->from || finding->from < answer->from))
            answer->from = finding->from;
    }
    report_expressions_by_stage(told, like, answer->text, sizeof answer->text);
    if (any && topic->sum == TOPIC_WORST && !answer->from)
        say_allowed(any, answer);
}

// Writes the claims of an expression: "as claimed: highp; better: mediump, lowp" in the
// fragment stage, and worse ones in any stage.
static void join_claims(const struct report *report, const struct topic *topic,
                        const char *line, struct answer *answer)
{
    static const enum report_claim claims[] = { REPORT_CLAIM_BROKEN, REPORT_CLAIM_KEPT,
                                                REPORT_CLAIM_EXCEEDED };

    for (int claim = 0; claim < 3; claim++) {
        const char *joint = ": ";
        for (int i = 0; i < STAGE_COUNT * PRECISION_COUNT; i++) {
            enum stage stage = (enum stage)(i / PRECISION_COUNT);
            enum precision precision = (enum precision)(i % PRECISION_COUNT);
            const struct report_expressions_at at = { report,
                                                      topic->name,
                                                      { stage, precision, FORM_PLAIN } };
            const struct finding *finding = report_expressions_find(&at, line);
            if (!finding || report_expressions_claim(finding) != claims[claim] ||
                (claim > 0 && stage != STAGE_FRAGMENT))
                continue;
            if (joint[0] == ':')
                text_join(answer->text, sizeof answer->text, "; ",
                          report_expressions_claim_word(claims[claim]));
            text_add(answer->text, sizeof answer->text, "%s%s", joint,
                     precision_name(precision));
            if (stage != STAGE_FRAGMENT)
                text_add(answer->text, sizeof answer->text, " %s", stage_name(stage));
            joint = ", ";
            answer->from = claim == 0 ? DEVIATION_GLSL : answer->from;
        }
    }
}

struct answers {
    const char *names[REPORT_EXPRESSIONS_MAX];
    struct answer list[REPORT_EXPRESSIONS_MAX];
    int count;
};

static void answers_init(struct answers *answers, const struct report *report,
                         const struct topic *topic)
{
    const struct report_expressions_at at = { report, topic->name, { 0 } };

    *answers = (struct answers){ 0 };
    answers->count = report_expressions_names(&at, answers->names);
    for (int i = 0; i < answers->count; i++) {
        if (topic->sum == TOPIC_CLAIMED)
            join_claims(report, topic, answers->names[i], &answers->list[i]);
        else
            join_stages(report, topic, answers->names[i], &answers->list[i]);
    }
}

// Adds the expressions with the same finding as `first` in one row, unless an earlier
// one has it too.
static void add_group(struct view *view, const struct answers *answers, int first)
{
    const struct answer *answer = &answers->list[first];
    char names[NAMES] = "";

    for (int i = 0; i < answers->count; i++) {
        const bool same = answers->list[i].from == answer->from &&
                          !strcmp(answers->list[i].text, answer->text);

        if (same && i < first)
            return;
        if (same)
            text_join(names, sizeof names, ", ", answers->names[i]);
    }
    view_add_row(view);
    view_set(view, 0, personality_tone(answer->from), names);
    view_set(view, 1, answer->from ? VIEW_STRONG : VIEW_PLAIN,
             answer->text[0] ? answer->text : "not available in this GLSL");
}

static void add_answer(struct view *view, const struct answers *answers, int i)
{
    const struct answer *answer = &answers->list[i];

    view_add_row(view);
    view_set(view, 0, personality_tone(answer->from), answers->names[i]);
    view_set(view, 1, answer->from ? VIEW_STRONG : VIEW_PLAIN, answer->text);
    if (view_last(view)->column_count > 2)
        view_set(view, 2, VIEW_SOFT, answer->note);
}

// Adds the expressions that deviate from a specification, or from none.
static void add_answers(struct view *view, const struct answers *answers,
                        enum deviation from, bool groups)
{
    bool any = false;

    for (int i = 0; i < answers->count; i++) {
        if (answers->list[i].from != from)
            continue;
        if (!any && from)
            view_add_part(view, deviates_from(from));
        any = true;
        if (groups)
            add_group(view, answers, i);
        else
            add_answer(view, answers, i);
    }
}

// Adds the number of expressions that are correct, and of those that have no finding.
static void add_correct(struct view *view, const struct answers *answers)
{
    int rest = 0, asked = 0;
    char text[80] = "";

    for (int i = 0; i < answers->count; i++) {
        rest += !answers->list[i].from;
        asked += !answers->list[i].from && answers->list[i].text[0];
    }
    if (asked)
        text_add(text, sizeof text,
                 rest < answers->count ? "the other %d are correct"
                                       : "all %d are correct",
                 asked);
    if (asked < rest)
        text_add(text, sizeof text, "%s%d not measured", asked ? ", " : "", rest - asked);
    view_last(view)->text = view_words(view, "%s", text);
}

// Draws a topic. Errors of functions have a third column: what allows them. Returns the
// lower edge.
static double draw_topic(cairo_t *cairo, struct ink_box box, const struct report *report,
                         const struct topic *topic)
{
    static struct answers answers; // too large for the stack
    const bool groups = topic->list == TOPIC_GROUPS, three = topic->sum == TOPIC_WORST;
    const struct table_look look = { .tones = TABLE_BARS, .lines = 40 };
    const struct view_column columns[] = { personality_label(box.width *
                                                             (three ? 0.32 : 0.6)),
                                           { .heading = "" },
                                           { .heading = "" } };
    struct view view = { 0 };
    char title[40];
    double bottom;

    snprintf(title, sizeof title, "%s", topic->title);
    if (title[0] >= 'a' && title[0] <= 'z')
        title[0] = (char) (title[0] - 'a' + 'A');
    view_table(&view, title, columns, three ? 3 : 2);
    answers_init(&answers, report, topic);
    add_answers(&view, &answers, DEVIATION_GLSL, groups);
    add_answers(&view, &answers, DEVIATION_IEEE754, groups);
    add_answers(&view, &answers, DEVIATION_VULKAN, groups);
    if (topic->list == TOPIC_ONLY_DEVIATING)
        add_correct(&view, &answers);
    else
        add_answers(&view, &answers, DEVIATION_NONE, groups);
    bottom = table_draw(cairo, box, view_last(&view), look);
    view_finish(&view);
    return bottom;
}

// Draws the topics, each in the column with the most room; the functions take two
// columns. Returns the lower edge of the longest column.
static double draw_topics(cairo_t *cairo, double y, const struct report *report)
{
    const double step = floor((INK_INSIDE + GAP) / (double) COLUMNS);
    const char *topics[REPORT_EXPRESSIONS_TOPICS];
    const int count = report_expressions_topics(report, topics);
    double bottoms[COLUMNS], wide = y, most = y;

    for (int i = 0; i < count; i++)
        if (topic_of(topics[i]).sum == TOPIC_WORST) {
            const struct topic topic = topic_of(topics[i]);
            const struct ink_box box = { INK_MARGIN, wide, 2 * step - GAP, 0 };

            wide = 16 + draw_topic(cairo, box, report, &topic);
        }
    for (int i = 0; i < COLUMNS; i++)
        bottoms[i] = i < 2 ? wide : y;
    for (int i = 0; i < count; i++) {
        const struct topic topic = topic_of(topics[i]);
        int at = 0;

        if (topic.list == TOPIC_TABLE || topic.sum == TOPIC_WORST)
            continue;
        for (int column = 1; column < COLUMNS; column++)
            at = bottoms[column] < bottoms[at] ? column : at;
        bottoms[at] = 16 + draw_topic(cairo,
                                      (struct ink_box){ INK_MARGIN + at * step,
                                                        bottoms[at], step - GAP, 0 },
                                      report, &topic);
    }
    for (int i = 0; i < COLUMNS; i++)
        most = fmax(most, bottoms[i]);
    return most;
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

// SPDX-License-Identifier: MIT
//
// Lists expressions: what deviates, the errors of functions, and what a compiler changes.

#include "report/text.h"

#include "base/deviation.h"
#include "base/memory.h"
#include "base/text.h"
#include "report/deviating.h"
#include "report/expressions.h"
#include "report/forms.h"
#include "report/topics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- a few of those that deviate ----

#define FEW 6 // in a brief text

// An expression that deviates. Its rank counts those of its topic that deviate from the
// same specification.
struct deviating {
    const struct finding *finding;
    const struct result *result;
    bool codes;
    int rank, order;
};

struct deviations {
    struct deviating *list; // [count], owned
    int count, ranks[DEVIATION_COUNT];
};

// Adds the expressions of a topic that deviate: with numbers, or without.
static void deviations_add(struct deviations *all, const struct report_expressions_at *at,
                           bool numbers)
{
    const char *names[REPORT_EXPRESSIONS_MAX];
    const int count = report_expressions_names(at, names);

    for (int i = 0; i < count; i++) {
        const struct result *result;
        const struct finding *finding = report_expressions_worst(at, names[i], &result);

        if (!finding || !finding->from || finding->example.wanted != numbers)
            continue;
        all->list = memory_resize(all->list, (size_t) all->count + 1, sizeof *all->list);
        all->list[all->count] =
            (struct deviating){ finding, result, topic_of(at->topic).codes,
                                all->ranks[finding->from]++, all->count };
        all->count++;
    }
}

// Orders by specification; then the first of each topic comes before the second.
static int deviations_order(const void *one, const void *other)
{
    const struct deviating *a = one, *b = other;

    if (a->finding->from != b->finding->from)
        return (int) a->finding->from - (int) b->finding->from;
    return a->rank != b->rank ? a->rank - b->rank : a->order - b->order;
}

static void start_deviations(struct view *view, enum deviation from,
                             enum view_depth depth)
{
    char head[40];
    const struct view_column columns[] = {
        { .heading = head, .minimum = 27, .usual = 27, .label = true },
        { .heading = "finding", .minimum = 10, .usual = 22 },
        { .heading = "got", .minimum = 16, .usual = 16 },
        { .heading = "expected", .minimum = 15, .usual = 15 },
    };

    snprintf(head, sizeof head, "deviates from %s", deviation_title(from));
    view_table(view, head, columns, 4)->depth = depth;
}

static void deviating_row(struct view *view, const struct deviating *it,
                          enum view_depth depth)
{
    struct report_deviating told;

    report_deviating(it->finding, it->result, it->codes, &told);
    view_add_row(view)->depth = depth;
    view_set(view, 0, it->finding->from == DEVIATION_GLSL ? VIEW_BAD : VIEW_STRONG,
             told.name);
    view_set(view, 1, VIEW_PLAIN, told.answer);
    view_set(view, 2, VIEW_PLAIN, told.got);
    view_set(view, 3, VIEW_PLAIN, told.want);
}

// Returns true if an expression of the same name comes before `at`.
static bool was_told(const struct deviations *all, int at)
{
    for (int i = 0; i < at; i++)
        if (!strcmp(all->list[i].finding->expression, all->list[at].finding->expression))
            return true;
    return false;
}

static void deviations_tell(struct view *view, const struct deviations *all)
{
    enum deviation from = DEVIATION_NONE;
    int told = 0;

    for (int i = 0; i < all->count; i++) {
        const enum view_depth depth = told < FEW ? VIEW_ALWAYS : VIEW_FULL;

        if (was_told(all, i))
            continue;
        if (all->list[i].finding->from != from)
            start_deviations(view, all->list[i].finding->from, depth);
        if (!told)
            view_last(view)->gap = true;
        from = all->list[i].finding->from;
        deviating_row(view, &all->list[i], depth);
        told++;
    }
    if (all->count <= FEW)
        return;
    view_paragraph(
        view, VIEW_PLAIN,
        view_words(view, "and %d more; --show deviations lists them", all->count - FEW))
        ->depth = VIEW_BRIEF;
}

void report_deviations(struct view *view, const struct report *report)
{
    const char *names[REPORT_EXPRESSIONS_TOPICS];
    const int count = report_expressions_topics(report, names);
    struct deviations all = { 0 };

    for (int i = 0; i < count; i++) {
        const struct report_expressions_at at = { report, names[i], { 0 } };

        memset(all.ranks, 0, sizeof all.ranks);
        deviations_add(&all, &at, true);
        deviations_add(&all, &at, false);
    }
    if (all.count) {
        qsort(all.list, (size_t) all.count, sizeof *all.list, deviations_order);
        view_chapter(view, "What deviates")->gap = false;
        deviations_tell(view, &all);
    }
    free(all.list);
}

// ---- errors ----

#define NEAR_ZERO 0x1p-16
#define LARGE_ULP 0x1p13 // more than any bound of a function allows

// Returns where an error that is allowed is so large: near 0 an error in ulp has no bound
// if the function is computed from others.
static const char *where_large(const struct finding *finding)
{
    const struct finding_case *worst = &finding->example;
    float x = 0, got = 0;

    if (finding->from || !finding->glsl[0] || !finding->error_known || worst->wide ||
        worst->operands < 1 ||
        fmax(-finding->error_min_ulp, finding->error_max_ulp) < LARGE_ULP)
        return "";
    memcpy(&x, &(uint32_t){ (uint32_t) worst->in[0] }, sizeof x);
    memcpy(&got, &(uint32_t){ (uint32_t) worst->got[0] }, sizeof got);
    if (fabsf(x) >= NEAR_ZERO)
        return "";
    return got == 0 ? " near 0, flushed" : " near 0";
}

// Adds the error of a function at the place that stands for each stage: once for stages
// that share it.
static void error_row(struct view *view, const struct report *report, const char *name)
{
    struct report_expressions_at at = { report, topic_list[TOPIC_FUNCTIONS].name, { 0 } };
    const struct finding *first = NULL;
    char texts[STAGE_COUNT][80] = { "" }, text[300];
    const char *told[STAGE_COUNT];
    int like[STAGE_COUNT];

    for (int i = 0; i < STAGE_COUNT; i++) {
        const struct finding *finding = report_expressions_best(&at, (enum stage) i)
                                            ? report_expressions_find(&at, name)
                                            : NULL;

        told[i] = texts[i];
        like[i] = -1;
        if (!finding || !finding->cases)
            continue;
        finding_text_narrow(finding, 14, texts[i], sizeof texts[i]);
        text_add(texts[i], sizeof texts[i], "%s", where_large(finding));
        for (like[i] = 0; strcmp(texts[like[i]], texts[i]) != 0;)
            like[i]++;
        first = first ? first : finding;
    }
    if (!first)
        return;
    report_expressions_by_stage(told, like, text, sizeof text);
    view_add_row(view);
    view_set(view, 0, first->from ? VIEW_STRONG : VIEW_PLAIN, name);
    view_set(view, 1, VIEW_PLAIN, text);
    view_set(view, 2, VIEW_SOFT,
             first->from
                 ? view_words(view, "deviates from %s", deviation_title(first->from))
                 : first->glsl);
}

void report_errors(struct view *view, const struct report *report)
{
    const struct report_expressions_at at = { report,
                                              topic_list[TOPIC_FUNCTIONS].name,
                                              { 0 } };
    const struct view_column columns[] = {
        { .heading = "function", .minimum = 24, .usual = 24, .label = true },
        { .heading = "largest error", .minimum = 20, .usual = 28 },
        { .heading = "allowed by", .minimum = 20, .usual = 28 },
    };
    const char *names[REPORT_EXPRESSIONS_MAX];
    const int count = report_expressions_names(&at, names);

    if (!count)
        return;
    view_chapter(view, "Errors of functions")->depth = VIEW_FULL;
    view_table(view, "", columns, 3)->depth = VIEW_FULL;
    for (int i = 0; i < count; i++)
        error_row(view, report, names[i]);
}

// ---- marks ----

struct marks {
    struct report_expressions_at at; // form aside
    enum form forms[FORM_COUNT];     // columns
    int count;
    int bits; // of the significand there
};

// Chooses the place: the fragment stage, or the first that was measured. Returns false
// if the topic was not measured.
static bool marks_init(struct marks *marks, const struct report *report,
                       const char *topic)
{
    *marks = (struct marks){ .at = { report, topic, { 0 } } };
    for (int stage = 0; stage < STAGE_COUNT && !marks->count; stage++) {
        if (!report_expressions_best(&marks->at, (enum stage) stage))
            continue;
        for (int form = 0; form < FORM_COUNT; form++) {
            struct report_expressions_at at = marks->at;
            at.place.form = (enum form) form;
            if (report_expressions_asked(&at))
                marks->forms[marks->count++] = (enum form) form;
        }
        marks->bits = report_expressions_bits(report, marks->at.place.stage,
                                              marks->at.place.precision);
    }
    return marks->count != 0;
}

// Adds a row of marks, unless the compiler leaves the expression as written in all
// forms. Returns true if it does.
static bool add_marks(struct view *view, const struct marks *marks, const char *line,
                      bool brief)
{
    const struct finding *findings[FORM_COUNT];
    char name[48];
    bool changed = false, asked = false;

    for (int i = 0; i < marks->count; i++) {
        struct report_expressions_at at = marks->at;

        at.place.form = marks->forms[i];
        findings[i] = report_expressions_find(&at, line);
        asked |= findings[i] && findings[i]->cases;
        changed |= findings[i] && findings[i]->cases &&
                   (report_expressions_is_undecided(findings[i]) ||
                    !report_expressions_as_written(findings[i], marks->bits));
    }
    if (!changed)
        return asked;
    snprintf(name, sizeof name, "%s", line);
    if (brief)
        report_forms_short(line, name, sizeof name);
    view_add_row(view);
    view_set(view, 0, VIEW_PLAIN, name);
    for (int i = 0; i < marks->count; i++) {
        const bool measured = findings[i] && findings[i]->cases &&
                              !report_expressions_is_undecided(findings[i]);
        const bool fine =
            measured && report_expressions_as_written(findings[i], marks->bits);

        view_set(view, i + 1, measured && !fine ? VIEW_OTHER : VIEW_SOFT,
                 !measured ? "-"
                 : fine    ? "\u2022"
                           : "\u25cf");
    }
    return false;
}

void report_marks(struct view *view, const struct report *report, enum topic_id id)
{
    static const char *const titles[TOPIC_COUNT] = {
        [TOPIC_CONTRACTION] = "Contraction to fma",
        [TOPIC_FOLDING] = "Folding",
        [TOPIC_ERROR_FREE] = "Error-free transforms",
    };
    const char *names[REPORT_EXPRESSIONS_MAX];
    struct view_column columns[FORM_COUNT + 1] = { { .heading = "", .label = true } };
    struct marks marks;
    int count = 0, left = 0;
    const bool measured = marks_init(&marks, report, topic_list[id].name);

    for (int i = 0; i < marks.count; i++)
        columns[i + 1].heading = form_name(marks.forms[i]);
    view_table(view, titles[id], columns, marks.count + 1);
    if (measured)
        count = report_expressions_names(&marks.at, names);
    for (int i = 0; i < count; i++)
        left += add_marks(view, &marks, names[i], id == TOPIC_ERROR_FREE);
    if (!measured)
        view_last(view)->text = "not measured";
    else if (left)
        view_last(view)->text =
            view_words(view,
                       !view_last(view)->row_count ? "all %d are %s"
                       : left == 1                 ? "the other %d is %s"
                                                   : "the other %d are %s",
                       left, id == TOPIC_ERROR_FREE ? "exact" : "as written");
}

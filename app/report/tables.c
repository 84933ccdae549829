// SPDX-License-Identifier: MIT

#include "report/text.h"

#include "base/text.h"
#include "report/view.h"

#include <string.h>

#define LIMITS 200 // bytes of the limits of a precision

static void bits_row(struct view *view, const struct report *report, int stage,
                     int precision, const char *name)
{
    struct report_view_claim claim = report_view_claim(report, stage, precision);
    char bits[80], words[40] = "claims nothing";

    if (claim.bits && claim.known && !claim.more)
        snprintf(words, sizeof words, "as claimed");
    else if (claim.bits)
        snprintf(words, sizeof words, "claims %d%s", claim.bits,
                 claim.more > 0   ? ", has more"
                 : claim.more < 0 ? ", has fewer"
                                  : "");
    report_view_bits(report, stage, precision, bits, sizeof bits);
    view_add_row(view);
    view_set(view, 0, VIEW_PLAIN, name);
    view_set(view, 1, VIEW_PLAIN, precision_name(precision));
    view_set(view, 2, VIEW_PLAIN, bits);
    view_set(view, 3, claim.more < 0 ? VIEW_BAD : VIEW_PLAIN, words);
}

// Writes "11 bits, largest 65504, ..."; "" where that is not known.
static void limits_of(const struct report *report, int stage, int precision,
                      char text[LIMITS])
{
    char limits[LIMITS - 20];

    text[0] = 0;
    report_view_limits(report, stage, precision, limits, sizeof limits);
    if (limits[0])
        snprintf(text, LIMITS, "%d bits, %s",
                 report_combine(report, stage, precision).fraction_bits + 1, limits);
}

// The first stage at which a precision was asked.
static int first_stage(const struct report *report, int precision)
{
    int stage = 0;

    while (stage < STAGE_COUNT && !report_view_asked(report, stage, precision))
        stage++;
    return stage;
}

// Whether two stages have the same bits, and all that is left of the first one's rules
// may be the other's too: where only the width was asked, most are.
static bool is_same_bits(const struct report *report, int precision, int one, int other)
{
    struct verdict a = report_combine(report, one, precision);
    struct verdict b = report_combine(report, other, precision);

    return a.status == b.status && a.fraction_bits == b.fraction_bits &&
           (!b.survivors || !(a.survivors & ~b.survivors));
}

// Whether a precision was asked at several stages and has the same bits at each, no
// fewer than are claimed.
static bool is_everywhere(const struct report *report, int precision)
{
    int first = first_stage(report, precision), asked = 0;

    for (int stage = first; stage < STAGE_COUNT; stage++) {
        if (!report_view_asked(report, stage, precision))
            continue;
        asked++;
        if (!is_same_bits(report, precision, first, stage) ||
            report_view_claim(report, stage, precision).more < 0)
            return false;
    }
    return asked > 1;
}

// Returns the first stage with the same limits of a precision.
static int same_limits(const struct report *report, int stage, int precision)
{
    char limits[LIMITS], other[LIMITS] = "";
    int first = -1;

    limits_of(report, stage, precision, limits);
    do
        limits_of(report, ++first, precision, other);
    while (strcmp(other, limits) != 0);
    return first;
}

// Returns the first precision with the same limits at every stage.
static int limits_twin(const struct report *report, int precision)
{
    char limits[LIMITS], other[LIMITS];
    bool same = false;
    int first = -1;

    while (!same) {
        same = true;
        first++;
        for (int stage = 0; stage < STAGE_COUNT; stage++) {
            limits_of(report, stage, precision, limits);
            limits_of(report, stage, first, other);
            same &= !strcmp(other, limits);
        }
    }
    return first;
}

// Adds the limits of a stage and precision, unless an earlier stage shares them. Names
// the stages that do, unless all stages that were asked do.
static void limits_of_stage(struct view *view, const struct report *report, int stage,
                            int precision)
{
    char text[2 * LIMITS], stages[60] = "";
    bool all = true;

    limits_of(report, stage, precision, text);
    if (!text[0] || same_limits(report, stage, precision) < stage)
        return;
    for (int i = 0; i < STAGE_COUNT; i++) {
        if (same_limits(report, i, precision) == stage)
            text_join(stages, sizeof stages, ", ", stage_name(i));
        else
            all &= !report_view_asked(report, i, precision);
    }
    if (!all)
        text_add(text, sizeof text, " in %s", stages);
    view_named(view, precision_name(precision), text);
}

static void limits_lines(struct view *view, const struct report *report)
{
    const int before = view->count;

    for (int precision = 0; precision < PRECISION_COUNT; precision++) {
        const int twin = limits_twin(report, precision);
        char text[LIMITS] = "", as[20];

        for (int stage = 0; stage < STAGE_COUNT && !text[0]; stage++)
            limits_of(report, stage, precision, text);
        if (!text[0])
            continue;
        snprintf(as, sizeof as, "as %s", precision_name(twin));
        if (twin < precision)
            view_named(view, precision_name(precision), as);
        for (int stage = 0; stage < STAGE_COUNT && twin == precision; stage++)
            limits_of_stage(view, report, stage, precision);
    }
    if (view->count > before)
        view->sections[before].gap = true;
}

void report_tables_bits(struct view *view, const struct report *report, bool brief)
{
    const struct view_column columns[] = {
        { .heading = "stage", .minimum = 11, .usual = 11, .label = true },
        { .heading = "precision", .minimum = 11, .usual = 11, .label = true },
        { .heading = "significand", .minimum = 16, .usual = 28 },
        { .heading = "claim", .minimum = 12, .usual = 20 },
    };
    int asked = 0;

    for (int stage = 0; stage < STAGE_COUNT; stage++)
        asked += report_view_asked_stage(report, stage);
    if (!asked && report->count > 0)
        return;
    view_table(view, "", columns, 4)->gap = true;
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            bool all = brief && is_everywhere(report, precision);
            if (report_view_asked(report, stage, precision) &&
                (!all || stage == first_stage(report, precision)))
                bits_row(view, report, stage, precision,
                         all ? "each" : stage_name(stage));
        }
    limits_lines(view, report);
}

// ---- probes by forms ----

#define STAGE_CELLS (PRECISION_COUNT * FORM_COUNT)

static bool any_cell(const int *cells, int count)
{
    for (int i = 0; i < count; i++)
        if (cells[i] != REPORT_VIEW_NOT_ASKED)
            return true;
    return false;
}

// Precisions share a row with those of their kind only, so that its label is short.
static bool same_row(int (*cells)[FORM_COUNT], int one, int other)
{
    return (one < PRECISION_DOUBLE) == (other < PRECISION_DOUBLE) &&
           !memcmp(cells[one], cells[other], sizeof cells[one]);
}

// Adds one row for the precisions that fared like `precision`; none if an earlier one
// did.
static void forms_row(struct view *view, const struct report *report, const char *probe,
                      int (*cells)[FORM_COUNT], int precision)
{
    const unsigned forms = report_view_forms(report);
    char precisions[40] = "";
    int column = 2;

    if (!any_cell(cells[precision], FORM_COUNT))
        return;
    for (int i = 0; i < PRECISION_COUNT; i++) {
        if (!same_row(cells, i, precision))
            continue;
        if (i < precision)
            return;
        text_join(precisions, sizeof precisions, "/", precision_name(i));
    }
    view_add_row(view);
    view_set(view, 0, VIEW_PLAIN, probe);
    view_set(view, 1, VIEW_PLAIN, precisions);
    for (int form = 0; form < FORM_COUNT; form++) {
        const int cell = cells[precision][form];

        if (forms >> form & 1)
            view_set(view, column++,
                     cell == REPORT_VIEW_FINE      ? VIEW_GOOD
                     : cell == REPORT_VIEW_DIFFERS ? VIEW_BAD
                                                   : VIEW_PLAIN,
                     report_view_word(cell));
    }
}

// Whether a stage says nothing but what `first` says.
static bool is_repeated(const int *cells, const int *first)
{
    for (int i = 0; i < STAGE_CELLS; i++)
        if (cells[i] != REPORT_VIEW_NOT_ASKED && cells[i] != first[i])
            return false;
    return true;
}

static void start_forms(struct view *view, const struct report *report, const char *name)
{
    struct view_column columns[FORM_COUNT + 2] = {
        { .heading = name, .minimum = 13, .usual = 13, .label = true },
        { .heading = "precision", .minimum = 19, .usual = 19, .label = true },
    };
    const unsigned forms = report_view_forms(report);
    int count = 2;

    for (int form = 0; form < FORM_COUNT; form++)
        if (forms >> form & 1)
            columns[count++] = (struct view_column){ .heading = form_name(form),
                                                     .minimum = 12,
                                                     .usual = 12 };
    view_table(view, "", columns, count)->gap = true;
}

// Adds the rows that are not as those of stage `first`; all, if that is the stage itself.
static void forms_stage(struct view *view, const struct report *report, int stage,
                        int first, const char *name)
{
    const char *probes[REPORT_VIEW_PROBES];
    int count = report_view_probes(report, probes);
    bool any = false;

    for (int i = 0; i < count; i++) {
        struct report_view_grid grid;
        int(*cells)[FORM_COUNT] = grid.cells[stage];

        report_view_grid(report, probes[i], &grid);
        if (!any_cell(cells[0], STAGE_CELLS) ||
            (stage != first && is_repeated(cells[0], grid.cells[first][0])))
            continue;
        if (!any)
            start_forms(view, report, name);
        any = true;
        for (int precision = 0; precision < PRECISION_COUNT; precision++)
            forms_row(view, report, probes[i], cells, precision);
    }
}

void report_tables_forms(struct view *view, const struct report *report, bool brief)
{
    int first = 0;
    bool several = false;

    while (first < STAGE_COUNT && !report_view_asked_stage(report, first))
        first++;
    for (int stage = first + 1; stage < STAGE_COUNT; stage++)
        several |= report_view_asked_stage(report, stage);
    for (int stage = first; stage < STAGE_COUNT; stage++) {
        char name[24];

        if (brief && several && stage == first)
            snprintf(name, sizeof name, "each stage");
        else
            snprintf(name, sizeof name, "%s%s", brief && several ? "but " : "",
                     stage_name(stage));
        forms_stage(view, report, stage, brief ? first : stage, name);
    }
}

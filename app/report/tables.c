// SPDX-License-Identifier: MIT

#include "report/text.h"

#include "base/text.h"
#include "report/view.h"

#include <string.h>

#define LABEL 32 // columns of a probe and its precisions
#define FORMS 48 // and for how it fared in its forms
#define FORM  12 // of one form at least, beside them; else on a line of their own
#define LEAST 50 // columns of a table, however narrow the page

#define PLACES 22 // columns of a stage and a precision
#define BITS   28 // and of a significand
#define CLAIM  20 // and of what is claimed of it, at most

#define LIMITS        200 // bytes of the limits of a precision
#define LIMITS_INDENT 9   // columns before them

// On a narrow page a significand and a claim are wrapped. `ink` is the claim's, or that
// of a heading.
static void bits_cells(const struct report_page *page, const char *stage,
                       const char *precision, const char *bits, const char *claim,
                       enum report_page_ink ink)
{
    int width = report_page_width(page);
    bool narrow = width < PLACES + BITS + CLAIM;
    int from = narrow ? (PLACES + (width < LEAST ? LEAST : width)) / 2 : PLACES + BITS;
    enum report_page_ink other = ink == REPORT_PAGE_DIM ? ink : REPORT_PAGE_PLAIN;
    struct report_page_column columns[] = {
        { 0, 10, other, stage },
        { 11, 10, other, precision },
        { PLACES, narrow ? from - PLACES - 1 : BITS - 1, other, bits },
        { from, narrow ? from - PLACES : CLAIM, ink, claim },
    };

    report_page_row(page, columns, 4);
}

static void bits_row(const struct report_page *page, const struct report *report,
                     int stage, int precision, const char *name)
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
    bits_cells(page, name, precision_name(precision), bits, words,
               claim.more < 0 ? REPORT_PAGE_BAD : REPORT_PAGE_PLAIN);
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

static void limits_line(const struct report_page *page, int precision, const char *text)
{
    report_page_ink(page, REPORT_PAGE_DIM);
    int column = fprintf(page->file, "%s:", precision_name(precision));
    report_page_ink(page, REPORT_PAGE_PLAIN);
    fprintf(page->file, "%*s", LIMITS_INDENT - column, "");
    report_page_wrap(page, LIMITS_INDENT, LIMITS_INDENT, text, "");
}

// Prints the limits of a stage and precision, unless an earlier stage shares them. Names
// the stages that do, unless all stages that were asked do.
static void limits_of_stage(const struct report_page *page, const struct report *report,
                            int stage, int precision)
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
    limits_line(page, precision, text);
}

static void limits_lines(const struct report_page *page, const struct report *report)
{
    bool any = false;

    for (int precision = 0; precision < PRECISION_COUNT; precision++) {
        const int twin = limits_twin(report, precision);
        char text[LIMITS] = "", as[20];

        for (int stage = 0; stage < STAGE_COUNT && !text[0]; stage++)
            limits_of(report, stage, precision, text);
        if (!text[0])
            continue;
        if (!any)
            fputc('\n', page->file);
        any = true;
        snprintf(as, sizeof as, "as %s", precision_name(twin));
        if (twin < precision)
            limits_line(page, precision, as);
        for (int stage = 0; stage < STAGE_COUNT && twin == precision; stage++)
            limits_of_stage(page, report, stage, precision);
    }
}

void report_tables_bits(const struct report_page *page, const struct report *report,
                        bool brief)
{
    int asked = 0;

    for (int stage = 0; stage < STAGE_COUNT; stage++)
        asked += report_view_asked_stage(report, stage);
    if (!asked && report->count > 0)
        return;
    fputc('\n', page->file);
    bits_cells(page, "stage", "precision", "significand", "claim", REPORT_PAGE_DIM);
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            bool all = brief && is_everywhere(report, precision);
            if (report_view_asked(report, stage, precision) &&
                (!all || stage == first_stage(report, precision)))
                bits_row(page, report, stage, precision,
                         all ? "each" : stage_name(stage));
        }
    limits_lines(page, report);
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

static enum report_page_ink ink_of(int cell)
{
    return cell == REPORT_VIEW_FINE      ? REPORT_PAGE_GOOD
           : cell == REPORT_VIEW_DIFFERS ? REPORT_PAGE_BAD
                                         : REPORT_PAGE_PLAIN;
}

// Whether the forms are too many to stand beside the probe.
static bool own_line(const struct report_page *page, unsigned forms)
{
    return report_page_width(page) < LABEL + FORM * __builtin_popcount(forms);
}

// How a probe fared in each form; the forms' names if `cells` is NULL.
static void forms_cells(const struct report_page *page, const struct report *report,
                        const int *cells)
{
    unsigned forms = report_view_forms(report);
    int count = __builtin_popcount(forms), width = FORMS / count;

    if (own_line(page, forms)) {
        int most = report_page_width(page) < LEAST ? LEAST : report_page_width(page);
        fputs(cells ? "\n  " : "  ", page->file);
        width = (most - 2) / count < FORM + 4 ? (most - 2) / count : FORM + 4;
    }
    for (int form = 0; form < FORM_COUNT; form++) {
        if (forms >> form & 1)
            report_page_cell(page, cells ? ink_of(cells[form]) : REPORT_PAGE_DIM,
                             forms >> form > 1 ? width : -width,
                             cells ? report_view_word(cells[form]) : form_name(form));
    }
    fputc('\n', page->file);
}

// One row for the precisions that fared like `precision`; none if an earlier one did.
static void forms_row(const struct report_page *page, const struct report *report,
                      const char *probe, int (*cells)[FORM_COUNT], int precision)
{
    char label[40] = "";

    if (!any_cell(cells[precision], FORM_COUNT))
        return;
    for (int i = 0; i < PRECISION_COUNT; i++) {
        if (!same_row(cells, i, precision))
            continue;
        if (i < precision)
            return;
        text_join(label, sizeof label, "/", precision_name(i));
    }
    fprintf(page->file, "%-13.12s%-*s", probe,
            own_line(page, report_view_forms(report)) ? 0 : LABEL - 13, label);
    forms_cells(page, report, cells[precision]);
}

// Whether a stage says nothing but what `first` says.
static bool is_repeated(const int *cells, const int *first)
{
    for (int i = 0; i < STAGE_CELLS; i++)
        if (cells[i] != REPORT_VIEW_NOT_ASKED && cells[i] != first[i])
            return false;
    return true;
}

static void forms_head(const struct report_page *page, const struct report *report,
                       const char *name)
{
    fputc('\n', page->file);
    report_page_ink(page, REPORT_PAGE_DIM);
    if (own_line(page, report_view_forms(report)))
        fprintf(page->file, "%s\n", name);
    else
        fprintf(page->file, "%-*s", LABEL, name);
    forms_cells(page, report, NULL);
}

// Rows that are not as those of stage `first`; all, if that is the stage itself.
static void forms_stage(const struct report_page *page, const struct report *report,
                        int stage, int first, const char *name)
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
            forms_head(page, report, name);
        any = true;
        for (int precision = 0; precision < PRECISION_COUNT; precision++)
            forms_row(page, report, probes[i], cells, precision);
    }
}

void report_tables_forms(const struct report_page *page, const struct report *report,
                         bool brief)
{
    int first = 0;
    bool several = false;

    while (first < STAGE_COUNT && !report_view_asked_stage(report, first))
        first++;
    for (int stage = first + 1; stage < STAGE_COUNT; stage++)
        several |= report_view_asked_stage(report, stage);
    for (int stage = first; stage < STAGE_COUNT; stage++) {
        char name[40];
        bool heads = brief && several && stage == first;
        snprintf(name, sizeof name, heads ? "%s (others if different)" : "%s",
                 stage_name(stage));
        forms_stage(page, report, stage, brief ? first : stage, name);
    }
}

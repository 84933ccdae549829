// SPDX-License-Identifier: MIT

#include "report/text.h"

#include "base/text.h"
#include "report/view.h"

#include <string.h>

#define FORMS 48 // columns for how a probe fared in its forms

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
    fprintf(page->file, "%-11s%-11s%-28s", name, precision_name(precision), bits);
    if (claim.more < 0)
        report_page_ink(page, REPORT_PAGE_BAD);
    fputs(words, page->file);
    if (claim.more < 0)
        report_page_ink(page, REPORT_PAGE_PLAIN);
    fputc('\n', page->file);
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

void report_tables_bits(const struct report_page *page, const struct report *report,
                        bool brief)
{
    int asked = 0;

    for (int stage = 0; stage < STAGE_COUNT; stage++)
        asked += report_view_asked_stage(report, stage);
    if (!asked && report->count > 0)
        return;
    report_page_ink(page, REPORT_PAGE_DIM);
    fprintf(page->file, "\n%-11s%-11s%-28s%s\n", "stage", "precision", "significand",
            "claim");
    report_page_ink(page, REPORT_PAGE_PLAIN);
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            bool all = brief && is_everywhere(report, precision);
            if (report_view_asked(report, stage, precision) &&
                (!all || stage == first_stage(report, precision)))
                bits_row(page, report, stage, precision,
                         all ? "each" : stage_name(stage));
        }
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

// How a probe fared in each form; the forms' names if `cells` is NULL.
static void forms_cells(const struct report_page *page, const struct report *report,
                        const int *cells)
{
    unsigned forms = report_view_forms(report);
    int width = FORMS / __builtin_popcount(forms);

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
    fprintf(page->file, "%-13.12s%-19s", probe, label);
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
    fprintf(page->file, "%-32s", name);
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
        snprintf(name, sizeof name, heads ? "%s, others alike" : "%s", stage_name(stage));
        forms_stage(page, report, stage, brief ? first : stage, name);
    }
}

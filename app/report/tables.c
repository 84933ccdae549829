// SPDX-License-Identifier: MIT

#include "report/tables.h"

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

static bool stage_asked(const struct report *report, int stage)
{
    for (int i = 0; i < PRECISION_COUNT; i++)
        if (report_view_asked(report, stage, i))
            return true;
    return false;
}

static bool any_asked(const struct report *report)
{
    for (int stage = 0; stage < STAGE_COUNT; stage++)
        if (stage_asked(report, stage))
            return true;
    return false;
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
    if (!any_asked(report) && report->count > 0)
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

static bool row_asked(const struct report *report, const char *probe, int stage,
                      int precision)
{
    for (int form = 0; form < FORM_COUNT; form++)
        if (report_view_word(report, probe, stage, precision, form)[0] != '-')
            return true;
    return false;
}

// Precisions share a row with those of their kind only, so that its label is short.
static bool same_row(const struct report *report, const char *probe, int stage, int one,
                     int other)
{
    if ((one < PRECISION_DOUBLE) != (other < PRECISION_DOUBLE))
        return false;
    for (int form = 0; form < FORM_COUNT; form++)
        if (strcmp(report_view_word(report, probe, stage, one, form),
                   report_view_word(report, probe, stage, other, form)))
            return false;
    return true;
}

static enum report_page_ink ink_of(const char *word)
{
    return !strcmp(word, "ok")        ? REPORT_PAGE_GOOD
           : !strcmp(word, "differs") ? REPORT_PAGE_BAD
                                      : REPORT_PAGE_PLAIN;
}

// How a probe fared in each form; the forms' names if it is NULL.
static void forms_cells(const struct report_page *page, const struct report *report,
                        const char *probe, int stage, int precision)
{
    int columns = 0, left;

    for (int form = 0; form < FORM_COUNT; form++)
        columns += report_view_has_form(report, form);
    left = columns;
    for (int form = 0; form < FORM_COUNT; form++) {
        const char *word = form_name(form);
        enum report_page_ink ink = REPORT_PAGE_DIM;
        int width = FORMS / columns;
        if (!report_view_has_form(report, form))
            continue;
        if (probe) {
            word = report_view_word(report, probe, stage, precision, form);
            ink = ink_of(word);
        }
        report_page_cell(page, ink, --left ? width : -width, word);
    }
    fputc('\n', page->file);
}

// One row for the precisions that fared like `precision`; none if an earlier one did.
static void forms_row(const struct report_page *page, const struct report *report,
                      const char *probe, int stage, int precision)
{
    char label[40] = "";
    const char *separator = "";

    if (!row_asked(report, probe, stage, precision))
        return;
    for (int i = 0; i < precision; i++)
        if (same_row(report, probe, stage, i, precision))
            return;
    for (int i = precision; i < PRECISION_COUNT; i++)
        if (same_row(report, probe, stage, i, precision)) {
            strcat(strcat(label, separator), precision_name(i));
            separator = "/";
        }
    fprintf(page->file, "%-13.12s%-19s", probe, label);
    forms_cells(page, report, probe, stage, precision);
}

// Whether a row of a stage says nothing but what that of `first` says.
static bool is_repeated(const struct report *report, const char *probe, int stage,
                        int first)
{
    for (int precision = 0; precision < PRECISION_COUNT; precision++)
        for (int form = 0; form < FORM_COUNT; form++) {
            const char *word = report_view_word(report, probe, stage, precision, form);
            if (word[0] != '-' && strcmp(word, report_view_word(report, probe, first,
                                                                precision, form)) != 0)
                return false;
        }
    return true;
}

static bool is_asked(const struct report *report, const char *probe, int stage)
{
    for (int precision = 0; precision < PRECISION_COUNT; precision++)
        if (row_asked(report, probe, stage, precision))
            return true;
    return false;
}

static void forms_head(const struct report_page *page, const struct report *report,
                       const char *name)
{
    fputc('\n', page->file);
    report_page_ink(page, REPORT_PAGE_DIM);
    fprintf(page->file, "%-32s", name);
    forms_cells(page, report, NULL, 0, 0);
}

// Rows that are not as those of stage `first`; all, if that is the stage itself.
static void forms_stage(const struct report_page *page, const struct report *report,
                        int stage, int first, const char *name)
{
    const char *probes[REPORT_VIEW_PROBES];
    int count = report_view_probes(report, probes);
    bool any = false;

    for (int i = 0; i < count; i++) {
        if (!is_asked(report, probes[i], stage) ||
            (stage != first && is_repeated(report, probes[i], stage, first)))
            continue;
        if (!any)
            forms_head(page, report, name);
        any = true;
        for (int precision = 0; precision < PRECISION_COUNT; precision++)
            forms_row(page, report, probes[i], stage, precision);
    }
}

void report_tables_forms(const struct report_page *page, const struct report *report,
                         bool brief)
{
    int first = 0;
    bool several = false;

    while (first < STAGE_COUNT && !stage_asked(report, first))
        first++;
    for (int stage = first + 1; stage < STAGE_COUNT; stage++)
        several |= stage_asked(report, stage);
    for (int stage = first; stage < STAGE_COUNT; stage++) {
        char name[40];
        bool heads = brief && several && stage == first;
        snprintf(name, sizeof name, heads ? "%s, others alike" : "%s", stage_name(stage));
        forms_stage(page, report, stage, brief ? first : stage, name);
    }
}

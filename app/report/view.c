// SPDX-License-Identifier: MIT

#include "report/view.h"

#include <string.h>

int report_view_probes(const struct report *report, const char *names[REPORT_VIEW_PROBES])
{
    int count = 0;

    for (int i = 0; i < report->count && count < REPORT_VIEW_PROBES; i++) {
        const char *name = report->results[i].probe;
        bool known = report_of_lines(&report->results[i]);
        for (int j = 0; j < count; j++)
            known |= !strcmp(names[j], name);
        if (!known)
            names[count++] = name;
    }
    return count;
}

const char *report_view_word(const struct report *report, const char *probe,
                             enum stage stage, enum precision precision, enum form form)
{
    const char *word = "-";

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        if (strcmp(result->probe, probe) || result->stage != stage ||
            result->precision != precision || result->form != form)
            continue;
        if (result->verdict.status != STATUS_OK)
            return status_name(result->verdict.status);
        if (result->difference.mismatches)
            word = "differs";
        else if (word[0] == '-')
            word = "ok";
    }
    return word;
}

// The first result of a stage and precision, or NULL.
static const struct result *first_of(const struct report *report, enum stage stage,
                                     enum precision precision)
{
    for (int i = 0; i < report->count; i++)
        if (report->results[i].stage == stage &&
            report->results[i].precision == precision &&
            !report_of_lines(&report->results[i]))
            return &report->results[i];
    return NULL;
}

bool report_view_asked(const struct report *report, enum stage stage,
                       enum precision precision)
{
    return first_of(report, stage, precision);
}

bool report_view_has_precision(const struct report *report, enum precision precision)
{
    bool has = precision != PRECISION_DOUBLE && precision != PRECISION_FLOAT16;

    for (int stage = 0; stage < STAGE_COUNT; stage++)
        has |= report_view_asked(report, (enum stage) stage, precision);
    return has;
}

bool report_view_has_form(const struct report *report, enum form form)
{
    bool has = form != FORM_INVARIANT;

    for (int i = 0; i < report->count; i++)
        has |= report->results[i].form == form && !report_of_lines(&report->results[i]);
    return has;
}

struct report_view_totals report_view_totals(const struct report *report)
{
    struct report_view_totals totals = { 0 };

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        if (report_of_lines(result))
            continue;
        if (result->verdict.status != STATUS_OK) {
            totals.apart += result->difference.pixels > 0;
            continue;
        }
        totals.pixels += result->difference.pixels;
        totals.mismatches += result->difference.mismatches;
        totals.compared += result->difference.pixels > 0;
        if (result->difference.mismatches && !totals.first)
            totals.first = result;
    }
    return totals;
}

void report_view_compared(const struct report_view_totals *totals, char *text,
                          size_t size)
{
    snprintf(text, size, "%ld pixels of %d result%s, %ld differ%s", totals->pixels,
             totals->compared, totals->compared == 1 ? "" : "s", totals->mismatches,
             totals->mismatches == 1 ? "s" : "");
}

static bool any_ok(const struct report *report, enum stage stage,
                   enum precision precision)
{
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        if (result->stage == stage && result->precision == precision &&
            result->verdict.status == STATUS_OK && !report_of_lines(result))
            return true;
    }
    return false;
}

void report_view_bits(const struct report *report, enum stage stage,
                      enum precision precision, char *text, size_t size)
{
    struct verdict verdict = report_combine(report, stage, precision);
    const struct result *first = first_of(report, stage, precision);

    if (!first)
        snprintf(text, size, "not asked");
    else if (!any_ok(report, stage, precision))
        snprintf(text, size, "%s", status_name(first->verdict.status));
    else if (verdict.status != STATUS_OK)
        snprintf(text, size, "%s", status_name(verdict.status));
    else if (verdict.fraction_bits < 0)
        snprintf(text, size, "? bits, %s", verdict_rounding(verdict.survivors));
    else
        snprintf(text, size, "%d bits, %s", verdict.fraction_bits + 1,
                 verdict_rounding(verdict.survivors));
}

struct report_view_claim report_view_claim(const struct report *report, enum stage stage,
                                           enum precision precision)
{
    int claimed = report->device.claimed[stage][precision].precision;
    int has = report_combine(report, stage, precision).fraction_bits;

    return (struct report_view_claim){
        .bits = claimed ? claimed + 1 : 0,
        .known = has >= 0,
        .more = claimed && has >= 0 ? has - claimed : 0,
    };
}

void report_view_survivors(const struct verdict *verdict, char *text, size_t size)
{
    if (verdict->survivors == VERDICT_ALL_RULES)
        snprintf(text, size, "all %d rounding rules", FP_ROUND_COUNT);
    else
        verdict_survivors_text(verdict->survivors, text, size);
}

void report_view_range(const struct verdict *verdict, char *text, size_t size)
{
    static const char *const words[] = { [SUBNORMALS_UNKNOWN] = "",
                                         [SUBNORMALS_KEPT] = "subnormals kept",
                                         [SUBNORMALS_FLUSHED] = "subnormals flushed" };
    const char *subnormals = words[verdict->subnormals];

    if (verdict->emax < 0)
        snprintf(text, size, "%s", subnormals);
    else
        snprintf(text, size, "largest exponent %s%d%s%s",
                 verdict->emax_at_least ? "at least " : "", verdict->emax,
                 subnormals[0] ? ", " : "", subnormals);
}

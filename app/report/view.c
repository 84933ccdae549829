// SPDX-License-Identifier: MIT

#include "report/view.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WHOLE_MAX 1e10 // whole numbers below it are printed whole

int report_view_probes(const struct report *report, const char *names[REPORT_VIEW_PROBES])
{
    int count = 0;

    for (int i = 0; i < report->count && count < REPORT_VIEW_PROBES; i++) {
        const char *name = report->results[i].probe;
        bool known = report_has_expressions(&report->results[i]);
        for (int j = 0; j < count; j++)
            known |= !strcmp(names[j], name);
        if (!known)
            names[count++] = name;
    }
    return count;
}

void report_view_grid(const struct report *report, const char *probe,
                      struct report_view_grid *grid)
{
    *grid = (struct report_view_grid){ 0 };
    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        int *cell = &grid->cells[result->stage][result->precision][result->form];

        if (strcmp(result->probe, probe) != 0 || *cell >= REPORT_VIEW_NOT_OK)
            continue;
        if (result->verdict.status != STATUS_OK)
            *cell = REPORT_VIEW_NOT_OK + (int) result->verdict.status;
        else if (result->difference.mismatches)
            *cell = REPORT_VIEW_DIFFERS;
        else if (*cell == REPORT_VIEW_NOT_ASKED)
            *cell = REPORT_VIEW_FINE;
    }
}

const char *report_view_word(int cell)
{
    static const char *const words[] = { "-", "ok", "differs" };

    return cell < REPORT_VIEW_NOT_OK
               ? words[cell]
               : status_name((enum status)(cell - REPORT_VIEW_NOT_OK));
}

// The first result of a stage and precision, or NULL.
static const struct result *view_first_of(const struct report *report, enum stage stage,
                                          enum precision precision)
{
    for (int i = 0; i < report->count; i++)
        if (report->results[i].stage == stage &&
            report->results[i].precision == precision &&
            !report_has_expressions(&report->results[i]))
            return &report->results[i];
    return NULL;
}

bool report_view_asked(const struct report *report, enum stage stage,
                       enum precision precision)
{
    return view_first_of(report, stage, precision);
}

bool report_view_asked_stage(const struct report *report, enum stage stage)
{
    for (int i = 0; i < PRECISION_COUNT; i++)
        if (report_view_asked(report, stage, (enum precision) i))
            return true;
    return false;
}

unsigned report_view_forms(const struct report *report)
{
    unsigned forms = ((1u << FORM_COUNT) - 1) & ~(1u << FORM_INVARIANT);

    for (int i = 0; i < report->count; i++)
        if (!report_has_expressions(&report->results[i]))
            forms |= 1u << report->results[i].form;
    return forms;
}

bool report_view_licensed(const struct result *result)
{
    return result->verdict.status == STATUS_FOLDED &&
           (result->form == FORM_PLAIN || result->form == FORM_PUBLISHED);
}

static void count_without(struct report_view_totals *totals, const struct result *result)
{
    if (report_view_licensed(result)) {
        totals->simplified++;
        totals->published |= result->form == FORM_PUBLISHED;
    } else {
        totals->apart++;
        totals->by_status[result->verdict.status]++;
    }
}

// Returns whether the reference of the report answered a part of what a result asks.
static bool is_partly(const struct report *report, const struct result *result)
{
    size_t length = strlen(report->reference_kind);

    return length > 0 && result->reference[length] == ',' &&
           !strncmp(result->reference, report->reference_kind, length);
}

struct report_view_totals report_view_totals(const struct report *report)
{
    struct report_view_totals totals = { 0 };

    for (int i = 0; i < report->count; i++) {
        const struct result *result = &report->results[i];
        if (report_has_expressions(result))
            continue;
        if (result->verdict.status != STATUS_OK) {
            if (result->difference.pixels > 0)
                count_without(&totals, result);
            continue;
        }
        totals.pixels += result->difference.pixels;
        totals.mismatches += result->difference.mismatches;
        totals.compared += result->difference.pixels > 0;
        totals.partly += is_partly(report, result);
        if (result->difference.pixels > 0 && report->reference_kind[0] &&
            strcmp(result->reference, report->reference_kind) != 0 &&
            !is_partly(report, result)) {
            totals.others++;
            verdict_name_once(totals.with, sizeof totals.with, result->reference);
        }
        if (result->difference.mismatches && !totals.first)
            totals.first = result;
    }
    return totals;
}

void report_view_drawn(const struct report *report, char *text, size_t size)
{
    enum api api = report->device.api;

    text[0] = '\0';
    for (int i = 0; i < report->count && !text[0]; i++) {
        const struct result *result = &report->results[i];
        const struct drawn *drawn = &result->drawn;
        bool points = report_has_expressions(result) && drawn->draw == DRAW_POINTS;

        if (!drawn_usual(drawn, api, result->stage, result->readout,
                         points || result->stage == STAGE_VERTEX))
            snprintf(text, size, "as %s into %s; the usual way %s (%s %s %s, first)",
                     draw_name(drawn->draw), target_name(drawn->target),
                     drawn->draw == DRAW_STRIP_STORED ? "does not show what is stored"
                                                      : "paints nothing",
                     result->probe, stage_name(result->stage),
                     readout_name(result->readout));
    }
}

void report_view_compared(const struct report_view_totals *totals, char *text,
                          size_t size)
{
    snprintf(text, size, "%ld pixels of %d result%s, %ld differ%s", totals->pixels,
             totals->compared, totals->compared == 1 ? "" : "s", totals->mismatches,
             totals->mismatches == 1 ? "s" : "");
    if (totals->others)
        text_add(text, size,
                 "; %d of them compared with %s: the reference does not contain %s",
                 totals->others, totals->with, totals->others == 1 ? "it" : "them");
    if (totals->partly)
        text_add(
            text, size,
            "; %d of them compared partly with model: the reference does not contain all",
            totals->partly);
}

void report_view_bits(const struct report *report, enum stage stage,
                      enum precision precision, char *text, size_t size)
{
    struct verdict verdict = report_combine(report, stage, precision);
    const struct result *first = view_first_of(report, stage, precision);
    char adder[FOREIGN_NAME];

    verdict_adder(&verdict, adder, sizeof adder);
    if (!first)
        snprintf(text, size, "not measured");
    else if (!report_answered(report, stage, precision, true))
        snprintf(text, size, "%s", status_name(first->verdict.status));
    else if (verdict.status != STATUS_OK)
        snprintf(text, size, "%s", status_name(verdict.status));
    else if (verdict.fraction_bits < 0)
        snprintf(text, size, "? bits, %s", adder);
    else
        snprintf(text, size, "%d bits, %s", verdict.fraction_bits + 1, adder);
    if (verdict.inside_bits)
        text_add(text, size, ", %d inside", verdict.inside_bits);
}

// Why bits are not known: of stripes, which see the most of the range, else of what was
// asked first.
static const char *why_unknown(const struct report *report, enum stage stage,
                               enum precision precision)
{
    const struct result *why = view_first_of(report, stage, precision);

    for (int i = report->count - 1; i >= 0; i--) {
        const struct result *result = &report->results[i];

        if (result->stage == stage && result->precision == precision &&
            !strcmp(result->probe, "stripes") &&
            result->verdict.status == STATUS_UNDECIDED)
            why = result;
    }
    return why && why->verdict.status == STATUS_UNDECIDED ? why->verdict.reason : "";
}

// Every integer up to 2^p has p bits; 2^p + 1 has one more.
void report_view_plain(const struct report *report, enum stage stage,
                       enum precision precision, char *text, size_t size)
{
    const struct verdict verdict = report_combine(report, stage, precision);
    const int bits = verdict.fraction_bits + 1;
    const bool small = !verdict.emax_at_least && verdict.emax >= 0 && verdict.emax < bits;
    const char *why = why_unknown(report, stage, precision);
    char words[80];

    snprintf(text, size, "%s%s%s", stage == STAGE_FRAGMENT ? "" : stage_name(stage),
             stage == STAGE_FRAGMENT ? "" : " ", precision_name(precision));
    report_view_bits(report, stage, precision, words, sizeof words);
    if (verdict.status != STATUS_OK || bits < 1)
        text_add(text, size, ": %s%s%s", words, why[0] ? ": " : "", why);
    else if (small)
        text_add(text, size, " keeps %d bits, and its numbers end below %lld", bits,
                 1LL << (verdict.emax + 1));
    else
        text_add(text, size, " keeps %d bits: whole texels up to %lld, then it skips",
                 bits, 1LL << bits);
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
    if (verdict->foreign.known)
        verdict_adder(verdict, text, size);
    else if (verdict->survivors == VERDICT_ALL_RULES)
        snprintf(text, size, "all %d rounding models", FP_ROUND_COUNT);
    else
        verdict_survivors_text(verdict->survivors, text, size);
}

// Writes a positive number, rounded down: to a whole number from 1000 to ten digits, else
// to so many digits.
static void limits_number(double value, int digits, char text[32])
{
    const bool is_whole = value < WHOLE_MAX && (value >= 1000 || value == floor(value));
    char *e;

    snprintf(text, 32, "%.*g", is_whole ? 10 : digits,
             is_whole ? floor(value) : finding_floor(value, digits));
    e = strchr(text, 'e');
    if (e)
        snprintf(e, 32 - (size_t) (e - text), "e%d", atoi(e + 1));
}

// Writes the smallest number whose square is not below 2^top, rounded up to a whole
// number or to 3 digits. With `at_least` the range may be larger: squares up to there
// fit.
static void limits_squares(int top, bool at_least, char *text, size_t size)
{
    const double root = ldexp(top % 2 ? sqrt(2) : 1, top / 2);
    char number[32];

    limits_number(at_least || root >= WHOLE_MAX ? root : ceil(root), 3, number);
    text_add(text, size, ", squares %s %s", at_least ? "fit up to" : "overflow from",
             number);
}

// Writes the smallest positive number, 2^lowest; nothing where that is not known.
static void limits_smallest(const struct verdict *verdict, char *text, size_t size)
{
    const bool is_kept = verdict->subnormals == SUBNORMALS_KEPT;
    const int lowest = 1 - verdict->emax - (is_kept ? verdict->fraction_bits : 0);
    // The smallest operand that binary32 and binary64 have: nothing below it was asked.
    const bool is_last = verdict->emax_at_least && (lowest == -149 || lowest == -1074);
    char number[32];

    if (verdict->subnormals == SUBNORMALS_UNKNOWN || lowest < -1074)
        return;
    limits_number(finding_rounded(ldexp(1, lowest), 2), 2, number);
    text_add(text, size, is_last ? ", down to %s at least" : ", nothing below %s%s",
             number, is_kept ? "" : " (subnormals flushed)");
}

void report_view_limits(const struct report *report, enum stage stage,
                        enum precision precision, char *text, size_t size)
{
    const struct verdict verdict = report_combine(report, stage, precision);
    const double last_place = ldexp(1, verdict.emax - verdict.fraction_bits);
    char number[32];

    text[0] = '\0';
    if (verdict.emax < 1 || verdict.fraction_bits < 0)
        return;
    limits_number(2 * (ldexp(1, verdict.emax) - last_place / 2), 3, number);
    snprintf(text, size, "largest %s%s", verdict.emax_at_least ? "at least " : "",
             number);
    limits_squares(verdict.emax + 1, verdict.emax_at_least, text, size);
    limits_smallest(&verdict, text, size);
}

void report_view_range(const struct verdict *verdict, char *text, size_t size)
{
    static const char *const words[] = { [SUBNORMALS_UNKNOWN] = "",
                                         [SUBNORMALS_KEPT] = "subnormals kept",
                                         [SUBNORMALS_FLUSHED] = "subnormals flushed" };
    const char *beyond = overflow_words(verdict->overflow);
    const char *subnormals = words[verdict->subnormals];

    text[0] = '\0';
    if (verdict->emax >= 0)
        snprintf(text, size, "largest exponent %s%d",
                 verdict->emax_at_least ? "at least " : "", verdict->emax);
    if (verdict->emax >= 0 && beyond[0])
        text_add(text, size, ", %s", beyond);
    if (subnormals[0])
        text_join(text, size, ", ", subnormals);
}

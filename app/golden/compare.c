// SPDX-License-Identifier: MIT

#include "golden/golden.h"

#include <math.h>
#include <string.h>

#define CLASS_BITS 6

// Reads the error in ulp, 1 if there is none, and the exponent of an absolute error, -1
// if there is none. Returns false if there is neither.
static bool read_figures(const struct finding *finding, double *ulp, double *bits)
{
    bool any = finding_is_of(finding, FINDING_RULE); // less than an ulp

    *ulp = 1;
    *bits = -1;
    for (int i = 0; i < FINDING_ANSWERS && finding->answer[i].kind; i++) {
        const struct finding_remark *remark = &finding->answer[i];
        bool absolute = finding_is_absolute(remark->kind);

        if (remark->kind->class != FINDING_ULP ||
            (absolute && (remark->value <= 0 || remark->value >= 1)))
            continue;
        if (absolute)
            *bits = -log2(remark->value);
        else
            *ulp = remark->value;
        any = true;
    }
    return any;
}

static bool same_class(const struct finding *want, const struct finding *got)
{
    double want_ulp, want_bits, got_ulp, got_bits;
    bool want_figures = read_figures(want, &want_ulp, &want_bits);
    bool got_figures = read_figures(got, &got_ulp, &got_bits);

    if (finding_is_of(want, FINDING_UNSUPPORTED) !=
        finding_is_of(got, FINDING_UNSUPPORTED))
        return false;
    if (!want_figures || !got_figures)
        return true;
    return fabs(log2(fmax(want_ulp, 1)) - log2(fmax(got_ulp, 1))) <= CLASS_BITS &&
           (want_bits < 0) == (got_bits < 0) && fabs(want_bits - got_bits) <= CLASS_BITS;
}

bool golden_same_finding(const struct finding *want, const struct finding *got,
                         bool by_class)
{
    if (!by_class)
        return finding_same(want, got);
    return finding_same_expression(want, got) && want->deviates == got->deviates &&
           same_class(want, got);
}

bool golden_same_verdict(const struct verdict *want, const struct verdict *got)
{
    // Earlier reports have numbers beside the reason of a result that is not ok.
    if (want->status != STATUS_OK)
        return want->status == got->status;
    return got->status == STATUS_OK && want->fraction_bits == got->fraction_bits &&
           want->emax == got->emax && want->emax_at_least == got->emax_at_least &&
           want->subnormals == got->subnormals && want->overflow == got->overflow &&
           want->survivors == got->survivors &&
           foreign_same(&want->foreign, &got->foreign);
}

bool golden_same_pixels(const struct golden *golden, const struct result *result)
{
    return !strcmp(golden->result.sha256, result->sha256) &&
           golden->result.width == result->width &&
           golden->result.height == result->height;
}

static bool same_answers(const struct result *want, const struct result *got,
                         uint64_t by_class)
{
    if (!golden_same_verdict(&want->verdict, &got->verdict) ||
        want->finding_count != got->finding_count)
        return false;
    for (int i = 0; i < want->finding_count; i++)
        if (!golden_same_finding(&want->findings[i], &got->findings[i],
                                 by_class >> (i & 63) & 1))
            return false;
    return true;
}

// Returns true if the pictures agree in all cells that are compared bit by bit.
static bool same_where_exact(const struct result *result, uint64_t by_class,
                             const struct pixels *want, const struct pixels *got)
{
    int rows = result->finding_count ? result->bands / result->finding_count : 0;
    int high = rows > 0 ? want->height / result->bands : 0;

    if (!by_class || !want->words || !got->words || high == 0 ||
        want->width != got->width || want->height != got->height)
        return false;
    for (int y = 0; y < want->height; y++) {
        int line = (result->bands - 1 - y / high) / rows;

        if (!(by_class >> (line & 63) & 1) &&
            memcmp(pixels_row(want, y), pixels_row(got, y),
                   (size_t) want->width * sizeof *want->words) != 0)
            return false;
    }
    return true;
}

static bool is_stale(const struct golden_question *then,
                     const struct golden_question *today, struct golden_row *row)
{
    if (then->columns != today->columns || then->bands != today->bands)
        snprintf(row->cause, sizeof row->cause,
                 "of %d x %d cases, where %d x %d are asked now", then->columns,
                 then->bands, today->columns, today->bands);
    else if (strcmp(then->sha256, today->sha256) != 0)
        snprintf(row->cause, sizeof row->cause,
                 "other operands, or another expression, are asked now");
    return row->cause[0];
}

static void row_changed(struct golden_row *row, const struct pixels *want,
                        const struct pixels *got, uint64_t by_class)
{
    const struct result *then = &row->golden->result, *now = row->result;
    bool same = want == got && now->sha256[0];
    char words[GOLDEN_CAUSE];

    golden_words((struct golden_side){ then, want }, (struct golden_side){ now, got },
                 by_class, words);
    row->status = GOLDEN_CHANGED;
    snprintf(row->cause, sizeof row->cause, "%s%.1100s",
             same ? "the same pixels, judged otherwise: " : "", words);
}

void golden_compare(const struct golden_set *set, const struct golden *golden,
                    const struct report_folder *got, const struct result *result,
                    const struct golden_question *question, struct golden_row *row)
{
    const uint64_t by_class = golden_by_class(&got->report.device, result);
    const bool same = golden_same_pixels(golden, result);
    struct pixels want = { 0 }, drawn = { 0 };

    row->golden = golden;
    row->result = result;
    row->by_class = false;
    row->cause[0] = '\0';
    row->status = is_stale(&golden->question, question, row)
                      ? GOLDEN_STALE
                      : golden_pixels(set, golden, &want, row->cause, sizeof row->cause);
    if (row->status != GOLDEN_MATCH)
        return;
    if (!same && result->sha256[0])
        report_folder_pixels(got, result, &drawn);
    if (same_answers(&golden->result, result, by_class) &&
        (same || same_where_exact(&golden->result, by_class, &want, &drawn)))
        row->by_class = !same;
    else
        row_changed(row, &want, same ? &want : &drawn, by_class);
    pixels_finish(&drawn);
    pixels_finish(&want);
}

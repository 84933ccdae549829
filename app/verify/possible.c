// SPDX-License-Identifier: MIT
//
// What can be said of a result without its picture: no device and no judge gives some
// values, or some together.

#include "survey/plan.h"
#include "verify/private.h"

#include <string.h>

#define FORMAT_MIN 5 // bits, and emax

// The widest format there may be: what is called a half may be computed as a float.
static struct fp_format format_of(enum precision precision)
{
    return precision == PRECISION_DOUBLE ? FP_BINARY64 : FP_BINARY32;
}

bool verify_is_format(const struct result *result)
{
    const struct fp_format *format = &result->operands.format;
    struct fp_format widest = format_of(result->precision);

    return format->precision >= FORMAT_MIN && format->emax >= FORMAT_MIN &&
           format->precision <= widest.precision && format->emax <= widest.emax;
}

static void check_format(struct verify_work *work, int i, const struct result *result)
{
    const struct verdict *verdict = &result->verdict;
    struct fp_format format = format_of(result->precision);

    if (verdict->fraction_bits > format.precision - 1)
        verify_say(work, i, NULL, "says %d fraction bits; %s has at most %d",
                   verdict->fraction_bits, precision_name(result->precision),
                   format.precision - 1);
    if (verdict->emax > format.emax)
        verify_say(work, i, NULL, "says emax %d; %s has at most %d", verdict->emax,
                   precision_name(result->precision), format.emax);
    if (verdict->emax_at_least && verdict->emax < 0)
        verify_say(work, i, NULL, "says emax is at least what is not known");
    if (verdict->emax >= 0 && verdict->fraction_bits < 0)
        verify_say(work, i, NULL, "says emax %d, but no fraction bits", verdict->emax);
    if (result->built && !verify_is_format(result))
        verify_say(work, i, NULL,
                   "says operands of %d bits, emax %d; there are none of %s",
                   result->operands.format.precision, result->operands.format.emax,
                   precision_name(result->precision));
}

static void check_rules(struct verify_work *work, int i, const struct result *result)
{
    const struct verdict *verdict = &result->verdict;
    enum pattern pattern = verdict_pattern(verdict->survivors);
    bool judged = verdict->status == STATUS_OK && !result->topic[0];

    if (judged && verdict->survivors && verdict->pattern != pattern)
        verify_say(work, i, NULL, "says %s; its survivors paint %s",
                   pattern_name(verdict->pattern), pattern_name(pattern));
    if (judged && !verdict->survivors)
        verify_say(work, i, NULL, "says ok, but no rule survives");
    if (verdict->status != STATUS_OK && result->difference.pixels > 0 &&
        verdict->status != STATUS_UNDECIDED && verdict->status != STATUS_FOLDED &&
        verdict->status != STATUS_IMPOSSIBLE)
        verify_say(work, i, NULL, "says %s, but was compared",
                   status_name(verdict->status));
}

static void check_counts(struct verify_work *work, int i, const struct result *result)
{
    const struct difference *difference = &result->difference;
    long pixels = (long) result->width * result->height;

    if (difference->pixels > pixels)
        verify_say(work, i, NULL, "says %ld pixels compared of %d x %d",
                   difference->pixels, result->width, result->height);
    if (difference->mismatches > 0 && !result->topic[0] &&
        (difference->x >= result->width || difference->y >= result->height))
        verify_say(work, i, NULL, "says %d,%d differs, of %d x %d pixels", difference->x,
                   difference->y, result->width, result->height);
    for (int k = 0; k < result->finding_count; k++)
        if (result->findings[k].compared > pixels || result->findings[k].cases > pixels)
            verify_say(work, i, NULL, "says %ld cases of \"%s\" in %d x %d pixels",
                       result->findings[k].cases, result->findings[k].line, result->width,
                       result->height);
}

static void check_size(struct verify_work *work, int i, const struct result *result)
{
    const struct probe *probe = probe_find(result->probe);
    bool drawn = result->width > 0;

    if (!probe)
        return;
    if (drawn && (result->columns < 1 || result->bands < 1 ||
                  result->width % result->columns || result->height % result->bands))
        verify_say(work, i, NULL, "says %d x %d cases in %d x %d pixels", result->columns,
                   result->bands, result->width, result->height);
    if (drawn && (result->verdict.status == STATUS_UNSUPPORTED ||
                  result->verdict.status == STATUS_SKIPPED))
        verify_say(work, i, NULL, "says %s, but was drawn",
                   status_name(result->verdict.status));
    if (!drawn && result->verdict.status != STATUS_UNSUPPORTED &&
        result->verdict.status != STATUS_SKIPPED &&
        result->verdict.status != STATUS_ERROR)
        verify_say(work, i, NULL, "says %s, but was not drawn",
                   status_name(result->verdict.status));
}

void verify_possible(struct verify_work *work, int i)
{
    const struct result *result = &work->written->results[i];

    check_format(work, i, result);
    check_rules(work, i, result);
    check_counts(work, i, result);
    check_size(work, i, result);
}

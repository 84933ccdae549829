// SPDX-License-Identifier: MIT

#include "base/fp.h"
#include "probe/expressions/functions.h"
#include "probe/shared/kinds.h"

#include <math.h>
#include <stdio.h>

struct tally {
    long cases, beyond, infinite;
    double min_ulp, max_ulp; // signed
    double absolute;         // largest magnitude, where it counts
    size_t worst, first_beyond;
    double badness; // of the worst
};

static bool is_relaxed(const struct expressions_seen *seen)
{
    return seen->params->precision != PRECISION_HIGHP;
}

// The format's own ulp, or, for the law of a relaxed precision, that of binary16 at
// most.
static struct bound bound_for(const struct expressions_seen *seen, bool law)
{
    struct fp_format format = seen->known.model.format;
    struct bound bound = { format.precision, format.emax, is_relaxed(seen) };
    if (law && bound.half && bound.precision > 11)
        bound.precision = 11;
    return bound;
}

static bool is_absolute(const struct functions_entry *entry, double x)
{
    return entry->absolute || (entry->logarithm && x >= 0.5 && x <= 2);
}

static void note_beyond(struct tally *tally, size_t at)
{
    if (tally->beyond++ == 0)
        tally->first_beyond = at;
}

static void count_error(const struct expressions_seen *seen, size_t at, double x,
                        double want, struct tally *tally)
{
    const struct functions_entry *entry = functions_find(seen->expression);
    const struct bound own = bound_for(seen, false);
    double error = expressions_number(seen, seen->got[0][at]) - want;
    double ulp = bound_ulp(&own, fmax(fabs(want), entry->floor));
    bool absolute = is_absolute(entry, x);
    double badness = fabs(absolute ? error : error / ulp);
    if (absolute) {
        tally->absolute = fmax(tally->absolute, fabs(error));
    } else {
        tally->min_ulp = fmin(tally->min_ulp, error / ulp);
        tally->max_ulp = fmax(tally->max_ulp, error / ulp);
    }
    if (absolute == entry->absolute && badness > tally->badness) {
        tally->badness = badness;
        tally->worst = at;
    }
}

// `error` of a result that is `want`. No bound is below half an ulp; what a double lacks
// of the exact result is no fault of the device's.
static bool is_beyond(const struct bound *law, enum bound_function function, double x,
                      double y, double want, double error)
{
    if (error <= bound_ulp(law, want) / 2)
        return false;
    double allowed = bound_error(law, function, x, y);

    return isfinite(allowed) && !(error <= allowed * (1 + 0x1p-30));
}

static void functions_judge_count_case(const struct expressions_seen *seen, size_t at,
                                       struct tally *tally)
{
    const struct functions_entry *entry = functions_find(seen->expression);
    const struct bound law = bound_for(seen, true);
    double x = expressions_number(seen, seen->in[0][at]),
           y = expressions_number(seen, seen->in[1][at]);
    double want = functions_value(entry, x, y),
           got = expressions_number(seen, seen->got[0][at]);
    tally->cases++;
    if (is_beyond(&law, entry->bound, x, y, want, fabs(got - want)))
        note_beyond(tally, at);
    if (isfinite(got))
        count_error(seen, at, x, want, tally);
    else
        tally->infinite++;
}

static struct tally functions_judge_count(const struct expressions_seen *seen)
{
    struct tally tally = { .badness = -1 };
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i])
            functions_judge_count_case(seen, i, &tally);
    return tally;
}

// The least power of two that is no smaller; 0 is.
static double power_above(double error)
{
    int exponent;
    double fraction = frexp(error, &exponent); // in [1/2, 1), or 0

    return error == 0 ? 0 : ldexp(1, exponent - (fraction <= 0.5 * (1 + 0x1p-31)));
}

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_absolute = { "absolute", "absolute, at least {value:half}", FINDING_ULP },
    kind_absolute_near_one = { "absolute-near-one",
        "absolute, at least {value:half} in [0.5, 2]", FINDING_ULP },
    kind_not_finite = { "not-finite", "{count} not finite", FINDING_COUNT },
    kind_none_finite = { "none-finite", "none finite", FINDING_COUNT };
const struct finding_kind *const functions_kinds[] = {
    &kind_absolute, &kind_absolute_near_one, &kind_not_finite, &kind_none_finite, NULL
};
// clang-format on

static void functions_judge_say_answer(const struct functions_entry *entry,
                                       const struct tally *tally, struct finding *finding)
{
    if (tally->infinite == tally->cases) {
        FINDING_SAY(finding, &kind_none_finite);
        return;
    }
    if (!entry->absolute)
        FINDING_ALSO(finding, &kind_ulp,
                     .value = finding_ulp(fmax(-tally->min_ulp, tally->max_ulp)));
    if (entry->absolute || entry->logarithm)
        FINDING_ALSO(finding, entry->logarithm ? &kind_absolute_near_one : &kind_absolute,
                     .value = power_above(tally->absolute));
    if (tally->infinite > 0)
        FINDING_ALSO(finding, &kind_not_finite, .count = (int) tally->infinite);
}

// Zeros at the end of every answer's significand, which a correctly rounded function
// has at a few points only.
static int common_zeros(const struct expressions_seen *seen)
{
    struct fp_format carrier = expressions_carrier(seen->params);
    struct fp_format format = seen->known.model.format;
    int zeros = format.precision < 20 ? format.precision : 20;
    for (size_t i = 0; i < seen->count; i++) {
        uint64_t word = fp_convert(carrier, format, FP_RTZ, seen->got[0][i]);
        struct fp_parts parts = fp_unpack(format, word);
        if (!seen->defined[i] || parts.class != FP_CLASS_FINITE)
            continue;
        int here = __builtin_ctzll(parts.significand);
        zeros = here < zeros ? here : zeros;
    }
    return zeros;
}

// Correctly rounded by some rule, perhaps with the last bits cut off.
static bool find_traits(const struct expressions_seen *seen, struct traits *found,
                        uint32_t *rules)
{
    *found = seen->known;
    *rules = expressions_rules_kept(seen, found, false);
    if (*rules == 0 && functions_find(seen->expression)->coarse) {
        found->coarse_bits = common_zeros(seen);
        *rules = found->coarse_bits > 0 ? expressions_rules_kept(seen, found, false) : 0;
    }
    return *rules != 0;
}

static void functions_judge_add_detail(const struct expressions_seen *seen,
                                       const struct tally *tally, int coarse,
                                       struct finding *finding)
{
    const struct functions_entry *entry = functions_find(seen->expression);
    struct traits rne = seen->known;
    bool beyond = tally->beyond > 0;
    rne.model.round = FP_RNE;
    snprintf(finding->glsl, sizeof finding->glsl, "%s",
             is_relaxed(seen) ? entry->half_law : entry->law);
    FINDING_DETAIL(finding, &kind_beyond_bound, .count = (int) tally->beyond,
                   .of = (int) tally->cases);
    if (coarse > 0)
        FINDING_DETAIL(finding, &kind_last_bits_zero, .bits = coarse);
    else if (finding->survivors)
        FINDING_DETAIL(finding, &kind_correctly_rounded);
    expressions_case(seen, &rne, beyond ? tally->first_beyond : tally->worst,
                     &finding->example);
    FINDING_DETAIL(finding, beyond ? &kind_first_case : &kind_worst_case);
}

bool functions_judge(const struct expressions_seen *seen, struct finding *finding,
                     struct traits *found)
{
    const struct functions_entry *entry = functions_find(seen->expression);
    struct tally tally = functions_judge_count(seen);
    struct traits rne = seen->known;
    bool reproduced = find_traits(seen, found, &finding->survivors);
    rne.model.round = FP_RNE;
    finding->agree = (long) expressions_agree(seen, &rne, NULL);
    finding->deviates = tally.beyond > 0;
    if (!entry->absolute) {
        finding->error_known = tally.infinite == 0;
        finding->error_min_ulp = tally.min_ulp;
        finding->error_max_ulp = tally.max_ulp;
    }
    functions_judge_say_answer(entry, &tally, finding);
    functions_judge_add_detail(seen, &tally, reproduced ? found->coarse_bits : 0,
                               finding);
    return reproduced;
}

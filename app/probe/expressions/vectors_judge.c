// SPDX-License-Identifier: MIT

#include "base/elementary.h"
#include "base/fp.h"
#include "probe/expressions/functions.h"
#include "probe/expressions/vectors.h"
#include "probe/shared/bound.h"
#include "probe/shared/kinds.h"
#include "probe/shared/postfix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- what a device answers ----

static double vectors_number(struct fp_format format, uint64_t bits)
{
    return fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits));
}

static uint64_t vectors_bits(const struct fp_model *model, enum fp_round round,
                             double value)
{
    return fp_convert(FP_BINARY64, model->format, round, fp_bits64(value));
}

static uint64_t rounded_sine(const struct traits *traits, uint64_t bits)
{
    const struct fp_model *model = &traits->model;
    double value = elementary_sin(vectors_number(model->format, bits));

    return traits_coarsen(model->format, traits->coarse_bits,
                          vectors_bits(model, model->round, value));
}

// The hash, or its argument alone, in steps, each rounded; literals are to nearest even.
static bool hash_steps(const struct expressions_call *call, const struct traits *traits,
                       uint64_t *x)
{
    static const double literals[] = { VECTORS_HASH_X, VECTORS_HASH_Y,
                                       VECTORS_HASH_SCALE };
    const struct fp_model *model = &traits->model;
    const struct unit *unit = call->unit;
    uint64_t constants[3][EXPRESSIONS_CHUNK], y[EXPRESSIONS_CHUNK];
    size_t count = call->count;

    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < count; i++)
            constants[k][i] = vectors_bits(model, FP_RNE, literals[k]);
    expressions_load(call, 0, x);
    expressions_load(call, 1, y);
    if (!traits_apply(traits, unit, UNIT_MUL, x, constants[0], NULL, x, count) ||
        !traits_apply(traits, unit, UNIT_MUL, y, constants[1], NULL, y, count) ||
        !traits_apply(traits, unit, UNIT_ADD, x, y, NULL, x, count))
        return false;
    if (call->expression == VECTORS_ARGUMENT_100000)
        return true;
    for (size_t i = 0; i < count; i++)
        x[i] = rounded_sine(traits, x[i]);
    if (!traits_apply(traits, unit, UNIT_MUL, x, constants[2], NULL, x, count))
        return false;
    for (size_t i = 0; i < count; i++) // exact: a floor has no more bits than its number
        y[i] = vectors_bits(model, FP_RTZ, floor(vectors_number(model->format, x[i])));
    return traits_apply(traits, unit, UNIT_SUB, x, y, NULL, x, count);
}

static void exact_answers(const struct expressions_call *call, uint64_t *values)
{
    const struct vectors_entry *entry = vectors_find(call->expression);
    const struct fp_model *model = &call->traits->model;
    struct fp_format carrier = expressions_carrier(call->params);

    for (size_t i = 0; i < call->count; i++) {
        double v[PROBE_OPERANDS];

        for (int k = 0; k < PROBE_OPERANDS; k++)
            v[k] = vectors_number(carrier, call->in[k][i]);
        values[i] = vectors_bits(model, model->round, entry->value(v));
        if (entry->coarse)
            values[i] =
                traits_coarsen(model->format, call->traits->coarse_bits, values[i]);
    }
}

// (1 - x)^5; NaN of a negative number, which GLSL leaves undefined.
static void fifth_powers(const struct expressions_call *call, uint64_t *values)
{
    const struct fp_model *model = &call->traits->model;

    for (size_t i = 0; i < call->count; i++) {
        double rest = 1 - vectors_number(model->format, values[i]);

        values[i] = rest < 0 ? fp_nan(model->format)
                             : vectors_bits(model, model->round, pow(rest, 5));
    }
}

static void say_absent(const struct expressions_call *call)
{
    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = EXPRESSIONS_ABSENT;
}

// Nothing but the format, the rule and the range has a say here.
bool vectors_answer(const struct expressions_call *call)
{
    const struct vectors_entry *entry = vectors_find(call->expression);
    struct fp_model model = { call->traits->model.format, call->traits->model.round,
                              false, false };
    struct traits plain = TRAITS_NONE(model);
    struct expressions_call own = *call;
    uint64_t values[EXPRESSIONS_CHUNK];
    bool ok = true;

    if (vectors_is_absent(entry, call->params)) {
        say_absent(call);
        return true;
    }
    plain.coarse_bits = call->traits->coarse_bits;
    own.traits = &plain;
    if (entry->judged == VECTORS_DIFFERENT)
        ok = hash_steps(&own, &plain, values);
    else if (call->traits->by_steps && entry->steps)
        ok = postfix_run(&own, entry->steps, values);
    else
        exact_answers(&own, values);
    if (ok && call->expression == VECTORS_POW_UNIT && call->traits->by_steps)
        fifth_powers(&own, values);
    if (ok)
        expressions_store(&own, 0, values);
    return ok;
}

// ---- what is told of its answers ----

struct lost {
    int infinite, zero, nan;
};

struct count {
    struct lost lost;
    int beyond, told;        // cases beyond the bound, and with an error
    double min_ulp, max_ulp; // signed
    size_t worst, first;     // the case of the largest error; the first beyond, or lost
};

static double wanted(const struct expressions_seen *seen, size_t at)
{
    double v[PROBE_OPERANDS];

    for (int k = 0; k < PROBE_OPERANDS; k++)
        v[k] = expressions_number(seen, seen->in[k][at]);
    return vectors_find(seen->expression)->value(v);
}

// Whether nothing is left of a number that is there.
static bool answer_is_lost(double got, double want, struct lost *lost)
{
    lost->nan += isnan(got);
    lost->infinite += isinf(got) != 0;
    lost->zero += got == 0 && want != 0;
    return !isfinite(got) || (got == 0 && want != 0);
}

// No bound is below half an ulp; for a relaxed precision it is of binary16 at most.
static bool is_beyond_law(const struct expressions_seen *seen, double want, double error)
{
    bool half = seen->params->precision != PRECISION_HIGHP;
    struct fp_format format = seen->known.model.format;
    double ulps = vectors_find(seen->expression)->ulp[half];
    struct bound law = { half && format.precision > 11 ? 11 : format.precision,
                         format.emax, half };

    return ulps > 0 && !(error <= ulps * bound_ulp(&law, want) * (1 + 0x1p-30));
}

static void count_answer(const struct expressions_seen *seen, size_t at,
                         struct count *count)
{
    struct fp_format format = seen->known.model.format;
    struct bound own = { format.precision, format.emax, false };
    double want = wanted(seen, at), got = expressions_number(seen, seen->got[0][at]);
    bool lost = answer_is_lost(got, want, &count->lost);
    bool beyond = is_beyond_law(seen, want, fabs(got - want));
    double ulps = (got - want) / bound_ulp(&own, want);

    count->beyond += beyond;
    if ((lost || beyond) && count->first == seen->count)
        count->first = at;
    if (lost)
        return;
    count->told++;
    if (fabs(ulps) > fmax(-count->min_ulp, count->max_ulp))
        count->worst = at;
    count->min_ulp = fmin(count->min_ulp, ulps);
    count->max_ulp = fmax(count->max_ulp, ulps);
}

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_some_infinite = { "some-infinite", "{count} of {of} infinite", FINDING_COUNT },
    kind_some_zero = { "some-zero", "{count} of {of} zero", FINDING_COUNT },
    kind_some_nan = { "some-nan", "{count} of {of} NaN", FINDING_COUNT },
    kind_some_negative = { "some-negative", "{count} of {of} negative", FINDING_COUNT },
    kind_above_one = { "above-one", "{count} of {of} above 1", FINDING_COUNT },
    kind_as_steps = { "as-steps", "as the formula gives it, step by step", FINDING_WORD };
const struct finding_kind *const vectors_kinds[] = {
    &kind_some_infinite, &kind_some_zero, &kind_some_nan, &kind_some_negative,
    &kind_above_one, &kind_as_steps, NULL
};
// clang-format on

static void vectors_say_lost(const struct lost *lost, struct finding *finding)
{
    int of = (int) finding->cases;

    if (lost->infinite)
        FINDING_ALSO(finding, &kind_some_infinite, .count = lost->infinite, .of = of);
    if (lost->zero)
        FINDING_ALSO(finding, &kind_some_zero, .count = lost->zero, .of = of);
    if (lost->nan)
        FINDING_ALSO(finding, &kind_some_nan, .count = lost->nan, .of = of);
}

// The device that gives these answers: one that rounds the exact result; one that goes by
// the formula; one whose angles lack their last bits.
static bool vectors_explain(const struct expressions_seen *seen, struct traits *found,
                            struct finding *finding)
{
    const struct vectors_entry *entry = vectors_find(seen->expression);
    int p = seen->known.model.format.precision, bits = p < 20 ? p : 20;

    finding->survivors = expressions_rules_kept(seen, found, false);
    if (!finding->survivors && entry->steps) {
        found->by_steps = true;
        finding->survivors = expressions_rules_kept(seen, found, true);
    }
    for (; entry->coarse && !finding->survivors && bits > 0; bits--) {
        found->coarse_bits = bits;
        finding->survivors = expressions_rules_kept(seen, found, false);
    }
    return finding->survivors;
}

static int word_order(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;

    return (x > y) - (x < y);
}

// How many answers differ from each other.
static int different_words(const struct expressions_seen *seen)
{
    uint64_t words[EXPRESSIONS_CHUNK];
    size_t count = 0;
    int different = 1;

    for (size_t i = 0; i < seen->count && count < EXPRESSIONS_CHUNK; i++)
        if (seen->defined[i])
            words[count++] = seen->got[0][i];
    qsort(words, count, sizeof *words, word_order);
    for (size_t i = 1; i < count; i++)
        different += words[i] != words[i - 1];
    return different;
}

// On a circle 0.99 is 0.02 from 0.01; the argument of sin() is on none. Of rules only the
// one that is known is tried: few values, as in a half, would be those of some other.
static bool judge_hash(const struct expressions_seen *seen, struct finding *finding,
                       const struct traits *found)
{
    bool reproduced = expressions_reproduces(seen, found);
    bool circle = seen->expression != VECTORS_ARGUMENT_100000;
    struct lost lost = { 0 };
    double most = 0;

    for (size_t i = 0; i < seen->count; i++) {
        double got = expressions_number(seen, seen->got[0][i]);

        if (!seen->defined[i] || answer_is_lost(got, 0, &lost))
            continue;
        double apart = fabs(got - wanted(seen, i));

        most = fmax(most, circle && apart > 0.5 ? fabs(1 - apart) : apart);
    }
    FINDING_ALSO(finding, &kind_different, .count = different_words(seen),
                 .of = (int) finding->cases);
    vectors_say_lost(&lost, finding);
    FINDING_DETAIL(finding, &kind_off_at_most, .value = finding_floor(most, 3));
    if (reproduced)
        FINDING_DETAIL(finding, &kind_as_steps);
    return reproduced;
}

// Counts what a dot product of unit vectors, or a power of what is left of 1, must not be
// where a shader relies on it. GLSL allows both.
static bool judge_unit(const struct expressions_seen *seen, struct finding *finding,
                       struct traits *found)
{
    bool power = seen->expression == VECTORS_POW_UNIT;
    struct lost lost = { 0 };
    int above = 0, negative = 0, of = (int) finding->cases;
    size_t worst = seen->count;
    double most = 0;

    for (size_t i = 0; i < seen->count; i++) {
        double got = expressions_number(seen, seen->got[0][i]);
        double excess = isnan(got) ? (double) INFINITY
                        : power    ? -got
                                   : expressions_ulps(seen, got, 1);

        if (!seen->defined[i])
            continue;
        answer_is_lost(got, 0, &lost);
        above += got > 1;
        negative += got < 0;
        if (excess > most)
            worst = i;
        most = fmax(most, excess);
    }
    if (power)
        FINDING_ALSO(finding, &kind_some_nan, .count = lost.nan, .of = of);
    else
        FINDING_ALSO(finding, &kind_above_one, .count = above, .of = of);
    if (power && negative)
        FINDING_ALSO(finding, &kind_some_negative, .count = negative, .of = of);
    if (above && !power && isfinite(most))
        FINDING_ALSO(finding, &kind_ulp, .value = finding_ulp(most));
    if (worst < seen->count) {
        expressions_case(seen, &seen->known, worst, &finding->example);
        FINDING_DETAIL(finding, &kind_worst_case);
    }
    if (expressions_reproduces(seen, found))
        return true;
    found->by_steps = true;
    if (!expressions_reproduces(seen, found))
        return false;
    FINDING_DETAIL(finding, &kind_as_steps);
    return true;
}

static void detail_answers(const struct expressions_seen *seen, const struct count *count,
                           const struct traits *found, struct finding *finding)
{
    const struct vectors_entry *entry = vectors_find(seen->expression);
    bool half = seen->params->precision != PRECISION_HIGHP;
    bool first = count->first < seen->count;
    struct traits rne = seen->known;

    rne.model.round = FP_RNE;
    if (entry->law) {
        snprintf(finding->glsl, sizeof finding->glsl, "%s",
                 half ? entry->half_law : entry->law);
        FINDING_DETAIL(finding, &kind_beyond_bound, .count = count->beyond,
                       .of = (int) finding->cases);
    }
    if (finding->survivors && found->by_steps)
        FINDING_DETAIL(finding, &kind_as_steps);
    else if (finding->survivors && found->coarse_bits)
        FINDING_DETAIL(finding, &kind_last_bits_zero, .bits = found->coarse_bits);
    else if (finding->survivors)
        FINDING_DETAIL(finding, &kind_correctly_rounded);
    expressions_case(seen, &rne, first ? count->first : count->worst, &finding->example);
    FINDING_DETAIL(finding, first ? &kind_first_case : &kind_worst_case);
}

bool vectors_judge(const struct expressions_seen *seen, struct finding *finding,
                   struct traits *found)
{
    enum vectors_judged judged = vectors_find(seen->expression)->judged;
    struct count count = { .first = seen->count };
    struct traits rne = seen->known;

    rne.model.round = FP_RNE;
    finding->agree = (long) expressions_agree(seen, &rne, NULL);
    if (judged == VECTORS_DIFFERENT)
        return judge_hash(seen, finding, found);
    if (judged != VECTORS_ERRORS)
        return judge_unit(seen, finding, found);
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i])
            count_answer(seen, i, &count);
    vectors_say_lost(&count.lost, finding);
    if (count.told)
        FINDING_ALSO(finding, &kind_ulp,
                     .value = finding_ulp(fmax(-count.min_ulp, count.max_ulp)));
    finding->error_known = count.told == finding->cases;
    finding->error_min_ulp = finding->error_known ? count.min_ulp : 0;
    finding->error_max_ulp = finding->error_known ? count.max_ulp : 0;
    finding->deviates = count.beyond > 0;
    vectors_explain(seen, found, finding);
    detail_answers(seen, &count, found, finding);
    return finding->survivors;
}

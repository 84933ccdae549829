// SPDX-License-Identifier: MIT
//
// How it works
//
// What a candidate reproduces (operations_find.c) is named with its rules. What nothing
// reproduces is measured: the signed error against the exact number
// (operation_exact.h), "faithful" if it is less than an ulp everywhere. A rule is never
// guessed from an error.

#include "probe/expressions/operations.h"

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/shared/kept.h"
#include "probe/shared/kinds.h"
#include "unit/operation_exact.h"

#include <math.h>

// All rules of products: nothing had to be rounded.
#define EXACT (VERDICT_RULE(FP_CHOP_G0) - 1)

struct measured {
    long numbers, others; // answers that are finite, and those that are not
    double min, max;
    size_t worst; // the case farthest off
};

static struct operation_exact exact_of(int line, struct fp_parts a, struct fp_parts b,
                                       struct fp_parts c)
{
    const struct fp_parts one = { .class = FP_CLASS_FINITE, .significand = 1 };
    const struct fp_parts zero = { .class = FP_CLASS_ZERO };

    switch (line) {
    case OPERATIONS_SUB:
        b.negative = !b.negative;
        return (struct operation_exact){ OPERATION_EXACT_SUM, a, one, b };
    case OPERATIONS_ADD:
        return (struct operation_exact){ OPERATION_EXACT_SUM, a, one, b };
    case OPERATIONS_MUL:
        return (struct operation_exact){ OPERATION_EXACT_SUM, a, b, zero };
    case OPERATIONS_SQRT:
        return (struct operation_exact){ OPERATION_EXACT_ROOT, a, zero, zero };
    case OPERATIONS_INVERSESQRT:
        return (struct operation_exact){ OPERATION_EXACT_RECIPROCAL_ROOT, a, zero, zero };
    case OPERATIONS_RECIPROCAL:
        return (struct operation_exact){ OPERATION_EXACT_QUOTIENT, one, a, zero };
    case OPERATIONS_DIV:
    case OPERATIONS_MUL_RECIPROCAL:
        return (struct operation_exact){ OPERATION_EXACT_QUOTIENT, a, b, zero };
    case OPERATIONS_MUL_ADD:
        return (struct operation_exact){ OPERATION_EXACT_STEPS, a, b, c };
    default: return (struct operation_exact){ OPERATION_EXACT_SUM, a, b, c };
    }
}

bool operations_judge_error(const struct expressions_seen *seen, size_t at, double *error)
{
    struct fp_format carrier = expressions_carrier(seen->params);
    struct fp_parts got = fp_unpack(carrier, seen->got[0][at]), in[3];

    for (int k = 0; k < 3; k++)
        in[k] = fp_unpack(carrier, seen->in[k][at]);
    if (got.class > FP_CLASS_FINITE)
        return false;
    struct operation_exact exact = exact_of(seen->expression, in[0], in[1], in[2]);
    *error = operation_exact_error_ulp(&exact, seen->params->precision_bits, got);
    if (*error == 0)
        *error = 0; // no minus zero in reports
    return isfinite(*error);
}

static struct measured measure_errors(const struct expressions_seen *seen)
{
    struct measured measured = { .min = INFINITY, .max = -INFINITY };
    double error, worst = -1;

    for (size_t i = 0; i < seen->count; i++) {
        if (!seen->defined[i])
            continue;
        bool number = operations_judge_error(seen, i, &error);

        if (number) {
            measured.min = fmin(measured.min, error);
            measured.max = fmax(measured.max, error);
        } else {
            error = INFINITY;
        }
        measured.numbers += number;
        measured.others += !number;
        if (fabs(error) > worst) {
            worst = fabs(error);
            measured.worst = i;
        }
    }
    return measured;
}

static double worst_of(const struct measured *measured)
{
    return measured->others ? INFINITY : fmax(-measured->min, measured->max);
}

// mediump and lowp promise no more than 2^-10 and 2^-8, relative.
static double promise_ulp(const struct expressions_seen *seen)
{
    double promise = operations_rows[seen->expression].promise_ulp;
    int precision = seen->params->precision_bits;

    if (seen->params->precision == PRECISION_MEDIUMP)
        promise = fmax(promise, ldexp(1, precision - 10));
    if (seen->params->precision == PRECISION_LOWP)
        promise = fmax(promise, ldexp(1, precision - 8));
    return promise;
}

static bool deviates(const struct expressions_seen *seen,
                     const struct operations_found *candidate,
                     const struct measured *measured)
{
    enum operations_candidate wanted = operations_rows[seen->expression].wanted;

    if (!operations_rows[seen->expression].judged_by_754)
        return worst_of(measured) > promise_ulp(seen);
    if (!candidate || !(candidate->rules & VERDICT_RULE(FP_RNE)) ||
        candidate->columns_min >= 0)
        return true;
    bool changed = candidate->steps != wanted || traits_keeps(&candidate->traits);

    // GLSL leaves it to the compiler unless it is precise
    if (seen->expression == OPERATIONS_FMA || seen->expression == OPERATIONS_MUL_ADD)
        changed = changed && seen->params->form == FORM_PRECISE && !candidate->unclear;
    return changed;
}

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_by_quotient = { "by-quotient", "a / b", FINDING_WORD },
    kind_by_reciprocal_root = { "by-reciprocal-root", "1.0 / sqrt(a)", FINDING_WORD },
    kind_one_column = { "one-column", "truncated product, 1 column", FINDING_BITS },
    kind_columns = { "columns", "truncated product, {count} columns", FINDING_BITS },
    kind_columns_between = { "columns-between",
        "truncated product, {least} to {most} columns", FINDING_BITS },
    kind_answers_not_finite = { "answers-not-finite",
        "{count} results are not finite", FINDING_COUNT },
    kind_ulp_off = { "ulp-off", "at least {value:.3} ulp off", FINDING_ULP },
    kind_same_here = { "same-here", "the same here: {survivors}", FINDING_RULE },
    kind_sticky_bit = { "sticky-bit", "sticky bit: the exact sum is rounded once", FINDING_RULE },
    kind_guard_bits = { "guard-bits", "guard bits: {bits}, no sticky bit", FINDING_BITS };
const struct finding_kind *const operations_kinds[] = {
    &kind_by_quotient, &kind_by_reciprocal_root, &kind_one_column, &kind_columns,
    &kind_columns_between, &kind_answers_not_finite, &kind_ulp_off, &kind_same_here,
    &kind_sticky_bit, &kind_guard_bits, NULL
};
// clang-format on

static void also_columns(const struct operations_found *candidate,
                         struct finding *finding)
{
    int min = candidate->columns_min, max = candidate->columns_max;

    if (min == 1 && max == 1)
        FINDING_ALSO(finding, &kind_one_column);
    else if (min == max)
        FINDING_ALSO(finding, &kind_columns, .count = min);
    else
        FINDING_ALSO(finding, &kind_columns_between, .least = min, .most = max);
}

// "rne", "rne, fused", "a * (1 / b)", "truncated product, 2 columns", ...
static void say_answer(const struct expressions_seen *seen,
                       const struct operations_found *candidate, struct finding *finding)
{
    const struct finding_kind *steps =
        operations_rows[seen->expression].steps[candidate->steps];
    int precision = candidate->traits.model.format.precision;
    bool exact = candidate->rules == VERDICT_ALL_RULES || candidate->rules == EXACT;

    if (candidate->other)
        steps = seen->expression == OPERATIONS_MUL_RECIPROCAL ? &kind_by_quotient
                                                              : &kind_by_reciprocal_root;
    if (candidate->unclear)
        steps = &kind_inside_unclear;
    // the last step of a truncated product is always chopped, and of a quotient's two
    // steps the rule goes without saying
    if (seen->expression != OPERATIONS_DIV || candidate->steps == OPERATIONS_ONE_STEP)
        if (seen->expression != OPERATIONS_MUL || candidate->columns_min < 0)
            FINDING_ALSO(finding, exact ? &kind_exact : &kind_rule,
                         .rules = exact ? 0 : candidate->rules);
    FINDING_ALSO(finding, steps);
    if (candidate->columns_min >= 0)
        also_columns(candidate, finding);
    if (precision != seen->params->precision_bits)
        FINDING_ALSO(finding, &kind_in_bits, .bits = precision);
    kept_say(seen, &candidate->traits, finding);
}

// Guard and sticky bits, or the rules that these operands cannot part.
static void add_rules(const struct expressions_seen *seen,
                      const struct operations_found *candidate, struct finding *finding)
{
    uint32_t rules = candidate->rules;

    if ((rules & (rules - 1)) != 0) {
        FINDING_DETAIL(finding, &kind_same_here);
    } else if (operations_find_sums(seen->expression, candidate->steps)) {
        int guard = fp_round_guard_bits((enum fp_round) __builtin_ctz(rules));

        if (guard < 0)
            FINDING_DETAIL(finding, &kind_sticky_bit);
        else
            FINDING_DETAIL(finding, &kind_guard_bits, .bits = guard);
    }
}

static bool is_right(const struct expressions_seen *seen, const struct traits *traits,
                     size_t at)
{
    struct expressions_seen one = *seen;

    one.count = 1;
    one.defined += at;
    one.got[0] += at;
    for (int k = 0; k < seen->probe->operands; k++)
        one.in[k] += at;
    return expressions_reproduces(&one, traits);
}

static void add_detail(const struct expressions_seen *seen,
                       const struct operations_found *candidate,
                       const struct measured *measured, struct finding *finding)
{
    struct traits wanted = operations_find_754(seen);
    size_t at = measured->worst;

    if (candidate && finding->survivors)
        add_rules(seen, candidate, finding);
    if (measured->others)
        FINDING_DETAIL(finding, &kind_answers_not_finite,
                       .count = (int) measured->others);
    if (finding->agree == finding->cases)
        return;
    // half an ulp off, or more where there are two steps, may be right
    if (candidate ? finding->deviates : is_right(seen, &wanted, at))
        expressions_agree(seen, &wanted, &at);
    if (candidate && !finding->deviates)
        return;
    if (!candidate && !measured->others)
        FINDING_DETAIL(finding, &kind_ulp_off,
                       .value = floor(worst_of(measured) * 1000) / 1000);
    expressions_detail_case(seen, &wanted, at, finding);
}

// Cases that are the exact number rounded to nearest even; a * b + c: in two steps.
static long count_754(const struct expressions_seen *seen)
{
    struct traits wanted = operations_find_754(seen);
    struct postfix once = operations_find_other(seen);

    return (long) (seen->expression == OPERATIONS_MUL_RECIPROCAL
                       ? postfix_agree(seen, &wanted, &once, NULL)
                       : expressions_agree(seen, &wanted, NULL));
}

bool operations_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct operations_found candidate = { .columns_min = -1 };
    struct measured measured = measure_errors(seen);
    bool known = operations_find(seen, &candidate);

    finding->agree = count_754(seen);
    finding->deviates = deviates(seen, known ? &candidate : NULL, &measured);
    finding->error_known = measured.numbers > 0;
    if (finding->error_known) {
        finding->error_min_ulp = measured.min;
        finding->error_max_ulp = measured.max;
    }
    if (known) {
        bool no_rule = seen->expression == OPERATIONS_MUL && candidate.columns_min >= 0;

        finding->survivors = no_rule ? 0 : candidate.rules;
        say_answer(seen, &candidate, finding);
        *found = candidate.traits;
    } else {
        FINDING_SAY(finding, worst_of(&measured) < 1 ? &kind_faithful : &kind_no_rule);
    }
    add_detail(seen, known ? &candidate : NULL, &measured, finding);
    return known && !candidate.other;
}

static const struct error {
    const char *id;
    double ulp; // at most, of highp; infinite: nothing is promised that an error breaks
    bool less;  // and never that much: rounded in any direction
} errors[] = {
    { "add", 1, true },
    { "sub", 1, true },
    { "mul", 1, true },
    { "mul-add", 2, true }, // in ulp of the product, if larger (operation_exact.h)
    { "div", 2.5, false },
    { "reciprocal", 2.5, false },
    { "mul-reciprocal", 5.5, false },
    { "inversesqrt", 2, false },
    { "sqrt", 6.5, false }, // 2 ulp may be 4 of the reciprocal
};

static double worst_ulp(const struct finding *finding)
{
    if (finding_find(finding, &kind_answers_not_finite))
        return INFINITY;
    return finding->error_known ? fmax(-finding->error_min_ulp, finding->error_max_ulp)
                                : 0;
}

// An ulp is of the format that was found, of p bits.
static double allowed_ulp(const struct result *result, double highp)
{
    int p = result->built ? result->operands.format.precision : 11;

    switch (result->precision) {
    case PRECISION_MEDIUMP: return fmax(highp, ldexp(1, p - 10));
    case PRECISION_LOWP: return fmax(highp, ldexp(1, p - 8));
    case PRECISION_DOUBLE: return ldexp(highp, 53 - 24);
    case PRECISION_FLOAT16: return INFINITY; // of an extension, which says nothing
    default: return highp;
    }
}

bool operations_breaks_glsl(const struct result *result, const struct finding *finding)
{
    double worst = worst_ulp(finding);

    if (result->form == FORM_PRECISE && !deviates_is_narrow(result) &&
        finding_asks(finding, "mul-add") && finding_find(finding, &kind_fused))
        return true;
    // 1 - 0.75 ulp is 1 there: 1.5 ulp off, whether or not that was among the cases
    if (finding->survivors == VERDICT_RULE(FP_CHOP_G0) && 2 > allowed_ulp(result, 1))
        return true;
    // fma() is no row: in two steps its error in ulp has no limit
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (finding_asks(finding, errors[i].id)) {
            double most = allowed_ulp(result, errors[i].ulp);

            return worst > most || (errors[i].less && worst == most);
        }
    return false;
}

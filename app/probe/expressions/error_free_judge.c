// SPDX-License-Identifier: MIT

#include "probe/expressions/error_free.h"

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/shared/kept.h"
#include "probe/shared/kinds.h"
#include "unit/exact.h"

#include <math.h>

// What an expression's answers are worth, by whole numbers.
struct tally {
    long cases;
    long exact;         // both answers together are what is asked, in p bits each
    long rest_zero;     // the second answer is 0
    long wide;          // an answer has more bits than the format
    double worst_error; // log2 of the largest relative error
};

// Why they are so.
enum cause {
    CAUSE_WRITTEN,
    CAUSE_INSIDE,
    CAUSE_FOLDED,
    CAUSE_REORDERED,
    CAUSE_FUSED,
    CAUSE_UNCLEAR, // fused, or kept
    CAUSE_SEPARATE,
    CAUSE_RECIPROCAL,
    CAUSE_MULTIPLIER,
    CAUSE_OTHER
};

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_no_better_than_float = { "no-better-than-float", ": no better than float", FINDING_BITS },
    kind_no_better_than_double = { "no-better-than-double",
        ": no better than double", FINDING_BITS },
    kind_fma_in_two_steps = { "fma-in-two-steps", "fma is two steps", FINDING_FUSED },
    kind_e_is_zero = { "e-is-zero", ": e is always 0", FINDING_FUSED },
    kind_lo_is_zero = { "lo-is-zero", ": lo is always 0", FINDING_FUSED },
    kind_inexact_by_range = { "inexact-by-range",
        "inexact by the range, as written", FINDING_FUSED },
    kind_inexact_by_rule = { "inexact-by-rule", "inexact by {rules}, as written", FINDING_FUSED },
    kind_inexact_by_products = { "inexact-by-products",
        "inexact by truncated products", FINDING_FUSED },
    kind_not_exact = { "not-exact", "not exact", FINDING_FUSED },
    kind_in_mixed_widths = { "in-mixed-widths", "in mixed widths", FINDING_BITS },
    kind_exact_of = { "exact-of", ": {count} of {of}", FINDING_COUNT },
    kind_exact_cases = { "exact-cases", "exact in {count} of {of} cases", FINDING_COUNT },
    kind_kept_inside = { "kept-inside",
        "an expression keeps {bits} bits before it is stored", FINDING_BITS },
    kind_as_written = { "as-written", "as written", FINDING_FUSED },
    kind_sum_folded = { "sum-folded", "(x + y) - x folded", FINDING_FUSED },
    kind_sums_reordered = { "sums-reordered", "sums reordered", FINDING_FUSED },
    kind_products_fused = { "products-fused", "products fused", FINDING_FUSED },
    kind_fma_separate = { "fma-separate", "fma() in two steps", FINDING_FUSED },
    kind_products_truncated = { "products-truncated", "truncated products", FINDING_FUSED },
    kind_no_model = { "no-model", "no model", FINDING_FUSED },
    kind_by_any_rule = { "by-any-rule", " by any rule", FINDING_RULE },
    kind_by_rule = { "by-rule", " by {rules}", FINDING_RULE },
    kind_by_rules = { "by-rules", " by {rules} and {count} more", FINDING_RULE };
const struct finding_kind *const error_free_kinds[] = {
    &kind_no_better_than_float, &kind_no_better_than_double, &kind_fma_in_two_steps,
    &kind_e_is_zero, &kind_lo_is_zero, &kind_inexact_by_range, &kind_inexact_by_rule,
    &kind_inexact_by_products, &kind_not_exact, &kind_in_mixed_widths, &kind_exact_of,
    &kind_exact_cases, &kind_kept_inside, &kind_as_written, &kind_sum_folded,
    &kind_sums_reordered, &kind_products_fused, &kind_fma_separate,
    &kind_products_truncated, &kind_no_model, &kind_by_any_rule, &kind_by_rule,
    &kind_by_rules, NULL
};
// clang-format on

static const struct finding_kind *const cause_remarks[] = {
    [CAUSE_WRITTEN] = &kind_as_written,
    [CAUSE_INSIDE] = &kind_kept_inside,
    [CAUSE_FOLDED] = &kind_sum_folded,
    [CAUSE_REORDERED] = &kind_sums_reordered,
    [CAUSE_FUSED] = &kind_products_fused,
    [CAUSE_UNCLEAR] = &kind_inside_unclear,
    [CAUSE_SEPARATE] = &kind_fma_separate,
    [CAUSE_RECIPROCAL] = &kind_by_reciprocal,
    [CAUSE_MULTIPLIER] = &kind_products_truncated,
    [CAUSE_OTHER] = &kind_no_model,
};

bool error_free_is_pair(int line)
{
    switch (line) {
    case ERROR_FREE_PAIR_SUM:
    case ERROR_FREE_PAIR_PRODUCT:
    case ERROR_FREE_PAIR_STEP:
    case ERROR_FREE_PAIR_QUOTIENT:
    case ERROR_FREE_PAIR_ROOT: return true;
    default: return false;
    }
}

static int error_free_judge_line(const struct expressions_seen *seen)
{
    return error_free_line(seen->probe, seen->expression);
}

static bool is_pair(const struct expressions_seen *seen)
{
    return error_free_is_pair(error_free_judge_line(seen));
}

// What the two answers should come to.
static struct exact target(const struct expressions_seen *seen, size_t at)
{
    struct fp_format format = expressions_carrier(seen->params);
    struct exact sum = { { 0 }, false };
    uint64_t in[PROBE_OPERANDS];
    for (int k = 0; k < PROBE_OPERANDS; k++)
        in[k] = seen->in[k][at];
    switch (error_free_judge_line(seen)) {
    case ERROR_FREE_PAIR_QUOTIENT:
    case ERROR_FREE_PAIR_ROOT:
        exact_add(&sum, format, in[0], false);
        exact_add(&sum, format, in[1], false);
        break;
    case ERROR_FREE_PAIR_SUM:
        exact_add(&sum, format, in[2], false);
        exact_add(&sum, format, in[3], false); // fall through
    case ERROR_FREE_TWO_SUM:
    case ERROR_FREE_FAST_TWO_SUM: exact_add(&sum, format, in[1], false); // fall through
    case ERROR_FREE_SPLIT: exact_add(&sum, format, in[0], false); break;
    case ERROR_FREE_TWO_PRODUCT_FMA:
    case ERROR_FREE_TWO_PRODUCT: exact_add_product(&sum, format, in[0], in[1]); break;
    case ERROR_FREE_PAIR_PRODUCT:
        exact_add_product(&sum, format, in[0], in[2]);
        exact_add_product(&sum, format, in[1], in[2]);
        break;
    case ERROR_FREE_PAIR_STEP:
        exact_add_product(&sum, format, in[0], in[0]);
        exact_add_product(&sum, format, in[0], in[1]);
        exact_add_product(&sum, format, in[1], in[0]);
        exact_add_product(&sum, format, in[1], in[1]);
        exact_add(&sum, format, in[2], false);
        break;
    }
    return sum;
}

// How far the answers are from it, with a root times 2 sqrt(a); the next term of that, a
// square of the error, is too small to count.
static struct exact distance(const struct expressions_seen *seen, size_t at,
                             const struct exact *want)
{
    struct fp_format format = expressions_carrier(seen->params);
    const uint64_t got[2] = { seen->got[0][at], seen->got[1][at] };
    const uint64_t b[2] = { seen->in[2][at], seen->in[1][at] };
    int line = error_free_judge_line(seen);
    bool quotient = line == ERROR_FREE_PAIR_QUOTIENT;
    bool product = quotient || line == ERROR_FREE_PAIR_ROOT;
    struct exact error = { { 0 }, false };
    for (int i = 0; i < 2; i++) {
        if (!product)
            exact_add(&error, format, got[i], false);
        for (int k = 0; product && k < 2; k++)
            exact_add_product(&error, format, got[i], quotient ? b[k] : got[k]);
    }
    exact_subtract(&error, want);
    return error;
}

// Bits from the first 1 of a significand to the last.
static int width_of(struct fp_format format, uint64_t word)
{
    struct fp_parts parts = fp_unpack(format, word);
    if (parts.class != FP_CLASS_FINITE)
        return 0;
    return 64 - __builtin_clzll(parts.significand) - __builtin_ctzll(parts.significand);
}

// The answers have p bits; the halves of a split, so few that p bits hold their squares.
static bool is_narrow(const struct expressions_seen *seen, size_t at, int times)
{
    struct fp_format carrier = expressions_carrier(seen->params);
    int p = seen->known.model.format.precision;
    return times * width_of(carrier, seen->got[0][at]) <= p &&
           times * width_of(carrier, seen->got[1][at]) <= p;
}

static void count_case(const struct expressions_seen *seen, size_t at,
                       struct tally *tally)
{
    struct fp_format carrier = expressions_carrier(seen->params);
    struct exact want = target(seen, at), error = distance(seen, at, &want);
    bool right = exact_is_zero(&error);
    bool wide = !is_narrow(seen, at, 1);
    bool halves =
        error_free_judge_line(seen) != ERROR_FREE_SPLIT || is_narrow(seen, at, 2);
    struct fp_parts rest = fp_unpack(carrier, seen->got[1][at]);
    tally->cases++;
    tally->exact += right && !wide && halves;
    tally->wide += wide;
    tally->rest_zero += rest.class == FP_CLASS_ZERO;
    if (!right)
        tally->worst_error =
            fmax(tally->worst_error,
                 exact_log2(&error) - exact_log2(&want) -
                     (error_free_judge_line(seen) == ERROR_FREE_PAIR_ROOT));
}

static struct tally error_free_judge_count(const struct expressions_seen *seen)
{
    struct tally tally = { .worst_error = -INFINITY };
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i])
            count_case(seen, i, &tally);
    return tally;
}

// The rules with which `trial` reproduces the expression; if it does, `found` is it, with
// the rule that is known if that is one of them.
static uint32_t error_free_judge_try(const struct expressions_seen *seen,
                                     struct traits trial, struct traits *found)
{
    uint32_t rules = expressions_rules_kept(seen, &trial, true);
    if (rules)
        *found = trial;
    return rules;
}

static bool error_free_judge_kept(const struct expressions_seen *seen)
{
    struct traits trial = seen->known;
    int bits = 0;

    while ((bits = kept_next(seen, bits)) != 0) {
        trial.inside_bits = bits;
        if (expressions_rules(seen, &trial, true))
            return true;
    }
    return kept_beyond(seen->params);
}

static bool is_fused(const struct expressions_seen *seen)
{
    struct traits trial = seen->known;

    trial.contracts = TRAITS_FUSES_MUL_ADD;
    return expressions_rules(seen, &trial, true) != 0;
}

// What is fused may be kept in more bits as well, and the reverse.
static enum cause doubted(const struct expressions_seen *seen, enum cause cause)
{
    bool both =
        (cause == CAUSE_INSIDE && is_fused(seen)) ||
        (cause == CAUSE_FUSED && kept_may(seen->params) && error_free_judge_kept(seen));

    return both ? CAUSE_UNCLEAR : cause;
}

static enum cause find_cause(const struct expressions_seen *seen, struct traits *found,
                             uint32_t *rules)
{
    const struct traits known = seen->known;
    struct traits inside;
    struct traits folded = known, reordered = known, fused = known, separate = known;
    struct traits reciprocal = known;
    folded.folds = TRAITS_FOLDS_SUM;
    reordered.folds = ERROR_FREE_REORDERS;
    fused.contracts = TRAITS_FUSES_MUL_ADD;
    separate.fma_separate = true;
    reciprocal.by_reciprocal = true;
    if (!expressions_inside(seen, &inside))
        inside = known;
    const struct {
        struct traits traits;
        enum cause cause;
    } candidates[] = {
        { known, CAUSE_WRITTEN },         { inside, CAUSE_INSIDE },
        { folded, CAUSE_FOLDED },         { reordered, CAUSE_REORDERED },
        { fused, CAUSE_FUSED },           { separate, CAUSE_SEPARATE },
        { reciprocal, CAUSE_RECIPROCAL },
    };
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
        if ((*rules = error_free_judge_try(seen, candidates[i].traits, found)) != 0)
            return doubted(seen, candidates[i].cause);
    for (int i = 0; i < 2 * 9; i++) {
        struct traits truncated = known;
        truncated.multiplier = i / 2;
        truncated.by_reciprocal = i % 2;
        if ((*rules = error_free_judge_try(seen, truncated, found)) != 0)
            return CAUSE_MULTIPLIER;
    }
    return CAUSE_OTHER;
}

// Bits of a float-float result that are right in every case.
static int right_bits(const struct tally *tally)
{
    return tally->worst_error > 0 ? 0 : (int) floor(fmin(-tally->worst_error, 999));
}

// What the algorithms owe: a relative error of 9 u^2. With quotients of up to 2.5 ulp,
// 5 u, and roots of up to 4.5, which GLSL permits, what is left of a is up to 7 u and
// 18 u of it, its quotient is as inexact again: the sum is below 64 u^2 and 128 u^2.
static int owed_bits(const struct expressions_seen *seen)
{
    int line = error_free_judge_line(seen);
    int lost = line == ERROR_FREE_PAIR_ROOT       ? 7
               : line == ERROR_FREE_PAIR_QUOTIENT ? 6
                                                  : 4;
    return 2 * seen->known.model.format.precision - lost;
}

static void error_free_judge_say_pair(const struct expressions_seen *seen,
                                      const struct tally *tally, struct finding *finding)
{
    int bits = right_bits(tally);
    bool idle = bits <= seen->known.model.format.precision + 1;
    bool wide = seen->params->precision == PRECISION_DOUBLE;
    if (tally->exact == tally->cases) {
        FINDING_SAY(finding, &kind_exact);
        return;
    }
    FINDING_SAY(finding, &kind_bits, .bits = bits);
    if (idle)
        FINDING_ALSO(finding,
                     wide ? &kind_no_better_than_double : &kind_no_better_than_float);
}

static void say_inexact(const struct tally *tally, enum cause cause,
                        const struct traits *found, struct finding *finding)
{
    enum fp_round round = found->model.round;
    if (cause == CAUSE_WRITTEN && round <= FP_RNO)
        FINDING_SAY(finding, &kind_inexact_by_range);
    else if (cause == CAUSE_WRITTEN)
        FINDING_SAY(finding, &kind_inexact_by_rule, .rules = VERDICT_RULE(round));
    else if (cause == CAUSE_MULTIPLIER)
        FINDING_SAY(finding, &kind_inexact_by_products);
    else
        FINDING_SAY(finding, &kind_not_exact);
    if (cause == CAUSE_INSIDE)
        FINDING_ALSO(finding, &kind_inside, .bits = found->inside_bits);
    else if (cause != CAUSE_WRITTEN && cause != CAUSE_MULTIPLIER && tally->wide > 0)
        FINDING_ALSO(finding, &kind_in_mixed_widths);
    FINDING_ALSO(finding, &kind_exact_of, .count = (int) tally->exact,
                 .of = (int) tally->cases);
}

// The second answer is always zero. Where expressions keep more bits than are stored, the
// compiler is blamed only for what nothing but folding explains.
static void say_rest_is_zero(const struct expressions_seen *seen, enum cause cause,
                             const struct traits *found, struct finding *finding)
{
    bool inside = kept_may(seen->params);
    bool unknown = cause == CAUSE_INSIDE || (cause == CAUSE_OTHER && inside);
    FINDING_SAY(finding, unknown                   ? &kind_not_exact
                         : cause == CAUSE_SEPARATE ? &kind_fma_in_two_steps
                         : cause == CAUSE_FUSED    ? &kind_fused
                         : cause == CAUSE_UNCLEAR  ? &kind_inside_unclear
                                                   : &kind_folded);
    if (cause == CAUSE_INSIDE)
        FINDING_ALSO(finding, &kind_inside, .bits = found->inside_bits);
    FINDING_ALSO(finding, error_free_judge_line(seen) == ERROR_FREE_SPLIT &&
                                  cause != CAUSE_SEPARATE
                              ? &kind_lo_is_zero
                              : &kind_e_is_zero);
}

static void say_transform(const struct expressions_seen *seen, const struct tally *tally,
                          enum cause cause, const struct traits *found,
                          struct finding *finding)
{
    if (tally->exact == tally->cases) {
        FINDING_SAY(finding, &kind_exact);
    } else if (tally->rest_zero == tally->cases) {
        say_rest_is_zero(seen, cause, found, finding);
    } else {
        say_inexact(tally, cause, found, finding);
    }
}

// "by rtz", "by nearest", "by any rule", "by rne and 3 more".
static void error_free_judge_add_rules(uint32_t rules, enum fp_round round,
                                       struct finding *finding)
{
    if (rules == VERDICT_ALL_RULES)
        FINDING_DETAIL(finding, &kind_by_any_rule);
    else if (verdict_is_family(rules))
        FINDING_DETAIL(finding, &kind_by_rule, .rules = rules);
    else if (rules)
        FINDING_DETAIL(finding, &kind_by_rules, .rules = VERDICT_RULE(round),
                       .count = __builtin_popcount(rules) - 1);
}

static void error_free_judge_add_detail(const struct expressions_seen *seen,
                                        const struct tally *tally, enum cause cause,
                                        const struct traits *found,
                                        struct finding *finding)
{
    struct traits rne = seen->known;
    size_t first;
    rne.model.round = FP_RNE;
    finding->agree = (long) expressions_agree(seen, &rne, &first);
    FINDING_DETAIL(finding, &kind_exact_cases, .count = (int) tally->exact,
                   .of = (int) tally->cases);
    FINDING_DETAIL(finding, cause_remarks[cause], .bits = found->inside_bits);
    error_free_judge_add_rules(finding->survivors, found->model.round, finding);
    if (first < seen->count)
        expressions_detail_case(seen, &rne, first, finding);
}

// In these forms the compiler has no licence. GLSL calls fma() one operation only where
// it is precise.
static bool is_bound(const struct expressions_seen *seen)
{
    enum form form = seen->params->form;
    return form == FORM_PRECISE ||
           (form == FORM_GUARDED &&
            error_free_judge_line(seen) != ERROR_FREE_TWO_PRODUCT_FMA);
}

bool error_free_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    struct tally tally = error_free_judge_count(seen);
    enum cause cause = find_cause(seen, found, &finding->survivors);
    bool good = tally.exact == tally.cases;
    if (is_pair(seen)) {
        good = good || right_bits(&tally) >= owed_bits(seen);
        error_free_judge_say_pair(seen, &tally, finding);
    } else {
        say_transform(seen, &tally, cause, found, finding);
    }
    finding->deviates =
        is_bound(seen) && !good && cause != CAUSE_WRITTEN && cause != CAUSE_MULTIPLIER;
    error_free_judge_add_detail(seen, &tally, cause, found, finding);
    return cause != CAUSE_OTHER;
}

// The guarded form, which is judged too, is ordinary code.
bool error_free_breaks_glsl(const struct result *result, const struct finding *finding)
{
    return !deviates_is_narrow(result) && result->form == FORM_PRECISE &&
           (finding_find(finding, &kind_sum_folded) ||
            finding_find(finding, &kind_sums_reordered) ||
            finding_find(finding, &kind_products_fused));
}

// SPDX-License-Identifier: MIT
//
// What GLSL says exactly must be so; what it leaves open (where ties of round() go, what
// int() makes of 2^31) is told by name. A zero's sign counts in the two expressions that
// ask for it alone.

#include "base/fp.h"
#include "probe/expressions/integers.h"
#include "probe/expressions_judge.h"
#include "probe/shared/kept.h"
#include "probe/shared/kinds.h"

#include <math.h>

#define NEAREST                                                           \
    (VERDICT_RULE(FP_RNE) | VERDICT_RULE(FP_RNA) | VERDICT_RULE(FP_RNZ) | \
     VERDICT_RULE(FP_RNU) | VERDICT_RULE(FP_RND) | VERDICT_RULE(FP_RNO))

static bool is_same(const struct expressions_seen *seen, uint64_t got, uint64_t want)
{
    bool is_sign =
        seen->expression == INTEGERS_ROUND_SIGN || seen->expression == INTEGERS_CEIL_SIGN;
    bool signless = !is_sign && !integers_makes_integer(seen->expression);

    return got == want || (signless && !((got | want) & 0x7fffffff));
}

static bool gives(const struct expressions_seen *seen, const uint64_t *want)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i] && !is_same(seen, seen->got[0][i], want[i]))
            return false;
    return true;
}

static bool traits_give(const struct expressions_seen *seen, const struct traits *traits)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];

    return expressions_ask(seen, traits, 0, seen->count, want) && gives(seen, want[0]);
}

// The rules with which `traits` gives the answers; its own is then one of them.
static uint32_t sums_of(const struct expressions_seen *seen, struct traits *traits,
                        int last)
{
    struct traits trial = *traits;
    uint32_t rules = 0;

    for (int rule = last; rule >= 0; rule--) {
        trial.model.round = (enum fp_round) rule;
        if (!traits_give(seen, &trial))
            continue;
        rules |= VERDICT_RULE(rule);
        traits->model.round = (enum fp_round) rule;
    }
    return rules;
}

static void say_wrong(struct finding *finding)
{
    FINDING_SAY(finding, &kind_wrong, .count = (int) (finding->cases - finding->agree),
                .of = (int) finding->cases);
    finding->deviates = true;
}

// The rules by which x may have been made whole.
static uint32_t wholes_of(const struct expressions_seen *seen)
{
    bool word = integers_makes_integer(seen->expression),
         is_signed = seen->expression == INTEGERS_TO_INT;
    uint32_t rules = 0;

    for (int rule = 0; rule <= FP_RO; rule++) {
        uint64_t want[INTEGERS_CASES];

        for (size_t i = 0; i < seen->count; i++) {
            uint32_t x = (uint32_t) seen->in[0][i];

            want[i] = word ? integers_word((enum fp_round) rule, INTEGERS_SATURATES,
                                           is_signed, x)
                           : integers_whole((enum fp_round) rule, x);
        }
        rules |= gives(seen, want) ? VERDICT_RULE(rule) : 0;
    }
    return rules;
}

// floor(x + 0.5), the sum rounded as the device has it.
static bool is_floor_of_sum(const struct expressions_seen *seen)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK], x[EXPRESSIONS_CHUNK],
        half[EXPRESSIONS_CHUNK];
    struct unit unit = unit_model();
    struct expressions_call call =
        expressions_call_of(seen, &seen->known, &unit, 0, seen->count, want);

    expressions_load(&call, 0, x);
    for (size_t i = 0; i < seen->count; i++)
        half[i] = fp_convert(FP_BINARY32, seen->known.model.format, FP_RNE, 0x3f000000);
    if (!expressions_apply(&call, UNIT_ADD, x, half, NULL, x))
        return false;
    expressions_store(&call, 0, x);
    for (size_t i = 0; i < seen->count; i++)
        want[0][i] = integers_whole(FP_RDN, (uint32_t) want[0][i]);
    return gives(seen, want[0]);
}

// The answers of this probe.
// clang-format off
const struct finding_kind
    kind_as_int = { "as-int", " as int", FINDING_WORD },
    kind_wraps = { "wraps", "wraps", FINDING_WORD },
    kind_words = { "words", "{word} or {other}", FINDING_WORD },
    kind_case_of_x = { "case-of-x", "x = {operands}: got {got}", FINDING_WORD };

static const struct finding_kind
    kind_plus_zero = { "plus-zero", "+0", FINDING_WORD },
    kind_floor_of_sum = { "floor-of-sum", "floor(x + 0.5)", FINDING_WORD },
    kind_one = { "one", "1.0", FINDING_WORD },
    kind_below_one = { "below-one", "below 1", FINDING_WORD },
    kind_mod_by_quotient = { "mod-by-quotient", "x - y * floor(x / y)", FINDING_WORD },
    kind_mod_by_reciprocal = { "mod-by-reciprocal", "x - y * floor(x * (1 / y))", FINDING_WORD },
    kind_mod_by_fract = { "mod-by-fract", "y * fract(x / y)", FINDING_WORD },
    kind_quotient_not_rounded = { "quotient-not-rounded",
        "quotient not rounded once", FINDING_RULE };
const struct finding_kind *const integers_kinds[] = {
    &kind_as_int, &kind_wraps, &kind_words, &kind_plus_zero, &kind_floor_of_sum,
    &kind_one, &kind_below_one, &kind_mod_by_quotient, &kind_mod_by_reciprocal,
    &kind_mod_by_fract, &kind_quotient_not_rounded, &kind_case_of_x, NULL
};
// clang-format on

static void judge_whole(const struct expressions_seen *seen, struct finding *finding)
{
    uint32_t rules = wholes_of(seen);
    enum fp_round rule = integers_rule((enum integers_expression) seen->expression);

    if (rules & VERDICT_RULE(rule)) {
        FINDING_SAY(finding, &kind_exact);
        return;
    }
    say_wrong(finding);
    if (seen->expression == INTEGERS_ROUND && is_floor_of_sum(seen))
        FINDING_SAY(finding, &kind_floor_of_sum);
    else if (rules)
        FINDING_SAY(finding, &kind_rule, .rules = rules);
}

// Ties are the implementation's choice in round(), and even in roundEven().
static void judge_ties(const struct expressions_seen *seen, struct finding *finding)
{
    bool even = seen->expression == INTEGERS_ROUND_EVEN;

    finding->survivors = wholes_of(seen);
    if (!(finding->survivors & (even ? VERDICT_RULE(FP_RNE) : NEAREST)))
        say_wrong(finding);
    if (finding->survivors)
        FINDING_SAY(finding, &kind_rule, .rules = finding->survivors);
}

static void judge_from_integer(const struct expressions_seen *seen,
                               struct finding *finding, struct traits *found)
{
    bool small = seen->expression == INTEGERS_FROM_SMALL;
    uint32_t rules = sums_of(seen, found, FP_RO);
    bool exact = small && finding->agree == finding->cases;

    finding->survivors = exact ? 0 : rules;
    if (!rules)
        say_wrong(finding);
    else if (exact)
        FINDING_SAY(finding, &kind_exact);
    else
        FINDING_SAY(finding, &kind_rule, .rules = rules);
    finding->deviates = small ? !rules : !(rules & VERDICT_RULE(FP_RNE));
}

static void judge_fract(const struct expressions_seen *seen, struct finding *finding,
                        struct traits *found)
{
    if (sums_of(seen, found, FP_ROUND_COUNT - 1))
        FINDING_SAY(finding, &kind_exact);
    else
        say_wrong(finding);
}

// min(x - floor(x), 1 - u/2) by some rule, which keeps the answer below 1.
static bool is_clamped(const struct expressions_seen *seen)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    struct traits trial = seen->known;
    int p = trial.model.format.precision;
    uint64_t most = UINT64_C(0x3f800000) - (p < 24 ? UINT64_C(1) << (24 - p) : 1);

    for (int rule = 0; rule <= FP_RO; rule++) {
        trial.model.round = (enum fp_round) rule;
        if (!expressions_ask(seen, &trial, 0, seen->count, want))
            return false;
        for (size_t i = 0; i < seen->count; i++)
            want[0][i] = want[0][i] > most ? most : want[0][i];
        if (gives(seen, want[0]))
            return true;
    }
    return false;
}

static void judge_fract_tiny(const struct expressions_seen *seen, struct finding *finding,
                             struct traits *found)
{
    bool one = false;

    for (size_t i = 0; i < seen->count; i++)
        one = one || (seen->defined[i] && seen->got[0][i] == 0x3f800000);
    finding->survivors = sums_of(seen, found, FP_ROUND_COUNT - 1);
    if (finding->survivors)
        FINDING_SAY(finding, one ? &kind_one : &kind_below_one);
    else if (is_clamped(seen))
        FINDING_SAY(finding, &kind_below_one);
    else
        say_wrong(finding);
    if (finding_is(finding, &kind_below_one) && !finding->survivors)
        FINDING_ALSO(finding, &kind_clamped);
}

// x - y * n, where the product may have been rounded to the format.
static bool is_rest(const struct expressions_seen *seen, size_t i, double n)
{
    struct fp_format format = seen->known.model.format;
    double x = (double) fp_from_bits((uint32_t) seen->in[0][i]);
    double y = (double) fp_from_bits((uint32_t) seen->in[1][i]);
    double got = (double) fp_from_bits((uint32_t) seen->got[0][i]);
    uint64_t rounded = fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(y * n));
    uint64_t wide = fp_convert(format, FP_BINARY64, FP_RNE, rounded);

    return got == x - y * n || got == x - fp_from_bits64(wide);
}

// Whether floor() was taken of a quotient that is a few ulp off: where that is so near a
// whole number, it may have been either side.
static bool is_coarse_mod(const struct expressions_seen *seen, size_t i)
{
    double x = (double) fp_from_bits((uint32_t) seen->in[0][i]);
    double y = (double) fp_from_bits((uint32_t) seen->in[1][i]);
    double quotient = x / y, whole = floor(quotient + 0.5);
    double slack = ldexp(fabs(quotient), 3 - seen->known.model.format.precision);

    if (fabs(quotient - whole) <= slack)
        return is_rest(seen, i, whole) || is_rest(seen, i, whole - 1);
    return is_rest(seen, i, floor(quotient));
}

static bool is_mod_by(const struct expressions_seen *seen, const struct traits *traits,
                      enum integers_quotient how)
{
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    struct unit unit = unit_model();
    struct expressions_call call =
        expressions_call_of(seen, traits, &unit, 0, seen->count, want);

    return integers_mod(&call, how) && gives(seen, want[0]);
}

static void judge_mod(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    bool coarse = true;

    for (int reciprocal = 0; reciprocal < 2; reciprocal++) {
        found->by_reciprocal = reciprocal;
        uint32_t rules = sums_of(seen, found, FP_RO);

        // A quotient that is truncated is as good as an exact one.
        if (rules && !(rules & VERDICT_RULE(FP_RNE)) &&
            is_mod_by(seen, found, INTEGERS_MOD_EXACT)) {
            FINDING_SAY(finding, &kind_exact);
            return;
        }
        if (rules) {
            FINDING_SAY(finding,
                        reciprocal ? &kind_mod_by_reciprocal : &kind_mod_by_quotient);
            return;
        }
    }
    *found = seen->known;
    for (size_t i = 0; i < seen->count; i++)
        coarse = coarse && (!seen->defined[i] || is_coarse_mod(seen, i));
    bool fused = is_mod_by(seen, found, INTEGERS_MOD_FUSED);

    if (fused || coarse) {
        FINDING_SAY(finding, &kind_mod_by_quotient);
        FINDING_ALSO(finding,
                     fused ? kept_fused(seen->params) : &kind_quotient_not_rounded);
        return;
    }
    say_wrong(finding);
    if (is_mod_by(seen, found, INTEGERS_MOD_FRACT))
        FINDING_SAY(finding, &kind_mod_by_fract);
}

static void judge_zero(const struct expressions_seen *seen, struct finding *finding)
{
    uint64_t word = 1;
    bool one = integers_constant(seen, &word);

    if (one && !(word & 0x7fffffff))
        FINDING_SAY(finding, word ? &kind_number : &kind_plus_zero,
                    .value = word ? -0.0 : 0);
    else if (one)
        FINDING_SAY(finding, &kind_always_number,
                    .value = finding_rounded((double) fp_from_bits((uint32_t) word), 6));
    else
        FINDING_SAY(finding, &kind_other);
    finding->deviates = finding->agree < finding->cases;
}

static void judge_line(const struct expressions_seen *seen, struct finding *finding,
                       struct traits *found)
{
    switch (seen->expression) {
    case INTEGERS_TO_INT:
    case INTEGERS_TO_UINT:
    case INTEGERS_ROUND:
    case INTEGERS_TRUNC:
    case INTEGERS_FLOOR:
    case INTEGERS_CEIL: judge_whole(seen, finding); break;
    case INTEGERS_ROUND_TIES:
    case INTEGERS_ROUND_EVEN: judge_ties(seen, finding); break;
    case INTEGERS_FROM_SMALL:
    case INTEGERS_FROM_INT:
    case INTEGERS_FROM_UINT: judge_from_integer(seen, finding, found); break;
    case INTEGERS_FRACT: judge_fract(seen, finding, found); break;
    case INTEGERS_FRACT_TINY: judge_fract_tiny(seen, finding, found); break;
    case INTEGERS_MOD: judge_mod(seen, finding, found); break;
    case INTEGERS_SIGN:
        if (traits_give(seen, found))
            FINDING_SAY(finding, &kind_exact);
        else
            say_wrong(finding);
        break;
    case INTEGERS_ROUND_SIGN:
    case INTEGERS_CEIL_SIGN: judge_zero(seen, finding); break;
    default: integers_judge_outside(seen, finding); break;
    }
}

// The answers are first held against IEEE 754's, to nearest even, in the device's format.
bool integers_judge(const struct expressions_seen *seen, struct finding *finding,
                    struct traits *found)
{
    struct traits ieee = TRAITS_NONE(seen->known.model);
    uint64_t want[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK];
    size_t first = seen->count;

    ieee.model.round = FP_RNE;
    if (!expressions_ask(seen, &ieee, 0, seen->count, want))
        return false;
    for (size_t i = seen->count; i-- > 0;) {
        bool same = is_same(seen, seen->got[0][i], want[0][i]);

        finding->agree += seen->defined[i] && same;
        first = seen->defined[i] && !same ? i : first;
    }
    judge_line(seen, finding, found);
    if (first < seen->count && !finding->detail[0].kind)
        expressions_detail_case(seen, &ieee, first, finding);
    return expressions_reproduces(seen, found);
}

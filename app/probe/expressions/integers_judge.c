// SPDX-License-Identifier: MIT
//
// What GLSL says exactly must be so; what it leaves open (where ties of round() go, what
// int() makes of 2^31) is told by name. A zero's sign counts in the two lines that ask
// for it alone.

#include "probe/expressions/integers.h"

#include <math.h>
#include <stdio.h>

#define NEAREST                                                           \
    (VERDICT_RULE(FP_RNE) | VERDICT_RULE(FP_RNA) | VERDICT_RULE(FP_RNZ) | \
     VERDICT_RULE(FP_RNU) | VERDICT_RULE(FP_RND) | VERDICT_RULE(FP_RNO))

struct words {
    uint64_t at[INTEGERS_CASES];
};

static bool is_same(const struct lines_seen *seen, uint64_t got, uint64_t want)
{
    bool signless = seen->line >= INTEGERS_FROM_SMALL && seen->line <= INTEGERS_SIGN;

    return got == want || (signless && !((got | want) & 0x7fffffff));
}

static bool gives(const struct lines_seen *seen, const struct words *want)
{
    for (size_t i = 0; i < seen->count; i++)
        if (seen->defined[i] && !is_same(seen, seen->got[0][i], want->at[i]))
            return false;
    return true;
}

static struct lines_call call_of(const struct lines_seen *seen,
                                 const struct traits *traits, const struct unit *unit,
                                 struct words *out)
{
    return (struct lines_call){
        .probe = seen->probe,
        .params = seen->params,
        .traits = traits,
        .unit = unit,
        .line = seen->line,
        .count = seen->count,
        .in = { seen->in[0], seen->in[1], seen->in[2] },
        .out = { out->at },
    };
}

static bool traits_give(const struct lines_seen *seen, const struct traits *traits)
{
    struct unit unit = unit_model();
    struct words want;
    struct lines_call call = call_of(seen, traits, &unit, &want);

    return integers_answer(&call) && gives(seen, &want);
}

// The rules with which `traits` gives the answers; its own is then one of them.
static uint32_t sums_of(const struct lines_seen *seen, struct traits *traits, int last)
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

static void say(struct finding *finding, const char *answer)
{
    snprintf(finding->answer, sizeof(finding->answer), "%s", answer);
}

static void say_wrong(struct finding *finding)
{
    snprintf(finding->answer, sizeof(finding->answer), "%ld of %ld wrong",
             finding->cases - finding->agree, finding->cases);
    finding->departs = true;
}

// The rules by which x may have been made whole.
static uint32_t wholes_of(const struct lines_seen *seen)
{
    bool word = seen->line <= INTEGERS_TO_UINT, is_signed = seen->line == INTEGERS_TO_INT;
    uint32_t rules = 0;

    for (int rule = 0; rule <= FP_RO; rule++) {
        struct words want;

        for (size_t i = 0; i < seen->count; i++) {
            uint32_t x = (uint32_t) seen->in[0][i];

            want.at[i] = word ? integers_word((enum fp_round) rule, INTEGERS_SATURATES,
                                              is_signed, x)
                              : integers_whole((enum fp_round) rule, x);
        }
        rules |= gives(seen, &want) ? VERDICT_RULE(rule) : 0;
    }
    return rules;
}

// floor(x + 0.5), the sum rounded as the device has it.
static bool is_floor_of_sum(const struct lines_seen *seen)
{
    struct unit unit = unit_model();
    struct words want;
    struct lines_call call = call_of(seen, &seen->known, &unit, &want);
    struct fp_format format = seen->known.model.format;
    uint64_t x[INTEGERS_CASES], half[INTEGERS_CASES];

    lines_load(&call, 0, x);
    for (size_t i = 0; i < seen->count; i++)
        half[i] = fp_convert(FP_BINARY32, format, FP_RNE, 0x3f000000);
    if (!lines_apply(&call, UNIT_ADD, x, half, NULL, x))
        return false;
    lines_store(&call, 0, x);
    for (size_t i = 0; i < seen->count; i++)
        want.at[i] = integers_whole(FP_RDN, (uint32_t) want.at[i]);
    return gives(seen, &want);
}

static void judge_whole(const struct lines_seen *seen, struct finding *finding)
{
    uint32_t rules = wholes_of(seen);
    enum fp_round rule = integers_rule((enum integers_line) seen->line);

    if (rules & VERDICT_RULE(rule)) {
        say(finding, "exact");
        return;
    }
    say_wrong(finding);
    if (seen->line == INTEGERS_ROUND && is_floor_of_sum(seen))
        say(finding, "floor(x + 0.5)");
    else if (rules)
        say(finding, verdict_rounding(rules));
}

// Ties are the implementation's choice in round(), and even in roundEven().
static void judge_ties(const struct lines_seen *seen, struct finding *finding)
{
    bool even = seen->line == INTEGERS_ROUND_EVEN;

    finding->survivors = wholes_of(seen);
    if (!(finding->survivors & (even ? VERDICT_RULE(FP_RNE) : NEAREST)))
        say_wrong(finding);
    if (finding->survivors)
        say(finding, verdict_rounding(finding->survivors));
}

static void judge_from_integer(const struct lines_seen *seen, struct finding *finding,
                               struct traits *found)
{
    bool small = seen->line == INTEGERS_FROM_SMALL;
    uint32_t rules = sums_of(seen, found, FP_RO);

    finding->survivors = small ? 0 : rules;
    if (!rules)
        say_wrong(finding);
    else if (small)
        say(finding, "exact");
    else
        say(finding, verdict_rounding(rules));
    finding->departs = small ? !rules : !(rules & VERDICT_RULE(FP_RNE));
}

static void judge_fract(const struct lines_seen *seen, struct finding *finding,
                        struct traits *found)
{
    if (sums_of(seen, found, FP_ROUND_COUNT - 1))
        say(finding, "exact");
    else
        say_wrong(finding);
}

// min(x - floor(x), 1 - u/2) by some rule, which keeps the answer below 1.
static bool is_clamped(const struct lines_seen *seen)
{
    struct traits trial = seen->known;
    struct unit unit = unit_model();
    struct words want;
    struct lines_call call = call_of(seen, &trial, &unit, &want);
    int p = trial.model.format.precision;
    uint64_t most = UINT64_C(0x3f800000) - (p < 24 ? UINT64_C(1) << (24 - p) : 1);

    for (int rule = 0; rule <= FP_RO; rule++) {
        trial.model.round = (enum fp_round) rule;
        if (!integers_answer(&call))
            return false;
        for (size_t i = 0; i < seen->count; i++)
            want.at[i] = want.at[i] > most ? most : want.at[i];
        if (gives(seen, &want))
            return true;
    }
    return false;
}

static void judge_fract_tiny(const struct lines_seen *seen, struct finding *finding,
                             struct traits *found)
{
    bool one = false;

    for (size_t i = 0; i < seen->count; i++)
        one = one || (seen->defined[i] && seen->got[0][i] == 0x3f800000);
    finding->survivors = sums_of(seen, found, FP_ROUND_COUNT - 1);
    if (finding->survivors)
        say(finding, one ? "1.0" : "below 1");
    else if (is_clamped(seen))
        say(finding, "below 1, clamped");
    else
        say_wrong(finding);
}

// x - y * n, where the product may have been rounded to the format.
static bool is_rest(const struct lines_seen *seen, size_t i, double n)
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
static bool is_coarse_mod(const struct lines_seen *seen, size_t i)
{
    double x = (double) fp_from_bits((uint32_t) seen->in[0][i]);
    double y = (double) fp_from_bits((uint32_t) seen->in[1][i]);
    double quotient = x / y, whole = floor(quotient + 0.5);
    double slack = ldexp(fabs(quotient), 3 - seen->known.model.format.precision);

    if (fabs(quotient - whole) <= slack)
        return is_rest(seen, i, whole) || is_rest(seen, i, whole - 1);
    return is_rest(seen, i, floor(quotient));
}

static bool is_mod_by(const struct lines_seen *seen, const struct traits *traits,
                      enum integers_quotient how)
{
    struct unit unit = unit_model();
    struct words want;
    struct lines_call call = call_of(seen, traits, &unit, &want);

    return integers_mod(&call, how) && gives(seen, &want);
}

static void judge_mod(const struct lines_seen *seen, struct finding *finding,
                      struct traits *found)
{
    static const char *const ways[] = { "x - y * floor(x / y)",
                                        "x - y * floor(x * (1 / y))" };
    bool coarse = true;

    for (int reciprocal = 0; reciprocal < 2; reciprocal++) {
        found->by_reciprocal = reciprocal;
        uint32_t rules = sums_of(seen, found, FP_RO);

        // A quotient that is truncated is as good as an exact one.
        if (rules && !(rules & VERDICT_RULE(FP_RNE)) &&
            is_mod_by(seen, found, INTEGERS_MOD_EXACT)) {
            say(finding, "exact");
            return;
        }
        if (rules) {
            say(finding, ways[reciprocal]);
            return;
        }
    }
    *found = seen->known;
    for (size_t i = 0; i < seen->count; i++)
        coarse = coarse && (!seen->defined[i] || is_coarse_mod(seen, i));
    if (is_mod_by(seen, found, INTEGERS_MOD_FUSED))
        say(finding, "x - y * floor(x / y), fused");
    else if (coarse)
        say(finding, "x - y * floor(x / y), quotient not rounded once");
    else
        say_wrong(finding);
    if (finding->departs && is_mod_by(seen, found, INTEGERS_MOD_FRACT))
        say(finding, "y * fract(x / y)");
}

static void judge_zero(const struct lines_seen *seen, struct finding *finding)
{
    uint64_t word = 1;
    bool one = integers_constant(seen, &word);

    if (one && !(word & 0x7fffffff))
        say(finding, word ? "-0" : "+0");
    else if (one)
        snprintf(finding->answer, sizeof(finding->answer), "always %g",
                 (double) fp_from_bits((uint32_t) word));
    else
        say(finding, "other");
    finding->departs = finding->agree < finding->cases;
}

static void judge_line(const struct lines_seen *seen, struct finding *finding,
                       struct traits *found)
{
    switch (seen->line) {
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
            say(finding, "exact");
        else
            say_wrong(finding);
        break;
    case INTEGERS_ROUND_SIGN:
    case INTEGERS_CEIL_SIGN: judge_zero(seen, finding); break;
    default: integers_judge_outside(seen, finding); break;
    }
}

// The answers are first held against IEEE 754's, to nearest even, in the device's format.
bool integers_judge(const struct lines_seen *seen, struct finding *finding,
                    struct traits *found)
{
    struct traits ieee = TRAITS_NONE(seen->known.model);
    struct unit unit = unit_model();
    struct words want;
    struct lines_call call = call_of(seen, &ieee, &unit, &want);
    size_t first = seen->count;

    ieee.model.round = FP_RNE;
    if (!integers_answer(&call))
        return false;
    for (size_t i = seen->count; i-- > 0;) {
        bool same = is_same(seen, seen->got[0][i], want.at[i]);

        finding->agree += seen->defined[i] && same;
        first = seen->defined[i] && !same ? i : first;
    }
    judge_line(seen, finding, found);
    if (first < seen->count && !finding->detail[0])
        lines_say_case(seen, &ieee, first, finding->detail, sizeof(finding->detail));
    return lines_reproduces(seen, found);
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// Each idiom is held against two programs, as written and simplified, under each rule of
// rounding (folding.probe has both). Beside it the shader computes one sum of unknown
// numbers, the witness: a rule counts only if it gives that, too. So a lost sign of zero
// is told from rounding down, where x - x is -0 by IEEE 754.
//
// Divisions and roots need not be correctly rounded in GLSL. If nothing else reproduces
// the answers, a truncated multiplier is tried and a division by reciprocal, then whether
// all are within a few ulp of what is written, and not all what is simplified: that is
// kept, by a coarse operation. (a * b) / b for 1/3 and 3 may be 1 - 2^-24 there.
//
// On a device without infinities inf - inf is max - max, which is 0: a - b == 0.0 is true
// there, and so is a == b. Both programs are therefore tried with the overflow that the
// picture shows.
//
// Most operands are random numbers of p bits in a pattern: near each other, or so far
// apart that a sum loses bits. They are drawn again until written and simplified differ
// under one of the 21 rules of fp.h, the rules taking turns over the columns. What does
// not depend on bits (NaN, infinities, zeros) comes from tables of pairs.
//
// For a * c + b * c the factors have p/2 bits: both products are exact, a fused
// multiply-add rounds as the sum does, and only (a + b) * c, which rounds first, differs.
//
// The last operand is 1; the third, where an idiom has no use for it, makes with it the
// sum c + 1 that tells the rule by which this device rounds: zero under rdn, ties of
// both signs with even and odd neighbours, parts of an ulp. Without it a sum of zero that
// lost its sign could be a simplification, or a device that rounds down.

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/postfix.h"
#include "probe/shared/trial.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WITNESS      "cd+d*" // asked beside each: how does a sum round?
#define TRIES        64
#define PAIRS        8
#define LOG2_SUM     6 // operands of sums lie near 2^6: what is left of them is normal
#define LOG2_PRODUCT 2
#define COARSE_ULP   16 // of the result: division and root, 2.5 ulp each, twice and scaled

static const char *const *folding_programs(int expression, int candidate)
{
    return expressions_candidate(&probe_folding, expression, candidate)->programs;
}

_Static_assert(TRAITS_FOLDS_SUM == UINT64_C(1) << FOLDING_ADD_SUB, "a bit of its number");

// c of c + 1. Around 1 in parts of u = ulp(1), then around 2 with its ties, then ties of
// large sums of both signs.
static double witness(int p, int at)
{
    double u = ldexp(1, 1 - p), large = ldexp(1, p);
    const double values[] = {
        -1,
        u / 8,
        -u / 8,
        u / 2,
        3 * u / 4,
        5 * u / 8,
        -3 * u / 8,
        -3 * u / 4,
        u / 2 + u * u / 2,
        u / 2 - u * u / 4,
        1 + u,
        1 + 3 * u,
        -large,
        large,
        -large - 2,
        large + 2,
    };

    return values[at % (int) (sizeof values / sizeof values[0])];
}

static void draw_sums(int kind, int p, uint64_t *state, double *values)
{
    int far = 1 + draws_below(state, p - 2), farther = 1 + draws_below(state, p - 2);

    values[0] =
        draws_number(state, p, LOG2_SUM - (kind == FOLDING_CASES_SWAPPED ? far : 0));
    values[1] =
        draws_number(state, p, LOG2_SUM - (kind == FOLDING_CASES_SWAPPED ? 0 : far));
    if (kind == FOLDING_CASES_THREE) {
        values[0] = draws_number(state, p, LOG2_SUM - draws_below(state, 5));
        values[1] = draws_number(state, p, LOG2_SUM - draws_below(state, 5));
        values[2] = draws_number(state, p, LOG2_SUM - draws_below(state, 5));
    }
    if (kind == FOLDING_CASES_SMALL)
        values[1] = fabs(draws_number(state, 1, LOG2_SUM - p - 1 - farther % 2));
}

// Two numbers of p/2 bits, so far apart that their sum has more than p.
static void draw_halves(int p, uint64_t *state, double *near, double *far, double *factor)
{
    int half = p / 2;

    *near = draws_number(state, half, 0);
    *far = draws_number(state, half, half - p - draws_below(state, 2));
    *factor = draws_number(state, half, draws_below(state, 3));
    if (draws_below(state, 2)) {
        double swap = *near;

        *near = *far;
        *far = swap;
    }
}

static void folding_draw(const struct expression_cases *cases,
                         const struct probe_params *params, uint64_t *state,
                         double *values)
{
    int p = params->precision_bits, emax = params->model.format.emax;
    int lowest = (emax + 1) / 2;

    switch (cases->kind) {
    case FOLDING_CASES_FACTORS:
        values[2] = draws_number(state, p, draws_below(state, LOG2_PRODUCT));
        // fall through
    case FOLDING_CASES_FACTOR:
        values[0] = draws_number(state, p, draws_below(state, LOG2_PRODUCT));
        values[1] = draws_number(state, p, draws_below(state, LOG2_PRODUCT));
        break;
    case FOLDING_CASES_LITERALS:
        values[0] = draws_number(state, p, draws_below(state, 4) - 3);
        break;
    case FOLDING_CASES_POSITIVE:
        values[0] = fabs(draws_number(state, p, draws_below(state, 2)));
        break;
    case FOLDING_CASES_TO_EIGHT: values[0] = fabs(draws_number(state, p, 2)); break;
    case FOLDING_CASES_LARGE:
        values[0] = draws_number(state, p, lowest + draws_below(state, lowest - 1));
        break;
    case FOLDING_CASES_LAST:
        draw_halves(p, state, &values[0], &values[1], &values[2]);
        break;
    case FOLDING_CASES_FIRST:
        draw_halves(p, state, &values[1], &values[2], &values[0]);
        break;
    default: draw_sums(cases->kind, p, state, values);
    }
}

void folding_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    const struct expression_cases *cases = &probe_folding.expressions->list[line].cases;
    const char *ways[2] = { folding_programs(line, FOLDING_WRITTEN)[0],
                            folding_programs(line, FOLDING_FOLDED)[0] };
    enum fp_round round = (enum fp_round)(at % FP_ROUND_COUNT);
    uint64_t state = (uint64_t) line << 32 | (uint64_t) at;
    double values[PROBE_OPERANDS] = { 0, cases->values[0],
                                      witness(params->precision_bits, at), 1 };

    if (cases->kind == FOLDING_CASES_LITERALS || cases->kind == FOLDING_CASES_TO_EIGHT)
        values[2] = cases->values[1];
    if (cases->kind == FOLDING_CASES_MIXED)
        values[2] = 0;
    if (cases->pairs) {
        values[0] = cases->pairs[at % PAIRS][0];
        values[1] = cases->pairs[at % PAIRS][1];
    }
    for (int i = 0; i < TRIES; i++) {
        if (!cases->pairs)
            folding_draw(cases, params, &state, values);
        for (int k = 0; k < PROBE_OPERANDS; k++)
            words[k] = draws_word(params, values[k]);
        if (cases->pairs || postfix_differ(&probe_folding, params, round, ways, words))
            return;
    }
}

bool folding_answer(const struct expressions_call *call)
{
    bool folded = call->traits->folds >> call->expression & 1;
    int candidate = folded ? FOLDING_FOLDED : FOLDING_WRITTEN;
    struct postfix what = { { folding_programs(call->expression, candidate)[0],
                              WITNESS } };

    return postfix_answer(call, &what);
}

// What gives the answers as written, and as simplified.
struct outcome {
    struct trial kept, folded;
    bool coarse;
};

static bool is_settled(const struct outcome *outcome)
{
    return outcome->kept.rules || outcome->folded.rules;
}

// Tries both, also with what other probes find to be this device's own.
static struct outcome try_both(const struct expressions_seen *seen,
                               const struct traits *traits, bool witness)
{
    const char *const *programs = folding_programs(seen->expression, FOLDING_WRITTEN);
    const struct trial_question written = { seen, .programs = programs,
                                            .second = witness ? WITNESS : NULL };
    struct trial_question folded = written;
    const struct trial_trait tried[] = {
        TRIAL_TRAIT(nan_equal, false, strchr(programs[0], '=') != NULL),
        TRIAL_TRAIT(by_reciprocal, false, strchr(programs[0], '/') != NULL),
        TRIAL_TRAIT(multiplier, -1, strpbrk(programs[0], "*/") ? 8 : -1),
    };
    struct outcome outcome = { .coarse = false };
    struct traits trial = *traits;

    folded.programs = folding_programs(seen->expression, FOLDING_FOLDED);
    for (int step = 0; !is_settled(&outcome) && trial_step(tried, 3, step, &trial);
         step++) {
        outcome.kept = trial_of(&written, &trial);
        outcome.folded = trial_of(&folded, &trial);
    }
    return outcome;
}

// What is not as written may be so where an expression keeps more bits than are stored.
static struct outcome try_arithmetic(const struct expressions_seen *seen, bool witness)
{
    struct traits known = seen->known, traits;

    known.saturates = seen->saturates;
    struct outcome outcome = try_both(seen, &known, witness);

    if (outcome.kept.rules || !expressions_inside(seen, &traits))
        return outcome;
    struct outcome inside = try_both(seen, &traits, witness);

    return inside.kept.rules ? inside : outcome;
}

// What a program gives for a case under round to nearest even, as a carrier word.
static uint64_t expected(const struct expressions_seen *seen, const char *program,
                         size_t at)
{
    struct traits traits = TRAITS_NONE(seen->known.model);
    struct expressions_seen tried = *seen;
    uint64_t out[EXPRESSIONS_RESULTS][EXPRESSIONS_CHUNK] = { 0 };

    traits.model.round = FP_RNE;
    traits.saturates = seen->saturates;
    tried.programs = &(const struct postfix){ { program } };
    expressions_ask(&tried, &traits, at, 1, out);
    return out[0][0];
}

// Fills the error interval; true if it is small and some case was surely not simplified.
static bool is_coarse(const struct expressions_seen *seen, struct finding *finding)
{
    const char *written = folding_programs(seen->expression, FOLDING_WRITTEN)[0];
    const char *folded = folding_programs(seen->expression, FOLDING_FOLDED)[0];
    bool differs = false;

    if (!strpbrk(written, "/r"))
        return false;
    for (size_t i = 0; i < seen->count; i++) {
        uint64_t got = seen->got[0][i], want = expected(seen, written, i);
        double x = expressions_number(seen, got), y = expressions_number(seen, want);

        if (!seen->defined[i])
            continue;
        differs |= got != expected(seen, folded, i);
        if (expressions_same(seen->probe, seen->params, 0, got, want))
            continue;
        double error = expressions_ulps(seen, x, y);

        // nothing is a few ulp of zero
        if (!isfinite(x) || !isfinite(y) || y == 0 || fabs(error) > COARSE_ULP)
            return false;
        finding->error_min_ulp = fmin(finding->error_min_ulp, error);
        finding->error_max_ulp = fmax(finding->error_max_ulp, error);
    }
    finding->error_known = differs;
    return differs;
}

static struct outcome folding_look(const struct expressions_seen *seen,
                                   struct finding *finding)
{
    struct outcome outcome = try_arithmetic(seen, true);

    if (!is_settled(&outcome))
        outcome = try_arithmetic(seen, false);
    outcome.coarse = !is_settled(&outcome) && is_coarse(seen, finding);
    return outcome;
}

static void folding_say_answer(const struct expressions_seen *seen,
                               const struct outcome *outcome, struct finding *finding)
{
    if (outcome->kept.rules || outcome->coarse)
        FINDING_SAY(finding, &kind_kept);
    else
        FINDING_SAY(finding, outcome->folded.rules ? &kind_folded_to : &kind_neither);
    if (outcome->kept.rules)
        kept_say(seen, &outcome->kept.traits, finding);
    if (outcome->kept.rules && outcome->folded.rules)
        FINDING_ALSO(finding, &kind_or_folded);
    else if (outcome->folded.rules)
        snprintf(
            finding->glsl, sizeof finding->glsl, "%s",
            expressions_candidate(seen->probe, seen->expression, FOLDING_FOLDED)->glsl);
}

// The first case that is not as written: what IEEE 754 has, to nearest even or, where
// another rule was found, by that.
static void folding_add_detail(const struct expressions_seen *seen,
                               const struct outcome *outcome, struct finding *finding)
{
    struct traits wanted = TRAITS_NONE(seen->known.model);
    struct postfix written = { { folding_programs(seen->expression,
                                                  FOLDING_WRITTEN)[0] } };
    size_t first;

    wanted.model.round = FP_RNE;
    wanted.saturates = seen->saturates;
    finding->agree = (long) postfix_agree(seen, &wanted, &written, &first);
    FINDING_DETAIL(finding, &kind_as_written_by_rne);
    if (outcome->coarse)
        FINDING_DETAIL(finding, &kind_others_not_rounded);
    else if (outcome->kept.rules && outcome->folded.rules)
        FINDING_DETAIL(finding, &kind_both_the_same);
    if (!outcome->kept.rules && outcome->folded.rules) {
        wanted.model.round = outcome->folded.traits.model.round;
        postfix_agree(seen, &wanted, &written, &first);
    }
    if (!outcome->kept.rules && first < seen->count)
        expressions_detail_case(seen, &wanted, first, finding);
}

bool folding_judge(const struct expressions_seen *seen, struct finding *finding,
                   struct traits *found)
{
    struct outcome outcome = folding_look(seen, finding);
    bool as_written =
        (outcome.kept.rules && !traits_keeps(&outcome.kept.traits)) || outcome.coarse;

    folding_say_answer(seen, &outcome, finding);
    folding_add_detail(seen, &outcome, finding);
    finding->survivors = outcome.kept.rules ? outcome.kept.rules : outcome.folded.rules;
    finding->deviates = seen->params->form == FORM_PRECISE && !as_written &&
                        !seen->probe->expressions->list[seen->expression].free;
    *found = outcome.kept.rules ? outcome.kept.traits : outcome.folded.traits;
    found->folds = outcome.kept.rules ? 0 : UINT64_C(1) << seen->expression;
    // Where the witness told another rule, there is no device to compare with.
    return is_settled(&outcome) && expressions_reproduces(seen, found);
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// Each idiom is held against two programs, as written and simplified, under each rule of
// rounding (folding_idioms.c has both, and operands that part them). Beside it one sum of
// unknown numbers is asked, the witness: a rule counts only if it gives that, too. So a
// lost sign of zero is told from rounding down, where x - x is -0 by IEEE 754.
//
// Divisions and roots need not be correctly rounded in GLSL. If nothing else reproduces
// the answers, a truncated multiplier is tried and a division by reciprocal, then whether
// all are within a few ulp of what is written, and not all what is simplified: that is
// kept, by a coarse operation. (a * b) / b for 1/3 and 3 may be 1 - 2^-24 there.
//
// On a device without infinities inf - inf is max - max, which is 0: a - b == 0.0 is true
// there, and so is a == b. Both programs are therefore tried with the overflow that the
// picture shows.

#include "base/fp.h"
#include "probe/deviates.h"
#include "probe/expressions/folding_idioms.h"
#include "probe/list.h"
#include "probe/shared/kept.h"
#include "probe/shared/kinds.h"
#include "probe/shared/postfix.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define COARSE_ULP  16 // of the result: division and root, 2.5 ulp each, twice and scaled
#define MULTIPLIERS 9  // a truncated multiplier keeps [0, 8] columns

static struct postfix written_of(int line)
{
    return (struct postfix){ { folding_idioms[line].written, FOLDING_WITNESS } };
}

static struct postfix simplified_of(int line)
{
    return (struct postfix){ { folding_idioms[line].simplified, FOLDING_WITNESS } };
}

static bool folding_answer(const struct expressions_call *call)
{
    bool folded = call->traits->folds >> call->expression & 1;
    struct postfix what =
        folded ? simplified_of(call->expression) : written_of(call->expression);

    return postfix_answer(call, &what);
}

// The rules under which the answers are as written, and as simplified.
struct outcome {
    uint32_t kept, folded;
    bool coarse;
    struct traits kept_traits, folded_traits;
};

static bool is_settled(const struct outcome *outcome)
{
    return outcome->kept || outcome->folded;
}

static void try_both(const struct expressions_seen *seen, const struct traits *traits,
                     bool witness, struct outcome *outcome)
{
    struct postfix written = written_of(seen->expression);
    struct postfix simplified = simplified_of(seen->expression);

    if (!witness)
        written.program[1] = simplified.program[1] = NULL;
    outcome->kept_traits = outcome->folded_traits = *traits;
    outcome->kept = postfix_rules(seen, &outcome->kept_traits, &written);
    outcome->folded = postfix_rules(seen, &outcome->folded_traits, &simplified);
}

// Also what other probes find to be this device's own.
static void try_traits(const struct expressions_seen *seen, struct traits traits,
                       bool witness, struct outcome *outcome)
{
    const char *written = folding_idioms[seen->expression].written;
    int multipliers = strpbrk(written, "*/") ? MULTIPLIERS : 0;
    int divisions = strchr(written, '/') ? 2 : 1;

    try_both(seen, &traits, witness, outcome);
    if (!is_settled(outcome) && strchr(written, '=')) {
        traits.nan_equal = !traits.nan_equal;
        try_both(seen, &traits, witness, outcome);
    }
    for (int i = 0; i < divisions && !is_settled(outcome); i++) {
        traits.by_reciprocal = i > 0;
        for (int k = -1; k < multipliers && !is_settled(outcome); k++) {
            traits.multiplier = k;
            try_both(seen, &traits, witness, outcome);
        }
    }
}

// What is not as written may be so where an expression keeps more bits than are stored.
static void try_arithmetic(const struct expressions_seen *seen, bool witness,
                           struct outcome *outcome)
{
    struct outcome inside;
    struct traits known = seen->known, traits;

    known.saturates = seen->saturates;
    try_traits(seen, known, witness, outcome);
    if (outcome->kept || !expressions_inside(seen, &traits))
        return;
    try_traits(seen, traits, witness, &inside);
    if (inside.kept)
        *outcome = inside;
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
    const struct folding_idiom *idiom = &folding_idioms[seen->expression];
    bool differs = false;

    if (!strpbrk(idiom->written, "/r"))
        return false;
    for (size_t i = 0; i < seen->count; i++) {
        uint64_t got = seen->got[0][i], want = expected(seen, idiom->written, i);
        double x = expressions_number(seen, got), y = expressions_number(seen, want);

        if (!seen->defined[i])
            continue;
        differs |= got != expected(seen, idiom->simplified, i);
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
    struct outcome outcome = { 0 };

    try_arithmetic(seen, true, &outcome);
    if (!is_settled(&outcome))
        try_arithmetic(seen, false, &outcome);
    outcome.coarse = !is_settled(&outcome) && is_coarse(seen, finding);
    return outcome;
}

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_folded_to = { "folded-to", "folded to {glsl}", FINDING_FUSED },
    kind_or_folded = { "or-folded", " or folded", FINDING_FUSED },
    kind_others_not_rounded = { "others-not-rounded",
        "the others are not correctly rounded", FINDING_WORD },
    kind_both_the_same = { "both-the-same", "both give the same here", FINDING_WORD };
static const struct finding_kind *const kinds[] = {
    &kind_folded_to, &kind_or_folded, &kind_others_not_rounded, &kind_both_the_same,
    NULL
};
// clang-format on

static void folding_say_answer(const struct expressions_seen *seen,
                               const struct outcome *outcome, struct finding *finding)
{
    if (outcome->kept || outcome->coarse)
        FINDING_SAY(finding, &kind_kept);
    else
        FINDING_SAY(finding, outcome->folded ? &kind_folded_to : &kind_neither);
    if (outcome->kept)
        kept_say(seen, &outcome->kept_traits, finding);
    if (outcome->kept && outcome->folded)
        FINDING_ALSO(finding, &kind_or_folded);
    else if (outcome->folded)
        snprintf(finding->glsl, sizeof finding->glsl, "%s",
                 folding_idioms[seen->expression].to);
}

// The first case that is not as written: what IEEE 754 has, to nearest even or, where
// another rule was found, by that.
static void folding_add_detail(const struct expressions_seen *seen,
                               const struct outcome *outcome, struct finding *finding)
{
    struct traits wanted = TRAITS_NONE(seen->known.model);
    struct postfix written = { { folding_idioms[seen->expression].written } };
    size_t first;

    wanted.model.round = FP_RNE;
    wanted.saturates = seen->saturates;
    finding->agree = (long) postfix_agree(seen, &wanted, &written, &first);
    FINDING_DETAIL(finding, &kind_as_written_by_rne);
    if (outcome->coarse)
        FINDING_DETAIL(finding, &kind_others_not_rounded);
    else if (outcome->kept && outcome->folded)
        FINDING_DETAIL(finding, &kind_both_the_same);
    if (!outcome->kept && outcome->folded) {
        wanted.model.round = outcome->folded_traits.model.round;
        postfix_agree(seen, &wanted, &written, &first);
    }
    if (!outcome->kept && first < seen->count)
        expressions_detail_case(seen, &wanted, first, finding);
}

static bool folding_judge(const struct expressions_seen *seen, struct finding *finding,
                          struct traits *found)
{
    struct outcome outcome = folding_look(seen, finding);
    bool as_written =
        (outcome.kept && !traits_keeps(&outcome.kept_traits)) || outcome.coarse;

    folding_say_answer(seen, &outcome, finding);
    folding_add_detail(seen, &outcome, finding);
    finding->survivors = outcome.kept ? outcome.kept : outcome.folded;
    finding->deviates = seen->params->form == FORM_PRECISE && !as_written &&
                        !folding_idioms[seen->expression].is_free;
    *found = outcome.kept ? outcome.kept_traits : outcome.folded_traits;
    found->folds = outcome.kept ? 0 : UINT64_C(1) << seen->expression;
    // Where the witness told another rule, there is no device to compare with.
    return is_settled(&outcome) && expressions_reproduces(seen, found);
}

// GLSL permits these expressions to be folded: the results differ only in NaNs and in the
// signs of zeros, or by no more than the error that GLSL allows divisions and roots.
static bool breaks_folding(const struct result *result, const struct finding *finding)
{
    static const char *const loose[] = { "mul-zero",
                                         "sub-self",
                                         "add-zero",
                                         "zero-sub",
                                         "div-self",
                                         "neg-sub",
                                         "equal-self",
                                         "not-less",
                                         "div-three",
                                         "sub-equal-zero",
                                         "mul-div",
                                         "div-mul",
                                         "reciprocal-reciprocal",
                                         "sqrt-sqrt",
                                         NULL };

    return !deviates_is_narrow(result) && finding_is(finding, &kind_folded_to) &&
           !deviates_is_listed(finding, loose);
}

const struct probe probe_folding = {
    .name = "folding",
    .forms = EXPRESSIONS_FORMS,
    .needs_width = true,
    .operands = PROBE_OPERANDS,
    .expressions =
        &(const struct expressions){
            .list = folding_idioms_list,
            .count = FOLDING_IDIOMS,
            .columns = FOLDING_COLUMNS,
            .rows = 1,
            .results = 2,
            .signed_zeros = true,
            .in_es2 = true,
            .stages = EXPRESSIONS_STAGES,
            .precisions =
                1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP | 1u << PRECISION_DOUBLE,
            .readout = READOUT_BITS,
            .operand = folding_idioms_operand,
            .answer = folding_answer,
            .kinds = kinds,
            .alike = ALIKE_STAGES | ALIKE_PRECISIONS,
            .judge = folding_judge,
            .breaks_glsl = breaks_folding,
        },
    .topic = "folding",
};

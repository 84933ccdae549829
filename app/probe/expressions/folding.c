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

#include "probe/expressions/folding_idioms.h"
#include "probe/probe_list.h"
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

static bool folding_answer(const struct lines_call *call)
{
    bool folded = call->traits->folds >> call->line & 1;
    struct postfix what = folded ? simplified_of(call->line) : written_of(call->line);

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

static void try_both(const struct lines_seen *seen, const struct traits *traits,
                     bool witness, struct outcome *outcome)
{
    struct postfix written = written_of(seen->line);
    struct postfix simplified = simplified_of(seen->line);

    if (!witness)
        written.program[1] = simplified.program[1] = NULL;
    outcome->kept_traits = outcome->folded_traits = *traits;
    outcome->kept = postfix_rules(seen, &outcome->kept_traits, &written);
    outcome->folded = postfix_rules(seen, &outcome->folded_traits, &simplified);
}

// Also what other probes find to be this device's own.
static void try_arithmetic(const struct lines_seen *seen, bool witness,
                           struct outcome *outcome)
{
    const char *written = folding_idioms[seen->line].written;
    int multipliers = strpbrk(written, "*/") ? MULTIPLIERS : 0;
    int divisions = strchr(written, '/') ? 2 : 1;
    struct traits traits = seen->known;

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

static double value_of(const struct lines_seen *seen, uint64_t word)
{
    struct fp_format carrier = lines_carrier(seen->params);

    return fp_from_bits64(fp_convert(carrier, FP_BINARY64, FP_RNE, word));
}

// What a program gives for a case under round to nearest even, as a carrier word.
static uint64_t expected(const struct lines_seen *seen, const char *program, size_t at)
{
    struct traits traits = TRAITS_NONE(seen->known.model);
    struct unit unit = unit_model();
    uint64_t word = 0, unused = 0;
    struct lines_call call = { seen->probe, seen->params,      &traits,
                               &unit,       seen->line,        1,
                               { NULL },    { &word, &unused } };

    traits.model.round = FP_RNE;
    for (int k = 0; k < seen->probe->operands; k++)
        call.in[k] = &seen->in[k][at];
    postfix_answer(&call, &(struct postfix){ { program } });
    return word;
}

static double error_ulp(const struct lines_seen *seen, double got, double want)
{
    int exponent;

    frexp(want, &exponent);
    return ldexp(got - want, seen->known.model.format.precision - exponent);
}

// Fills the error interval; true if it is small and some case was surely not simplified.
static bool is_coarse(const struct lines_seen *seen, struct finding *finding)
{
    const struct folding_idiom *idiom = &folding_idioms[seen->line];
    bool differs = false;

    if (!strpbrk(idiom->written, "/r"))
        return false;
    for (size_t i = 0; i < seen->count; i++) {
        uint64_t got = seen->got[0][i], want = expected(seen, idiom->written, i);
        double x = value_of(seen, got), y = value_of(seen, want);

        if (!seen->defined[i])
            continue;
        differs |= got != expected(seen, idiom->simplified, i);
        if (lines_same(seen->probe, seen->params, 0, got, want))
            continue;
        double error = error_ulp(seen, x, y);

        // nothing is a few ulp of zero
        if (!isfinite(x) || !isfinite(y) || y == 0 || fabs(error) > COARSE_ULP)
            return false;
        finding->error_min_ulp = fmin(finding->error_min_ulp, error);
        finding->error_max_ulp = fmax(finding->error_max_ulp, error);
    }
    finding->error_known = differs;
    return differs;
}

static struct outcome look(const struct lines_seen *seen, struct finding *finding)
{
    struct outcome outcome;

    try_arithmetic(seen, true, &outcome);
    if (!is_settled(&outcome))
        try_arithmetic(seen, false, &outcome);
    outcome.coarse = !is_settled(&outcome) && is_coarse(seen, finding);
    return outcome;
}

static void say_answer(const struct lines_seen *seen, const struct outcome *outcome,
                       struct finding *finding)
{
    const char *to = folding_idioms[seen->line].to;

    if (outcome->folded && outcome->kept)
        snprintf(finding->answer, sizeof(finding->answer), "kept or folded");
    else if (outcome->folded)
        snprintf(finding->answer, sizeof(finding->answer), "folded to %s", to);
    else
        snprintf(finding->answer, sizeof(finding->answer), "%s",
                 outcome->kept || outcome->coarse ? "kept" : "neither");
}

// The first case that is not as written: what IEEE 754 has, to nearest even or, where
// another rule was found, by that.
static void say_detail(const struct lines_seen *seen, const struct outcome *outcome,
                       struct finding *finding)
{
    struct traits plain = TRAITS_NONE(seen->known.model), by_rule = plain;
    struct postfix written = { { folding_idioms[seen->line].written } };
    char text[160] = "";
    size_t first;

    plain.model.round = FP_RNE;
    finding->agree = (long) postfix_agree(seen, &plain, &written, &first);
    if (!outcome->kept && outcome->folded) {
        by_rule.model.round = outcome->folded_traits.model.round;
        postfix_agree(seen, &by_rule, &written, &first);
        lines_say_case(seen, &by_rule, first, text, sizeof(text));
    } else if (!outcome->kept && first < seen->count) {
        lines_say_case(seen, &plain, first, text, sizeof(text));
    }
    snprintf(finding->detail, sizeof(finding->detail),
             "%ld of %ld cases as written by rne%s%s%s", finding->agree, finding->cases,
             outcome->coarse                    ? "; the others are not correctly rounded"
             : outcome->kept && outcome->folded ? "; both give the same here"
                                                : "",
             text[0] ? "; " : "", text);
}

static bool folding_judge(const struct lines_seen *seen, struct finding *finding,
                          struct traits *found)
{
    struct outcome outcome = look(seen, finding);
    bool as_written = outcome.kept || outcome.coarse;

    say_answer(seen, &outcome, finding);
    say_detail(seen, &outcome, finding);
    finding->survivors = outcome.kept ? outcome.kept : outcome.folded;
    finding->departs = seen->params->form == FORM_PRECISE && !as_written &&
                       !folding_idioms[seen->line].is_free;
    *found = outcome.kept ? outcome.kept_traits : outcome.folded_traits;
    found->folds = outcome.kept ? 0 : UINT64_C(1) << seen->line;
    // Where the witness told another rule, there is no device to compare with.
    return is_settled(&outcome) && lines_reproduces(seen, found);
}

static struct probe_shape folding_shape(const struct probe_params *params)
{
    return lines_shape(&probe_folding, params);
}

static const struct lines lines = {
    .names = folding_idioms_names,
    .count = FOLDING_IDIOMS,
    .columns = FOLDING_COLUMNS,
    .rows = 1,
    .results = 2,
    .signed_zeros = true,
    .stages = 1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX | 1u << STAGE_COMPUTE,
    .precisions =
        1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP | 1u << PRECISION_DOUBLE,
    .readout = READOUT_BITS,
    .operand = folding_idioms_operand,
    .answer = folding_answer,
    .judge = folding_judge,
};

const struct probe probe_folding = {
    .name = "folding",
    .summary = "which idioms the compiler simplifies, and to what",
    .forms =
        1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE | 1u << FORM_INVARIANT,
    .needs_width = true,
    .operands = PROBE_OPERANDS,
    .ramp = -1,
    .shape = folding_shape,
    .lines = &lines,
    .topic = "folding",
    .explain =
        "The folding census: expressions that a compiler may replace by what they would\n"
        "be without rounding, or without NaN, infinities and signed zeros. Operands are\n"
        "such that the two differ.\n"
        "\n"
        "  kept             computed as written, by the rules named\n"
        "  folded to x      replaced by x, in every case\n"
        "  kept or folded   both give the same in this device's arithmetic\n"
        "  neither          not as written by any rule, nor simplified as expected\n"
        "\n"
        "What GLSL has. In ordinary code any of these is allowed: it may be reordered as\n"
        "real numbers could be, and neither NaN nor infinities need to exist (GLSL 4.60,\n"
        "4.7.1). What a `precise` variable consumes must be evaluated in the order and\n"
        "with the operators of the source (4.9.1): there a simplification is a defect,\n"
        "and is marked. `invariant` only promises the same for the same code; that most\n"
        "drivers stop folding there is a fact, not a right. mix() is a function: how it\n"
        "is computed is open, precise or not; with x + (y - x) * t, mix(x, y, 1.0) is\n"
        "not y.\n"
        "\n"
        "Why it matters: (a + b) - a is how rounding is measured, and the heart of every\n"
        "sum with compensation; folded to b it corrects nothing. Where a == a is always\n"
        "true no NaN is ever found, and a * 0.0 hides one. Which forms keep it is what\n"
        "an author has to know: plain, guarded (a factor that only the host knows to be\n"
        "1), precise, invariant.\n"
        "\n"
        "What may fool it: a division or a root that is not correctly rounded is \"kept\"\n"
        "if it is near what is written and differs from the simplified one somewhere;\n"
        "the detail says so. Idioms where both sides are always equal (a * 1.0, -(-a),\n"
        "a / 4.0) cannot be told and are not asked. In the guarded form literals are\n"
        "operands, and the same variable is loaded twice. Beside each idiom the sum c + 1\n"
        "tells the rounding, for what hangs on its direction.\n",
};

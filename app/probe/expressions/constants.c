// SPDX-License-Identifier: MIT
//
// How it works
//
// An expression of literals is computed by the compiler, the same expression of operands
// by the device. If they differ, the compiler's way is found by trial. In binary32,
// 0.1 + 0.6 is
//
//     0.70000005    0.1 and 0.6 converted, then added: what the device does
//     0.7           added in binary64, then rounded once
//
// and (1.0 + 2^-24) - 1.0 is 0 in steps, 2^-24 in binary64. The operands at run time are
// the literals, rounded to nearest even to the device's format.

#include "base/elementary.h"
#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/postfix.h"
#include "probe/shared/trial.h"

#include <math.h>

#define LEAVES 3

static const struct expression *constant_of(int expression)
{
    return &probe_constants.expressions->list[expression];
}

// NULL: a function.
static const char *constants_program(int expression)
{
    return constant_of(expression)->candidates[CONSTANTS_STEPS].programs[0];
}

static uint64_t constants_convert(double value, struct fp_format format,
                                  enum fp_round round)
{
    return fp_convert(FP_BINARY64, format, round, fp_bits64(value));
}

void constants_operand(const struct probe_params *params, int line, int at,
                       uint64_t *words)
{
    struct fp_format format = params->model.format, carrier = expressions_carrier(params);

    (void) at;
    for (int k = 0; k < LEAVES; k++)
        words[k] = fp_convert(
            format, carrier, FP_RNE,
            constants_convert(constant_of(line)->cases.values[k], format, FP_RNE));
    words[3] = draws_word(params, 1);
}

// One case with literals for operands, in `format`, by `traits`; leaves in format's
// patterns; the result likewise.
static bool run_leaves(const struct expressions_call *call, const struct traits *traits,
                       enum fp_round conversion, uint64_t *result)
{
    struct fp_format format = traits->model.format;
    struct probe_params wide = *call->params;
    struct expressions_call own = *call;
    uint64_t leaves[LEAVES];

    wide.precision = PRECISION_DOUBLE; // every format goes into that carrier
    own.params = &wide;
    own.traits = traits;
    own.count = 1;
    for (int k = 0; k < LEAVES; k++) {
        leaves[k] =
            fp_convert(format, FP_BINARY64, FP_RNE,
                       constants_convert(constant_of(call->expression)->cases.values[k],
                                         format, conversion));
        own.in[k] = &leaves[k];
    }
    return postfix_run(&own, constants_program(call->expression), result);
}

// Stores the value that the compiler makes of the literals, in the device's format.
static bool literal_side(const struct expressions_call *call, uint64_t *result)
{
    const struct traits *device = call->traits;
    struct traits nearest = TRAITS_NONE(device->model), wide = nearest;
    enum fp_round rule = fp_round_last(device->model.round);

    nearest.model.round = wide.model.round = FP_RNE;
    nearest.model.flush_in = nearest.model.flush_out = false;
    switch (device->constants) {
    case TRAITS_CONSTANTS_NEAREST: return run_leaves(call, &nearest, FP_RNE, result);
    case TRAITS_CONSTANTS_BY_RULE: return run_leaves(call, device, rule, result);
    case TRAITS_CONSTANTS_DOUBLE:
        wide.model = (struct fp_model){ FP_BINARY64, FP_RNE, false, false };
        if (!run_leaves(call, &wide, FP_RNE, result))
            return false;
        *result = fp_convert(FP_BINARY64, device->model.format, FP_RNE, *result);
        return true;
    default: return run_leaves(call, device, FP_RNE, result);
    }
}

static bool run_time_side(const struct expressions_call *call, uint64_t *values)
{
    const char *program = constants_program(call->expression);
    double x = constant_of(call->expression)->cases.values[0];

    if (program)
        return postfix_run(call, program, values);
    double y =
        call->expression == CONSTANTS_EXP2 ? elementary_exp2(x) : elementary_sin(x);

    for (size_t i = 0; i < call->count; i++)
        values[i] = constants_convert(y, call->traits->model.format, FP_RNE);
    return true;
}

bool constants_answer(const struct expressions_call *call)
{
    uint64_t literals[EXPRESSIONS_CHUNK], values[EXPRESSIONS_CHUNK] = { 0 };

    if (!run_time_side(call, values))
        return false;
    literals[0] = values[0];
    if (constants_program(call->expression) && !literal_side(call, literals))
        return false;
    for (size_t i = 1; i < call->count; i++)
        literals[i] = literals[0];
    expressions_store(call, 0, literals);
    expressions_store(call, 1, values);
    return true;
}

// The ways that fit both sides, as a set, and the first of them.
struct fits {
    unsigned ways;
    struct trial first;
    enum fp_round conversion; // of TRAITS_CONSTANTS_BY_RULE
};

static struct fits find_ways(const struct expressions_seen *seen)
{
    const struct trial_question question = { seen, .sums = true };
    struct traits tried = seen->known;
    struct fits fits = { 0 };

    for (int way = 0; way < TRAITS_CONSTANTS_COUNT; way++) {
        tried.constants = (enum traits_constants) way;
        struct trial trial = trial_of(&question, &tried);

        if (!trial.rules)
            continue;
        if (!fits.ways)
            fits.first = trial;
        fits.ways |= 1u << way;
        fits.conversion = trial.traits.model.round;
    }
    return fits;
}

static void say_difference(struct finding *finding, const struct fits *fits)
{
    static const struct finding_kind *const ways[] = {
        [TRAITS_CONSTANTS_NEAREST] = &kind_to_nearest_even,
        [TRAITS_CONSTANTS_DOUBLE] = &kind_in_binary64,
        [TRAITS_CONSTANTS_BY_RULE] = &kind_converted_by,
    };

    FINDING_SAY(finding, &kind_differs);
    for (int way = TRAITS_CONSTANTS_NEAREST; way < TRAITS_CONSTANTS_COUNT; way++)
        if (fits->ways >> way & 1)
            FINDING_ALSO(finding, ways[way],
                         .rules = way == TRAITS_CONSTANTS_BY_RULE
                                      ? VERDICT_RULE(fits->conversion)
                                      : 0);
}

bool constants_judge(const struct expressions_seen *seen, struct finding *finding,
                     struct traits *found)
{
    bool same =
        expressions_same(seen->probe, seen->params, 0, seen->got[0][0], seen->got[1][0]);
    double ulps = expressions_ulps(seen, expressions_number(seen, seen->got[0][0]),
                                   expressions_number(seen, seen->got[1][0]));
    struct fits fits = { 0 };

    if (constants_program(seen->expression))
        fits = find_ways(seen);
    *found = fits.first.traits;
    finding->survivors = fits.first.rules;
    finding->agree = same;
    finding->deviates = !same && !constant_of(seen->expression)->free;
    if (!same && isfinite(ulps)) {
        finding->error_known = true;
        finding->error_min_ulp = finding->error_max_ulp = ulps;
    }
    if (same)
        FINDING_SAY(finding, &kind_same);
    else
        say_difference(finding, &fits);
    FINDING_DETAIL(finding, &kind_literals, .word = seen->got[0][0],
                   .other = seen->got[1][0]);
    return finding->survivors != 0;
}

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
#include "probe/shared/kinds.h"
#include "probe/shared/postfix.h"

#include <math.h>

#define LEAVES 3

// How literals are to be judged: FREE where GLSL allows what it likes.
enum freedom { STRICT, FREE };

// Id, word, label, program (postfix.h) or function, and the literals a, b, c.
// clang-format off
#define CONSTANTS(X) \
    X(TENTH, "tenth", "0.1", "a", NULL, STRICT, 0.1, 0, 0) \
    X(TWO_24_PLUS_1, "two-24-plus-1", "16777217.0", \
      "a", NULL, STRICT, 16777217.0, 0, 0) \
    X(TWO_24_PLUS_3, "two-24-plus-3", "16777219.0", \
      "a", NULL, STRICT, 16777219.0, 0, 0) \
    X(TWO_25_MINUS_1, "two-25-minus-1", "33554431.0", \
      "a", NULL, STRICT, 33554431.0, 0, 0) \
    X(SUBNORMAL, "subnormal", "1.0e-40", "a", NULL, FREE, 1.0e-40, 0, 0) \
    X(LARGEST, "largest", "3.4028235e38", "a", NULL, STRICT, 3.4028235e38, 0, 0) \
    X(ADD, "add", "0.1 + 0.6", "ab+", NULL, STRICT, 0.1, 0.6, 0) \
    X(MUL, "mul", "0.1 * 0.3", "ab*", NULL, STRICT, 0.1, 0.3, 0) \
    X(DIV_3, "div-3", "1.0 / 3.0", "ab/", NULL, STRICT, 1.0, 3.0, 0) \
    X(DIV, "div", "0.1 / 0.9", "ab/", NULL, STRICT, 0.1, 0.9, 0) \
    X(SQRT, "sqrt", "sqrt(2.0)", "ar", NULL, STRICT, 2.0, 0, 0) \
    X(ADD_SUB_HALF_ULP, "add-sub-half-ulp", "(1.0 + 5.9604645e-8) - 1.0", \
      "ab+a-", NULL, STRICT, 1.0, 5.9604645e-8, 0) \
    X(ADD_SUB_TWO_24, "add-sub-two-24", "(16777216.0 + 1.0) - 16777216.0", \
      "ab+a-", NULL, STRICT, 16777216.0, 1.0, 0) \
    X(MUL_OVERFLOW, "mul-overflow", "(1.0e30 * 1.0e30) * 1.0e-30", \
      "ab*c*", NULL, STRICT, 1.0e30, 1.0e30, 1.0e-30) \
    X(EXP2, "exp2", "exp2(0.5)", NULL, elementary_exp2, FREE, 0.5, 0, 0) \
    X(SIN, "sin", "sin(1.0)", NULL, elementary_sin, FREE, 1.0, 0, 0)
// clang-format on

#define ID(id, word, text, program, function, freedom, a, b, c) id,
#define ROW(id, word, text, program, function, freedom, a, b, c) \
    [id] = { word, .label = text },
#define CONSTANT(id, word, text, program, function, freedom, a, b, c) \
    [id] = { program, function, freedom == FREE, { a, b, c } },

enum line { CONSTANTS(ID) LINES };

static const struct expression list[LINES] = { CONSTANTS(ROW) };

static const struct constant {
    const char *program;        // NULL: a function
    double (*function)(double); // correct to far more than binary32
    bool is_free;
    double leaves[LEAVES];
} constants[LINES] = { CONSTANTS(CONSTANT) };

static uint64_t constants_convert(double value, struct fp_format format,
                                  enum fp_round round)
{
    return fp_convert(FP_BINARY64, format, round, fp_bits64(value));
}

static void constants_operand(const struct probe_params *params, int line, int at,
                              uint64_t *words)
{
    struct fp_format format = params->model.format, carrier = expressions_carrier(params);

    (void) at;
    for (int k = 0; k < LEAVES; k++)
        words[k] =
            fp_convert(format, carrier, FP_RNE,
                       constants_convert(constants[line].leaves[k], format, FP_RNE));
    words[3] = draws_word(params, 1);
}

// One case with literals for operands, in `format`, by `traits`; leaves in format's
// patterns; the result likewise.
static bool run_leaves(const struct expressions_call *call, const struct traits *traits,
                       enum fp_round conversion, uint64_t *result)
{
    const struct constant *constant = &constants[call->expression];
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
                       constants_convert(constant->leaves[k], format, conversion));
        own.in[k] = &leaves[k];
    }
    return postfix_run(&own, constant->program, result);
}

// What the compiler makes of the literals: a pattern of the device's format.
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
    const struct constant *constant = &constants[call->expression];

    if (constant->program)
        return postfix_run(call, constant->program, values);
    for (size_t i = 0; i < call->count; i++)
        values[i] = constants_convert(constant->function(constant->leaves[0]),
                                      call->traits->model.format, FP_RNE);
    return true;
}

static bool constants_answer(const struct expressions_call *call)
{
    uint64_t literals[EXPRESSIONS_CHUNK], values[EXPRESSIONS_CHUNK] = { 0 };

    if (!run_time_side(call, values))
        return false;
    literals[0] = values[0];
    if (constants[call->expression].program && !literal_side(call, literals))
        return false;
    for (size_t i = 1; i < call->count; i++)
        literals[i] = literals[0];
    expressions_store(call, 0, literals);
    expressions_store(call, 1, values);
    return true;
}

// What fits both sides: ways as a set, and the first of them with its rules.
struct fits {
    unsigned ways;
    uint32_t rules;
    struct traits first;
    enum fp_round conversion; // of TRAITS_CONSTANTS_BY_RULE
};

static struct fits find_ways(const struct expressions_seen *seen)
{
    struct fits fits = { 0 };

    for (int way = 0; way < TRAITS_CONSTANTS_COUNT; way++) {
        struct traits trial = seen->known;

        trial.constants = (enum traits_constants) way;
        uint32_t rules = expressions_rules(seen, &trial, true);

        if (!rules)
            continue;
        if (!fits.ways) {
            fits.first = trial;
            fits.rules = rules;
        }
        fits.ways |= 1u << way;
        fits.conversion = trial.model.round;
    }
    return fits;
}

// The answers of this probe.
// clang-format off
static const struct finding_kind
    kind_differs = { "differs", "differs", FINDING_WORD },
    kind_to_nearest_even = { "to-nearest-even", "*to nearest even", FINDING_RULE },
    kind_in_binary64 = { "in-binary64", "*in binary64", FINDING_RULE },
    kind_converted_by = { "converted-by", "*converted by {rules}", FINDING_RULE },
    kind_literals = { "literals",
        "literals {word:short}, at run time {other:short}", FINDING_WORD };
static const struct finding_kind *const kinds[] = {
    &kind_differs, &kind_to_nearest_even, &kind_in_binary64, &kind_converted_by,
    &kind_literals, NULL
};
// clang-format on

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

static bool constants_judge(const struct expressions_seen *seen, struct finding *finding,
                            struct traits *found)
{
    const struct constant *constant = &constants[seen->expression];
    bool same =
        expressions_same(seen->probe, seen->params, 0, seen->got[0][0], seen->got[1][0]);
    double ulps = expressions_ulps(seen, expressions_number(seen, seen->got[0][0]),
                                   expressions_number(seen, seen->got[1][0]));
    struct fits fits = { 0 };

    if (constant->program)
        fits = find_ways(seen);
    *found = fits.first;
    finding->survivors = fits.rules;
    finding->agree = same;
    finding->deviates = !same && !constant->is_free;
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

const struct probe probe_constants = {
    .name = "constants",
    .forms = 1u << FORM_GUARDED | 1u << FORM_PRECISE,
    .tiny = true,
    .needs_width = true,
    .operands = PROBE_OPERANDS,
    .expressions =
        &(const struct expressions){
            .list = list,
            .count = LINES,
            .columns = 1,
            .rows = 1,
            .results = 2,
            .signed_zeros = true,
            .in_es2 = true,
            .stages = EXPRESSIONS_STAGES,
            .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_DOUBLE,
            .readout = READOUT_BITS,
            .operand = constants_operand,
            .answer = constants_answer,
            .kinds = kinds,
            .alike = ALIKE_EVERYWHERE,
            .judge = constants_judge,
        },
    .topic = "constants",
};

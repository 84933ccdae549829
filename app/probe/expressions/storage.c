// SPDX-License-Identifier: MIT
//
// How it works
//
// A number of full binary32 width is put into each kind of storage at the precision
// under test, and what comes out again is looked at bit by bit. Three sets of numbers:
//
//   +-(1 + 2^-k), k in [1, 23]   one bit at a time: the last that survives is f
//   1.11...1, n bits             the same for bits in company: a carry shows
//   2^e, and the edges of        the first that is lost, on each side, is the range
//   binary16 and of binary32
//
// So 1 + 2^-10 comes back from a binary16 as it is; 1 + 2^-11 does not: ten fraction
// bits. 2^15 comes back, 2^16 as infinity or as 65504: the rule of the conversion.

#include "probe/expressions/storage.h"
#include "probe/lines.h"
#include "probe/probe_list.h"

#include <math.h>

enum {
    LINE_VARIABLE,
    LINE_MEMBER,
    LINE_ELEMENT,
    LINE_PARAMETER,
    LINE_RESULT,
    LINE_GLOBAL,
    LINE_VARYING,
    LINE_UNIFORM,
    LINE_COMPUTED,
    LINE_COUNT,
};

static const char *const names[LINE_COUNT] = {
    [LINE_VARIABLE] = "variable",        [LINE_MEMBER] = "struct member",
    [LINE_ELEMENT] = "array element",    [LINE_PARAMETER] = "function parameter",
    [LINE_RESULT] = "function result",   [LINE_GLOBAL] = "global",
    [LINE_VARYING] = "varying",          [LINE_UNIFORM] = "uniform",
    [LINE_COMPUTED] = "computed: x*1*1",
};

// Exponents of powers of two, from one outwards: dense where formats end.
static const int above[STORAGE_ABOVE] = { 0,  1,  4,  7,  8,  14, 15, 16, 17,  24,  30,
                                          31, 32, 33, 48, 62, 63, 64, 65, 100, 126, 127 };
static const int below[STORAGE_BELOW] = { -1,   -4,   -8,   -13,  -14,  -15,  -16,
                                          -17,  -23,  -24,  -25,  -26,  -30,  -31,
                                          -40,  -62,  -63,  -64,  -90,  -110, -125,
                                          -126, -127, -128, -140, -148, -149 };

// The ends of binary16 and of binary32, and what lies between two of their subnormals.
static const double edges[STORAGE_EDGES] = {
    0x1.ffcp15,  0x1.ffdfep15, 0x1.ffep15, 0x1.8p-24,      0x1.8p-25,       -0x1.8p-25,
    0x1.ffcp-15, 0x1.ffep-15,  0x1.8p-148, 0x1.fffffep127, 0x1.fffffcp-127,
};

_Static_assert(STORAGE_COLUMNS <= 128, "uniforms hold one row of so many cases");

double storage_value(int at)
{
    double sign = at % 2 ? -1 : 1;

    if (at < STORAGE_ONES_AT)
        return sign * (1 + ldexp(1, -(at / 2 + 1)));
    if (at < STORAGE_UP_AT)
        return 2 - ldexp(1, -(at - STORAGE_ONES_AT + 2));
    if (at < STORAGE_DOWN_AT)
        return ldexp(1, above[at - STORAGE_UP_AT]);
    if (at < STORAGE_EDGE_AT)
        return ldexp(1, below[at - STORAGE_DOWN_AT]);
    return edges[at - STORAGE_EDGE_AT];
}

static void storage_operand(const struct probe_params *params, int line, int at,
                            uint64_t *words)
{
    (void) params;
    (void) line;
    words[0] = fp_bits((float) storage_value(at));
    words[1] = fp_bits(1);
    words[2] = fp_bits(0);
}

// Whether the GLSL of this stage and precision has the storage.
static bool can_say(const struct probe_params *params, int line)
{
    bool is_float = params->precision <= PRECISION_LOWP;

    if (line == LINE_VARYING)
        return is_float && params->stage == STAGE_FRAGMENT;
    return is_float || line != LINE_UNIFORM;
}

// The number in the format of the model and back.
static uint64_t stored(const struct fp_model *model, struct fp_format carrier,
                       uint64_t word)
{
    struct fp_parts parts = fp_unpack(carrier, word);
    uint64_t zero = fp_zero(carrier, parts.negative);

    if (parts.class != FP_CLASS_FINITE)
        return word;
    int leading = parts.exponent + 63 - __builtin_clzll(parts.significand);

    if ((model->flush_in && leading < 1 - carrier.emax) ||
        (model->flush_out && leading < 1 - model->format.emax))
        return zero;
    uint64_t kept = fp_convert(carrier, model->format, model->round, word);

    return fp_convert(model->format, carrier, FP_RNE, kept);
}

static bool storage_answer(const struct lines_call *call)
{
    const struct fp_model *model = &call->traits->model;
    struct fp_format carrier = lines_carrier(call->params);
    bool can = can_say(call->params, call->line);

    for (size_t i = 0; i < call->count; i++)
        call->out[0][i] = can ? stored(model, carrier, call->in[0][i]) : LINES_ABSENT;
    return true;
}

static const struct lines storage_lines = {
    .names = names,
    .count = LINE_COUNT,
    .columns = STORAGE_COLUMNS,
    .rows = 1,
    .results = 1,
    .signed_zeros = false,
    .varying = true,
    .held = LINE_UNIFORM + 1,
    .stages = 1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX | 1u << STAGE_COMPUTE,
    .precisions = 1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP | 1u << PRECISION_LOWP |
                  1u << PRECISION_FLOAT16,
    .readout = READOUT_BITS,
    .operand = storage_operand,
    .answer = storage_answer,
    .judge = storage_judge,
};

static struct probe_shape storage_shape(const struct probe_params *params)
{
    return lines_shape(&probe_storage, params);
}

const struct probe probe_storage = {
    .name = "storage",
    .summary = "what each kind of storage really keeps, beside what is claimed",
    .forms = 1u << FORM_PLAIN,
    .operands = 3,
    .ramp = -1,
    .shape = storage_shape,
    .lines = &storage_lines,
    .topic = "claims",
    .explain =
        "A number of full binary32 width is written to a variable, a struct member, an\n"
        "array element that is found by a run-time index, a function's parameter and\n"
        "result, a global, a varying and a uniform, each declared with the precision\n"
        "under test, and read back as bits. The answer is the fraction bits and the\n"
        "range that survive. \"computed\" is the same after two multiplications by one.\n"
        "\n"
        "Beside it stands glGetShaderPrecisionFormat's claim: \"as claimed\", \"better\n"
        "than claimed\", or \"worse than claimed\", which alone counts against a device.\n"
        "The claim names the largest magnitude only; the small end is taken from the\n"
        "format of IEEE 754 with that range. Subnormals are never part of a claim.\n"
        "\n"
        "Why it matters: a mediump that keeps ten bits cannot hold a texture coordinate\n"
        "of 2048 texels with subtexels, nor a pixel position beyond 1024 with halves.\n"
        "Where storage is wider than claimed, a shader works on this device and breaks\n"
        "on the next.\n"
        "\n"
        "What may fool it: a compiler may leave a value in a wide register for as long\n"
        "as nothing is computed with it, so a plain variable may show 23 bits where\n"
        "\"computed\" shows 10. Both are true. A varying has been through the\n"
        "interpolation of a point. Compute shaders have no claim to compare with.\n",
};

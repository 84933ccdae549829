// SPDX-License-Identifier: MIT
//
// What a device of given traits answers to the expressions of the flush matrix.

#include "base/fp.h"
#include "probe/expressions/subnormals.h"

// One expression of one device, in the format of its model.
struct work {
    const struct expressions_call *call;
    struct fp_format format;
    bool flush_in, flush_out; // as this expression has them
    uint64_t in[PROBE_OPERANDS][EXPRESSIONS_CHUNK];
    uint64_t *out; // [EXPRESSIONS_CHUNK]
};

static bool is_subnormal(struct fp_format format, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(format, bits);

    return parts.class == FP_CLASS_FINITE &&
           parts.significand >> (format.precision - 1) == 0;
}

static uint64_t subnormals_answer_flushed(const struct work *work, uint64_t bits,
                                          bool flush)
{
    if (!flush || !is_subnormal(work->format, bits))
        return bits;
    return fp_zero(work->format, fp_unpack(work->format, bits).negative);
}

static uint64_t subnormals_answer_whole(const struct work *work, int value)
{
    unsigned magnitude = (unsigned) (value < 0 ? -value : value);

    return fp_pack(work->format, FP_RNE, value < 0, 0, magnitude, false);
}

// floor(log2) of a positive finite number.
static int exponent_of(const struct work *work, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(work->format, bits);

    return parts.exponent + 63 - __builtin_clzll(parts.significand);
}

// The value of a whole number.
static int integer(const struct work *work, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(work->format, bits);
    fp_u128 significand = parts.significand;

    significand = parts.exponent < 0 ? significand >> -parts.exponent
                                     : significand << parts.exponent;
    return parts.negative ? -(int) significand : (int) significand;
}

static bool is_move(int line)
{
    switch (line) {
    case SUBNORMALS_LOAD:
    case SUBNORMALS_COPY:
    case SUBNORMALS_BIT_CAST:
    case SUBNORMALS_NEGATE:
    case SUBNORMALS_ABS:
    case SUBNORMALS_SELECT:
    case SUBNORMALS_MIX:
    case SUBNORMALS_PACK:
    case SUBNORMALS_UNPACK:
    case SUBNORMALS_VARYING:
    case SUBNORMALS_UNIFORM: return true;
    default: return false;
    }
}

static bool is_comparison(int line)
{
    return line == SUBNORMALS_GREATER || line == SUBNORMALS_EQUAL ||
           line == SUBNORMALS_UNEQUAL;
}

static uint64_t subnormals_answer_move(const struct work *work, size_t i)
{
    struct fp_format format = work->format;
    uint64_t x = subnormals_answer_flushed(work, work->in[0][i], work->flush_in);
    uint64_t sign = fp_zero(format, true);
    struct fp_parts parts = fp_unpack(format, x);

    switch (work->call->expression) {
    case SUBNORMALS_NEGATE: return x ^ sign;
    case SUBNORMALS_ABS: return x & ~sign;
    case SUBNORMALS_PACK:
        return work->flush_in ? fp_zero(format, parts.negative)
                              : fp_pack(format, FP_RNE, parts.negative,
                                        parts.exponent + 24, parts.significand, false);
    case SUBNORMALS_UNPACK: {
        bool negative = fp_unpack(format, work->in[1][i]).class != FP_CLASS_ZERO;

        return work->flush_in ? fp_zero(format, negative)
                              : fp_pack(format, FP_RNE, negative, parts.exponent - 24,
                                        parts.significand, false);
    }
    default: return x;
    }
}

// Zeros of either sign are equal; operands are finite, and positive where they differ
// in more than being zero or not.
static bool subnormals_answer_compare(const struct work *work, size_t i)
{
    bool equal = work->call->expression == SUBNORMALS_EQUAL;
    uint64_t x = subnormals_answer_flushed(work, work->in[0][i], work->flush_in);
    uint64_t y =
        subnormals_answer_flushed(work, work->in[equal ? 2 : 1][i], work->flush_in);
    uint64_t sign = fp_zero(work->format, true);
    bool both_zero = !((x | y) & ~sign);

    switch (work->call->expression) {
    case SUBNORMALS_EQUAL: return x == y || both_zero;
    case SUBNORMALS_UNEQUAL: return !(x == y || both_zero);
    default: break;
    }
    if (both_zero || x == y)
        return false;
    // x > y: greater if positive, smaller if negative
    return x & sign ? y & sign && (x & ~sign) < (y & ~sign)
                    : y & sign || (x & ~sign) > (y & ~sign);
}

// Functions of a number that is smaller than 1 in magnitude, or a small whole number.
static uint64_t function(const struct work *work, size_t i)
{
    struct fp_format format = work->format;
    uint64_t x = subnormals_answer_flushed(work, work->in[0][i], work->flush_in);
    struct fp_parts parts = fp_unpack(format, x);
    bool zero = parts.class == FP_CLASS_ZERO;

    switch (work->call->expression) {
    case SUBNORMALS_FLOOR:
        return zero             ? x
               : parts.negative ? subnormals_answer_whole(work, -1)
                                : fp_zero(format, false);
    case SUBNORMALS_CEIL:
        return zero             ? x
               : parts.negative ? fp_zero(format, true)
                                : subnormals_answer_whole(work, 1);
    case SUBNORMALS_SIGN:
        return zero ? x : subnormals_answer_whole(work, parts.negative ? -1 : 1);
    case SUBNORMALS_LDEXP:
        return fp_pack(format, FP_RNE, parts.negative,
                       parts.exponent + integer(work, work->in[1][i]), parts.significand,
                       false);
    case SUBNORMALS_EXP2:
        return fp_pack(format, FP_RNE, false, integer(work, x), 1, false);
    case SUBNORMALS_LOG2:
        return zero ? fp_infinity(format, true)
                    : subnormals_answer_whole(work, exponent_of(work, x));
    // min, max, clamp: it is always x that is left; fract, of a positive one
    default: return x;
    }
}

static bool subnormals_answer_apply(const struct work *work, enum unit_op op,
                                    const uint64_t *a, const uint64_t *b,
                                    const uint64_t *c)
{
    struct traits traits = *work->call->traits;
    struct expressions_call call = *work->call;

    traits.model.flush_in = work->flush_in;
    traits.model.flush_out = work->flush_out;
    call.traits = &traits;
    return expressions_apply(&call, op, a, b, c, work->out);
}

static bool subnormals_answer_compute(const struct work *work)
{
    const uint64_t *a = work->in[0], *b = work->in[1], *c = work->in[2];

    switch (work->call->expression) {
    case SUBNORMALS_ADD_ZERO: return subnormals_answer_apply(work, UNIT_ADD, a, c, NULL);
    case SUBNORMALS_DOUBLE: return subnormals_answer_apply(work, UNIT_ADD, a, a, NULL);
    case SUBNORMALS_SUBTRACT: return subnormals_answer_apply(work, UNIT_SUB, a, b, NULL);
    case SUBNORMALS_TIMES_ONE:
    case SUBNORMALS_RAISE:
    case SUBNORMALS_LOWER: return subnormals_answer_apply(work, UNIT_MUL, a, b, NULL);
    case SUBNORMALS_DIVIDE:
    case SUBNORMALS_DIVIDE_BY:
    case SUBNORMALS_DIVIDE_BIG:
        return subnormals_answer_apply(work, UNIT_DIV, a, b, NULL);
    case SUBNORMALS_SQRT: return subnormals_answer_apply(work, UNIT_SQRT, a, NULL, NULL);
    case SUBNORMALS_INVERSESQRT:
        // operand 3 is 1
        return subnormals_answer_apply(work, UNIT_SQRT, a, NULL, NULL) &&
               subnormals_answer_apply(work, UNIT_DIV, work->in[3], work->out, NULL);
    case SUBNORMALS_FMA: return subnormals_answer_apply(work, UNIT_FMA, a, b, c);
    default: break;
    }
    for (size_t i = 0; i < work->call->count; i++)
        work->out[i] =
            subnormals_answer_flushed(work, function(work, i), work->flush_out);
    return true;
}

bool subnormals_answer(const struct expressions_call *call)
{
    const struct fp_model *model = &call->traits->model;
    uint64_t out[EXPRESSIONS_CHUNK];
    bool all = call->traits->flushes >> call->expression & 1;
    bool chain = call->params->precision == PRECISION_MEDIUMP ||
                 call->params->precision == PRECISION_LOWP;
    struct work work = {
        .call = call,
        .format = model->format,
        .flush_in = all || (model->flush_in && !is_move(call->expression)),
        .flush_out = all || (model->flush_out && !is_move(call->expression)),
        .out = out,
    };
    bool ok = true;

    for (int k = 0; k < PROBE_OPERANDS; k++)
        expressions_load(call, k, work.in[k]);
    for (size_t i = 0; i < call->count && is_move(call->expression); i++)
        out[i] = subnormals_answer_move(&work, i);
    for (size_t i = 0; i < call->count && is_comparison(call->expression); i++)
        out[i] = subnormals_answer_whole(&work, subnormals_answer_compare(&work, i));
    if (!is_move(call->expression) && !is_comparison(call->expression))
        ok = subnormals_answer_compute(&work) &&
             (!chain || subnormals_answer_apply(&work, UNIT_MUL, out, work.in[3], NULL));
    if (ok)
        expressions_store(call, 0, out);
    return ok;
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// Operands are whole numbers times powers of two. Each operation computes such a
// number exactly, or its upper bits and a sticky flag for what lies below them, and
// leaves the rest to fp_pack. Sums have a file of their own, adder.c, which also draws
// what sum_exact does here with twice the places: an addend against a whole product.

#include "base/fp.h"
#include "unit/adder.h"
#include "unit/unit.h"

#include <assert.h>

// Before rounding: (-1)^negative * (significand + t) * 2^exponent, t in (0, 1) if
// sticky, else 0.
struct number {
    bool negative;
    int exponent;
    fp_u128 significand;
    bool sticky;
};

static int model_bit_length(fp_u128 value)
{
    uint64_t high = (uint64_t) (value >> 64), low = (uint64_t) value;
    if (high != 0)
        return 128 - __builtin_clzll(high);
    return low != 0 ? 64 - __builtin_clzll(low) : 0;
}

// A zero comes as a significand of 0 with the exponent of subnormals.
static struct fp_parts model_load(const struct fp_model *model, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(model->format, bits);
    bool subnormal = parts.significand >> (model->format.precision - 1) == 0;
    if (model->flush_in && parts.class == FP_CLASS_FINITE && subnormal) {
        parts.class = FP_CLASS_ZERO;
        parts.significand = 0;
    }
    return parts;
}

static bool model_is_number(const struct fp_parts *parts)
{
    return parts->class <= FP_CLASS_FINITE;
}

static uint64_t model_store(const struct fp_model *model, struct number number)
{
    int emin = 1 - model->format.emax;
    if (model->flush_out && number.significand != 0 &&
        number.exponent + model_bit_length(number.significand) - 1 < emin)
        return fp_zero(model->format, number.negative);
    return fp_pack(model->format, fp_round_last(model->round), number.negative,
                   number.exponent, number.significand, number.sticky);
}

// IEEE 754-2019, 6.3: the sign of x + y if that is zero.
static bool zero_sign(const struct fp_model *model, bool x_negative, bool y_negative)
{
    return x_negative == y_negative ? x_negative : model->round == FP_RDN;
}

// x + y where an operand is infinite or NaN.
static uint64_t add_special(struct fp_format format, struct fp_parts x, struct fp_parts y)
{
    if (x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN)
        return fp_nan(format);
    if (model_is_number(&y) || (!model_is_number(&x) && x.negative == y.negative))
        return fp_infinity(format, x.negative);
    return model_is_number(&x) ? fp_infinity(format, y.negative) : fp_nan(format);
}

// Infinite or NaN operands of a product; zero times infinity is invalid.
static uint64_t mul_special(struct fp_format format, struct fp_parts x, struct fp_parts y)
{
    bool nan = x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN ||
               x.class == FP_CLASS_ZERO || y.class == FP_CLASS_ZERO;
    return nan ? fp_nan(format) : fp_infinity(format, x.negative != y.negative);
}

static struct number product(struct fp_parts x, struct fp_parts y)
{
    return (struct number){
        .negative = x.negative != y.negative,
        .exponent = x.exponent + y.exponent,
        .significand = (fp_u128) x.significand * y.significand,
    };
}

static uint64_t mul(const struct fp_model *model, struct fp_parts x, struct fp_parts y)
{
    if (!model_is_number(&x) || !model_is_number(&y))
        return mul_special(model->format, x, y);
    return model_store(model, product(x, y));
}

static uint64_t model_divide(const struct fp_model *model, struct fp_parts x,
                             struct fp_parts y)
{
    struct fp_format format = model->format;
    bool negative = x.negative != y.negative;
    if (x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN ||
        (x.class == y.class && x.class != FP_CLASS_FINITE))
        return fp_nan(format);
    if (x.class == FP_CLASS_INFINITE || y.class == FP_CLASS_ZERO)
        return fp_infinity(format, negative);
    if (x.class == FP_CLASS_ZERO || y.class == FP_CLASS_INFINITE)
        return fp_zero(format, negative);

    // a dividend of 120 bits by at most 53 leaves a quotient of more than 66
    int shift = 120 - model_bit_length(x.significand);
    fp_u128 dividend = (fp_u128) x.significand << shift;
    return model_store(model, (struct number){
                                  .negative = negative,
                                  .exponent = x.exponent - y.exponent - shift,
                                  .significand = dividend / y.significand,
                                  .sticky = dividend % y.significand != 0,
                              });
}

// floor(sqrt(value)), a binary digit at a time; value < 2^126.
static fp_u128 root_floor(fp_u128 value)
{
    fp_u128 root = 0;
    for (int bit = 62; bit >= 0; bit--) {
        fp_u128 trial = root | (fp_u128) 1 << bit;
        if (trial * trial <= value)
            root = trial;
    }
    return root;
}

static uint64_t square_root(const struct fp_model *model, struct fp_parts x)
{
    if (x.class == FP_CLASS_NAN || (x.negative && x.class != FP_CLASS_ZERO))
        return fp_nan(model->format);
    if (x.class == FP_CLASS_INFINITE)
        return fp_infinity(model->format, false);
    if (x.class == FP_CLASS_ZERO)
        return fp_zero(model->format, x.negative);

    // the exponent must be even; a radicand of 125 or 126 bits has a root of 63
    int shift = 126 - model_bit_length(x.significand);
    shift -= (x.exponent - shift) & 1;
    fp_u128 radicand = (fp_u128) x.significand << shift;
    fp_u128 root = root_floor(radicand);
    return model_store(model, (struct number){
                                  .exponent = (x.exponent - shift) / 2,
                                  .significand = root,
                                  .sticky = root * root != radicand,
                              });
}

static void normalise(struct number *number)
{
    int shift = 126 - model_bit_length(number->significand);
    number->significand <<= shift;
    number->exponent -= shift;
}

// x + y, neither of them zero nor sticky; a sum of zero has no sign of its own.
static struct number sum_exact(struct number x, struct number y)
{
    normalise(&x);
    normalise(&y);
    if (x.exponent < y.exponent ||
        (x.exponent == y.exponent && x.significand < y.significand)) {
        struct number swap = x;
        x = y;
        y = swap;
    }
    int distance = x.exponent - y.exponent;
    fp_u128 smaller = distance < 128 ? y.significand >> distance : 0;
    bool lost = distance >= 128 || smaller << distance != y.significand;
    x.significand = x.negative == y.negative ? x.significand + smaller
                                             : x.significand - smaller - lost;
    x.sticky = lost;
    return x;
}

static uint64_t fma_special(struct fp_format format, struct fp_parts x, struct fp_parts y,
                            struct fp_parts z)
{
    if (model_is_number(&x) && model_is_number(&y))
        return add_special(format, (struct fp_parts){ .class = FP_CLASS_ZERO }, z);
    uint64_t xy = mul_special(format, x, y);
    return add_special(format, fp_unpack(format, xy), z);
}

static uint64_t model_multiply_add(const struct fp_model *model, struct fp_parts x,
                                   struct fp_parts y, struct fp_parts z)
{
    if (!model_is_number(&x) || !model_is_number(&y) || !model_is_number(&z))
        return fma_special(model->format, x, y, z);

    struct number xy = product(x, y),
                  addend = { z.negative, z.exponent, z.significand, false };
    if (addend.significand == 0 && xy.significand == 0)
        return fp_zero(model->format, zero_sign(model, xy.negative, addend.negative));
    if (addend.significand == 0)
        return model_store(model, xy);
    if (xy.significand == 0)
        return model_store(model, addend);
    struct number sum = sum_exact(xy, addend);
    if (sum.significand == 0)
        return fp_zero(model->format, zero_sign(model, xy.negative, addend.negative));
    return model_store(model, sum);
}

static uint64_t model_compute(const struct unit_call *call, size_t i)
{
    const struct fp_model *model = &call->model;
    struct fp_parts a = model_load(model, call->a[i]);
    if (call->op == UNIT_SQRT)
        return square_root(model, a);

    struct fp_parts b = model_load(model, call->b[i]);
    switch (call->op) {
    case UNIT_MUL: return mul(model, a, b);
    case UNIT_DIV: return model_divide(model, a, b);
    case UNIT_FMA: return model_multiply_add(model, a, b, model_load(model, call->c[i]));
    default: assert(false); return 0;
    }
}

static bool model_can(const struct unit *unit, enum unit_op op,
                      const struct fp_model *model)
{
    (void) unit;
    struct fp_format format = model->format;
    return (unsigned) op < UNIT_OP_COUNT && (unsigned) model->round < FP_ROUND_COUNT &&
           format.precision >= 2 && format.precision <= 53 && format.emax >= 2 &&
           format.emax <= 1023;
}

static bool model_apply(const struct unit *unit, const struct unit_call *call)
{
    assert(model_can(unit, call->op, &call->model));
    if (call->op == UNIT_ADD || call->op == UNIT_SUB) {
        adder_apply(call);
        return true;
    }
    for (size_t i = 0; i < call->count; i++)
        call->out[i] = model_compute(call, i);
    return true;
}

struct unit unit_model(void)
{
    return (struct unit){ .name = "model", .can = model_can, .apply = model_apply };
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// An encoding without its sign is (exponent + emax) * 2^(p-1) + fraction. A product of
// normal numbers has the sum of their exponents, and one more where the significands'
// product reaches 2: whether it leaves the range is known without rounding it. A sum that
// overflows is infinite or, by the rounding models that stop there, the largest number.

#include "unit/outside.h"

#include "base/fp.h"

struct encoding {
    int precision, emax;
    uint64_t magnitude; // mask
    uint64_t infinity;
};

static struct encoding encoding_of(struct fp_format format)
{
    return (struct encoding){ format.precision, format.emax, fp_zero(format, true) - 1,
                              fp_infinity(format, false) };
}

static bool encodes_subnormal(const struct encoding *encoding, uint64_t bits)
{
    uint64_t magnitude = bits & encoding->magnitude;

    return magnitude != 0 && magnitude >> (encoding->precision - 1) == 0;
}

static uint8_t outside_addends(const struct encoding *encoding, uint64_t a, uint64_t b)
{
    return encodes_subnormal(encoding, a) || encodes_subnormal(encoding, b)
               ? OUTSIDE_TINY_SUM
               : 0;
}

static uint8_t outside_sum(const struct encoding *encoding, uint64_t sum)
{
    bool large = (sum & encoding->magnitude) >= encoding->infinity - 1;

    return (uint8_t) ((encodes_subnormal(encoding, sum) ? OUTSIDE_TINY_SUM : 0) |
                      (large ? OUTSIDE_OVERFLOW : 0));
}

static uint8_t outside_product(const struct encoding *encoding, uint64_t a, uint64_t b)
{
    uint64_t x = a & encoding->magnitude, y = b & encoding->magnitude;
    int fraction_bits = encoding->precision - 1;
    uint64_t hidden = UINT64_C(1) << fraction_bits;

    if (x == 0 || y == 0 || x >= encoding->infinity || y >= encoding->infinity)
        return 0;
    if (x < hidden || y < hidden)
        return OUTSIDE_UNDERFLOW;
    int exponent =
        (int) (x >> fraction_bits) + (int) (y >> fraction_bits) - 2 * encoding->emax;

    if (exponent >= 1 - encoding->emax && exponent < encoding->emax)
        return 0;
    fp_u128 significand =
        (fp_u128) (hidden | (x & (hidden - 1))) * (hidden | (y & (hidden - 1)));

    exponent += significand >> (2 * fraction_bits + 1) != 0;
    return exponent > encoding->emax       ? OUTSIDE_OVERFLOW
           : exponent < 1 - encoding->emax ? OUTSIDE_UNDERFLOW
                                           : 0;
}

static bool outside_can(const struct unit *unit, enum unit_op op,
                        const struct fp_model *model)
{
    const struct outside *outside = unit->priv;

    return outside->inner.can(&outside->inner, op, model);
}

// `out` may be an operand, so that operands are looked at before the call: a sum of
// normal numbers is looked at once more after it.
static bool outside_apply(const struct unit *unit, const struct unit_call *call)
{
    const struct outside *outside = unit->priv;
    const uint64_t *a = call->a, *b = call->b, *out = call->out;
    uint8_t *flags = outside->flags;
    struct encoding encoding = encoding_of(call->model.format);
    bool sum = call->op == UNIT_ADD || call->op == UNIT_SUB;
    bool product = call->op == UNIT_MUL;

    for (size_t i = 0; product && i < call->count; i++)
        flags[i] |= outside_product(&encoding, a[i], b[i]);
    for (size_t i = 0; sum && i < call->count; i++)
        flags[i] |= outside_addends(&encoding, a[i], b[i]);
    if (!outside->inner.apply(&outside->inner, call))
        return false;
    for (size_t i = 0; sum && i < call->count; i++)
        flags[i] |= outside_sum(&encoding, out[i]);
    return true;
}

struct unit unit_outside(const struct outside *outside)
{
    return (struct unit){ .name = outside->inner.name,
                          .can = outside_can,
                          .apply = outside_apply,
                          .priv = (void *) (uintptr_t) outside };
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// Each operation computes the upper bits of the exact result in an integer of 128 bits,
// and whether anything lies below them; round_to cuts that to the width of the register.
// A sum aligns both operands at the top of 126 bits; a product of 64 by 64 bits is exact;
// a quotient and a root are computed digit by digit until they have more than 65 bits.

#include "unit/wide.h"

#include <assert.h>

#define TOP 126 // bits of an aligned significand: a carry and one more fit above

static const struct fp_parts not_a_number = { .class = FP_CLASS_NAN };

static int wide_bits(fp_u128 value)
{
    uint64_t high = (uint64_t) (value >> 64), low = (uint64_t) value;

    if (high)
        return 128 - __builtin_clzll(high);
    return low ? 64 - __builtin_clzll(low) : 0;
}

// (significand + t) * 2^exponent, t in (0, 1) if `sticky`; then it has more than `bits`.
static struct fp_parts round_to(int bits, enum fp_round round, bool negative,
                                int exponent, fp_u128 significand, bool sticky)
{
    int cut = wide_bits(significand) - bits;

    if (cut > 0) {
        fp_u128 kept = significand >> cut, half = (fp_u128) 1 << (cut - 1);
        bool is_half = significand & half;
        bool rest = sticky || (significand & (half - 1));

        exponent += cut;
        significand = kept + fp_round_away(round, negative, kept & 1, is_half, rest);
    }
    // a carry leaves a power of two
    if (wide_bits(significand) > bits) {
        significand >>= 1;
        exponent++;
    }
    return (struct fp_parts){ FP_CLASS_FINITE, negative, exponent,
                              (uint64_t) significand };
}

static bool is_wide_number(struct fp_parts x)
{
    return x.class <= FP_CLASS_FINITE;
}

static struct fp_parts wide_zero(bool negative)
{
    return (struct fp_parts){ .class = FP_CLASS_ZERO, .negative = negative };
}

static struct fp_parts wide_infinity(bool negative)
{
    return (struct fp_parts){ .class = FP_CLASS_INFINITE, .negative = negative };
}

static struct fp_parts sum_special(enum fp_round round, struct fp_parts x,
                                   struct fp_parts y)
{
    if (x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN ||
        (x.class == FP_CLASS_INFINITE && y.class == FP_CLASS_INFINITE &&
         x.negative != y.negative))
        return not_a_number;
    if (!is_wide_number(x) || y.class == FP_CLASS_ZERO)
        return x.class == FP_CLASS_ZERO && x.negative != y.negative
                   ? wide_zero(round == FP_RDN)
                   : x;
    return y;
}

static struct fp_parts wide_add(int bits, enum fp_round round, struct fp_parts x,
                                struct fp_parts y)
{
    if (x.class != FP_CLASS_FINITE || y.class != FP_CLASS_FINITE)
        return sum_special(round, x, y);
    int up_x = TOP - wide_bits(x.significand), up_y = TOP - wide_bits(y.significand);
    fp_u128 large = (fp_u128) x.significand << up_x,
            small = (fp_u128) y.significand << up_y;
    int exponent = x.exponent - up_x, distance = exponent - (y.exponent - up_y);

    if (distance < 0 || (distance == 0 && large < small))
        return wide_add(bits, round, y, x);
    fp_u128 aligned = distance < 128 ? small >> distance : 0;
    bool lost = distance >= 128 || aligned << distance != small;
    fp_u128 sum = x.negative == y.negative ? large + aligned : large - aligned - lost;

    if (sum == 0)
        return wide_zero(round == FP_RDN);
    return round_to(bits, round, x.negative, exponent, sum, lost);
}

static struct fp_parts wide_multiply(int bits, enum fp_round round, struct fp_parts x,
                                     struct fp_parts y)
{
    bool negative = x.negative != y.negative;

    if (x.class == FP_CLASS_FINITE && y.class == FP_CLASS_FINITE)
        return round_to(bits, round, negative, x.exponent + y.exponent,
                        (fp_u128) x.significand * y.significand, false);
    if (is_wide_number(x) && is_wide_number(y))
        return wide_zero(negative);
    if (x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN || x.class == FP_CLASS_ZERO ||
        y.class == FP_CLASS_ZERO)
        return not_a_number;
    return wide_infinity(negative);
}

static struct fp_parts wide_divide(int bits, enum fp_round round, struct fp_parts x,
                                   struct fp_parts y)
{
    bool negative = x.negative != y.negative;

    if (x.class == FP_CLASS_NAN || y.class == FP_CLASS_NAN ||
        (x.class == y.class && x.class != FP_CLASS_FINITE))
        return not_a_number;
    if (x.class == FP_CLASS_INFINITE || y.class == FP_CLASS_ZERO)
        return wide_infinity(negative);
    if (x.class == FP_CLASS_ZERO || y.class == FP_CLASS_INFINITE)
        return wide_zero(negative);
    fp_u128 quotient = x.significand / y.significand,
            rest = x.significand % y.significand;
    int exponent = x.exponent - y.exponent;

    for (; wide_bits(quotient) < 70; exponent--) {
        rest <<= 1;
        quotient = quotient << 1 | (rest >= y.significand);
        rest -= rest >= y.significand ? y.significand : 0;
    }
    return round_to(bits, round, negative, exponent, quotient, rest != 0);
}

static struct fp_parts wide_root(int bits, enum fp_round round, struct fp_parts x)
{
    if (x.class == FP_CLASS_NAN || (x.negative && x.class != FP_CLASS_ZERO))
        return not_a_number;
    if (x.class != FP_CLASS_FINITE)
        return x;
    // an even exponent; pairs of digits from the top, then of zeros
    int odd = x.exponent & 1, exponent = (x.exponent - odd) / 2;
    fp_u128 radicand = (fp_u128) x.significand << odd, root = 0, rest = 0;

    for (int pair = 32; wide_bits(root) < 70; pair--) {
        unsigned digits = pair >= 0 ? (unsigned) (radicand >> 2 * pair) & 3 : 0;
        fp_u128 trial = root << 2 | 1;

        rest = rest << 2 | digits;
        root = root << 1 | (rest >= trial);
        rest -= rest >= trial ? trial : 0;
        exponent -= pair < 0;
    }
    return round_to(bits, round, false, exponent, root, rest != 0);
}

struct fp_parts wide_apply(enum unit_op op, enum fp_round round, int bits,
                           struct fp_parts x, struct fp_parts y)
{
    enum fp_round last = fp_round_last(round);

    assert(bits >= 2 && bits <= WIDE_BITS);
    switch (op) {
    case UNIT_SUB: y.negative = !y.negative; return wide_add(bits, last, x, y);
    case UNIT_ADD: return wide_add(bits, last, x, y);
    case UNIT_MUL: return wide_multiply(bits, last, x, y);
    case UNIT_DIV: return wide_divide(bits, last, x, y);
    default: assert(op == UNIT_SQRT); return wide_root(bits, last, x);
    }
}

struct fp_parts wide_fract(struct fp_parts x)
{
    if (!is_wide_number(x))
        return not_a_number;
    assert(!x.negative);
    if (x.class == FP_CLASS_FINITE && x.exponent > -WIDE_BITS && x.exponent < 0)
        x.significand &= (UINT64_C(1) << -x.exponent) - 1;
    return x.exponent < 0 && x.significand ? x : wide_zero(false);
}

struct fp_parts wide_load(const struct fp_model *model, uint64_t bits)
{
    struct fp_parts x = fp_unpack(model->format, bits);
    bool subnormal =
        x.class == FP_CLASS_FINITE && x.significand >> (model->format.precision - 1) == 0;

    return subnormal && model->flush_in ? wide_zero(x.negative) : x;
}

uint64_t wide_store(const struct fp_model *model, struct fp_parts x)
{
    struct fp_format format = model->format;

    if (x.class == FP_CLASS_NAN)
        return fp_nan(format);
    if (x.class == FP_CLASS_INFINITE)
        return fp_infinity(format, x.negative);
    if (x.class == FP_CLASS_ZERO ||
        (model->flush_out && x.exponent + wide_bits(x.significand) - 1 < 1 - format.emax))
        return fp_zero(format, x.negative);
    return fp_pack(format, fp_round_last(model->round), x.negative, x.exponent,
                   x.significand, false);
}

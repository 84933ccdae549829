// SPDX-License-Identifier: MIT
//
// How it works: what does not fit into 128 bits is cut off. A quotient begins with the
// integer quotient of 2^128 and the divisor's first 64 bits, a root with the integer root
// of the first 128; one step of Newton's method doubles the bits.

#include "base/real.h"

#include <stdlib.h>

#define BITS 128
#define KEPT 104 // of a double's approximation

static int leading_zeros(fp_u128 word)
{
    uint64_t high = (uint64_t) (word >> 64);

    return high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t) word);
}

static struct real normal(bool negative, int exponent, fp_u128 significand)
{
    if (significand == 0)
        return (struct real){ negative, 0, 0 };
    int shift = leading_zeros(significand);

    return (struct real){ negative, exponent - shift, significand << shift };
}

struct real real_of(double x)
{
    struct fp_parts parts = fp_unpack(FP_BINARY64, fp_bits64(x));

    return normal(parts.negative, parts.exponent,
                  parts.class == FP_CLASS_FINITE ? parts.significand : 0);
}

struct real real_of_int(int x)
{
    return normal(x < 0, 0, (fp_u128) llabs(x));
}

struct real real_fraction(uint64_t high, uint64_t low)
{
    return normal(false, -BITS, (fp_u128) high << 64 | low);
}

double real_to_double(struct real x)
{
    fp_u128 half = (fp_u128) 1 << (BITS - KEPT - 1);
    fp_u128 kept = x.significand >> (BITS - KEPT);

    kept += (x.significand & half) != 0;
    return fp_from_bits64(
        fp_pack(FP_BINARY64, FP_RNE, x.negative, x.exponent + BITS - KEPT, kept, false));
}

int real_to_int(struct real x)
{
    if (x.significand == 0 || x.exponent < -BITS)
        return 0;
    fp_u128 halves = x.exponent + 1 <= -BITS ? 0 : x.significand >> (-x.exponent - 1);
    int magnitude = (int) ((halves + 1) >> 1);

    return x.negative ? -magnitude : magnitude;
}

struct real real_negate(struct real x)
{
    x.negative = !x.negative;
    return x;
}

struct real real_scale(struct real x, int exponent)
{
    x.exponent += exponent;
    return x;
}

// |x| >= |y|, neither is 0.
static struct real add_smaller(struct real x, struct real y)
{
    int distance = x.exponent - y.exponent;
    // a place for the carry
    fp_u128 low = distance + 1 < BITS ? y.significand >> (distance + 1) : 0;
    fp_u128 high = x.significand >> 1;

    if (x.negative == y.negative)
        return normal(x.negative, x.exponent + 1, high + low);
    if (distance > 0)
        return normal(x.negative, x.exponent + 1, high - low);
    return normal(x.negative, x.exponent, x.significand - y.significand);
}

struct real real_add(struct real x, struct real y)
{
    if (x.significand == 0 || y.significand == 0)
        return x.significand == 0 ? y : x;
    if (x.exponent < y.exponent ||
        (x.exponent == y.exponent && x.significand < y.significand))
        return add_smaller(y, x);
    return add_smaller(x, y);
}

struct real real_subtract(struct real x, struct real y)
{
    return real_add(x, real_negate(y));
}

struct real real_multiply(struct real x, struct real y)
{
    uint64_t a = (uint64_t) (x.significand >> 64), b = (uint64_t) x.significand;
    uint64_t c = (uint64_t) (y.significand >> 64), d = (uint64_t) y.significand;
    fp_u128 ad = (fp_u128) a * d, bc = (fp_u128) b * c, bd = (fp_u128) b * d;
    fp_u128 middle = (bd >> 64) + (uint64_t) ad + (uint64_t) bc;
    fp_u128 high = (fp_u128) a * c + (ad >> 64) + (bc >> 64) + (middle >> 64);

    return normal(x.negative != y.negative, x.exponent + y.exponent + BITS, high);
}

struct real real_divide(struct real x, struct real y)
{
    struct real inverse = normal(y.negative, -BITS - 64 - y.exponent,
                                 ~(fp_u128) 0 / (uint64_t) (y.significand >> 64));
    struct real rest = real_subtract(real_of_int(1), real_multiply(y, inverse));

    inverse = real_add(inverse, real_multiply(inverse, rest));
    return real_multiply(x, inverse);
}

struct real real_divide_int(struct real x, int n)
{
    uint64_t by = (uint64_t) n, rest = 0;
    fp_u128 quotient = 0;

    if (x.significand == 0)
        return x;
    for (int at = BITS - 32; at >= 0; at -= 32) {
        rest = rest << 32 | (uint32_t) (x.significand >> at);
        quotient = quotient << 32 | rest / by;
        rest %= by;
    }
    // as many bits again as the quotient is shorter
    int shift = leading_zeros(quotient);

    return normal(x.negative, x.exponent - shift,
                  (quotient << shift) + (rest << shift) / by);
}

// floor(sqrt(square)), a bit at a time.
static uint64_t integer_root(fp_u128 square)
{
    uint64_t root = 0;

    for (int i = 63; i >= 0; i--) {
        uint64_t trial = root | UINT64_C(1) << i;

        if ((fp_u128) trial * trial <= square)
            root = trial;
    }
    return root;
}

struct real real_root(struct real x)
{
    bool odd = x.exponent & 1;

    if (x.significand == 0)
        return x;
    struct real root =
        normal(false, (x.exponent + odd) / 2, integer_root(x.significand >> odd));

    return real_scale(real_add(root, real_divide(x, root)), -1);
}

bool real_below(struct real x, int exponent)
{
    return x.significand == 0 || x.exponent + BITS <= exponent;
}

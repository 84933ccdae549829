// SPDX-License-Identifier: MIT
//
// Prepares whole arrays before errors are counted: operands, results, and exact results
// as doubles. Built for each width (judge_vector.h). The compiler vectorises the plain
// loops; those that call SLEEF, whose functions take a vector, are written with
// vectors.

#include "base/fp_bits.h"
#include "sweep/judge_vector.h"
#include "sweep/judge_width.h"

#include "base/fp_format.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static void operands(uint32_t word, bool negative, double *x, int count)
{
    uint32_t bits[JUDGE_PLANE + JUDGE_PAD];
    float floats[JUDGE_PLANE + JUDGE_PAD];

    for (int i = 0; i < count; i++)
        bits[i] = (word + (uint32_t) i) | (uint32_t) negative << 31;
    memcpy(floats, bits, (size_t) count * sizeof *floats);
    for (int i = 0; i < count; i++)
        x[i] = (double) floats[i];
}

// Converts a half by way of a float whose exponent is too small by 112; infinities and
// NaN separately.
static double from_half(uint32_t bits)
{
    double magnitude = (double) fp_from_bits((bits & 0x7fff) << 13) * 0x1p112;

    if ((bits & 0x7c00) == 0x7c00)
        magnitude = bits & 0x3ff ? (double) NAN : (double) INFINITY;
    return bits & 0x8000 ? -magnitude : magnitude;
}

static void decode_floats(const uint32_t *got, double *even, double *odd, int count)
{
    float floats[2 * JUDGE_PLANE];

    memcpy(floats, got, 2 * (size_t) count * sizeof *floats);
    for (int i = 0; i < count; i++) {
        even[i] = (double) floats[2 * i];
        odd[i] = (double) floats[2 * i + 1];
    }
}

static void decode(enum function_type type, const uint32_t *got, double *even,
                   double *odd, int count)
{
    if (type == FUNCTION_BINARY32) {
        decode_floats(got, even, odd, count);
        return;
    }
    for (int i = 0; i < count; i++) {
        uint32_t a = got[2 * i], b = got[2 * i + 1];

        if (type == FUNCTION_BINARY16) {
            even[i] = from_half(a);
            odd[i] = from_half(b);
        } else {
            even[i] = type == FUNCTION_INT32 ? (double) (int32_t) a : (double) a;
            odd[i] = type == FUNCTION_INT32 ? (double) (int32_t) b : (double) b;
        }
    }
}

static bool judge_arrays_same(const uint32_t *got, int count)
{
    uint32_t differ = 0;

    for (int i = 0; i < count; i++)
        differ |= got[2 * i] ^ got[0];
    return !differ;
}

static int falls(const double *got, int count, int direction)
{
    int falls = 0;

    if (direction > 0)
        for (int i = 0; i < count; i++)
            falls += got[i] < got[i - 1];
    else
        for (int i = 0; i < count; i++)
            falls += got[i] > got[i - 1];
    return falls;
}

static int judge_arrays_breaks(const double *even, const double *odd, int count,
                               bool negate)
{
    uint64_t sign = negate ? UINT64_C(1) << 63 : 0;
    int breaks = 0;

    for (int i = 0; i < count; i++) {
        uint64_t a, b;

        memcpy(&a, even + i, sizeof a);
        memcpy(&b, odd + i, sizeof b);
        breaks += (a ^ sign) != b;
    }
    return breaks;
}

static void call(void *function, const double *x, double *out, int count)
{
    vd (*f)(vd);

    memcpy(&f, &function, sizeof f);
    for (int i = 0; i < count; i += WIDTH)
        width_store(out + i, f(width_load(x + i)));
}

static void call_two(void *function, const double *x, const double *y, double *out,
                     int count)
{
    vd (*f)(vd, vd);

    memcpy(&f, &function, sizeof f);
    for (int i = 0; i < count; i += WIDTH)
        width_store(out + i, f(width_load(x + i), width_load(y + i)));
}

static void polynomial(const double c[6], const double *x, double *out, int count)
{
    for (int i = 0; i < count; i++) {
        double p = c[3] + x[i] * (c[4] + x[i] * c[5]);

        out[i] = c[0] + x[i] * (c[1] + x[i] * (c[2] + x[i] * p));
    }
}

// Functions that need no library. x is a binary32, an integer or a half as a double.

static inline double own_near(double x)
{
    double big = copysign(0x1p52, x), near = copysign((x + big) - big, x);

    return fabs(x) < 0x1p52 ? near : x;
}

static inline double own_floor(double x)
{
    double near = own_near(x);

    return near > x ? near - 1 : near;
}

static inline double own_ceil(double x)
{
    return -own_floor(-x);
}

static inline double own_trunc(double x)
{
    return copysign(own_floor(fabs(x)), x);
}

static inline double own_round(double x)
{
    return copysign(own_floor(fabs(x) + 0.5), x);
}

// Returns the fraction of x; that of an infinity is a zero of its sign.
static inline double own_modf(double x)
{
    return copysign(fabs(x) == INFINITY ? 0 : x - own_trunc(x), x);
}

static inline double own_sign(double x)
{
    return x == 0 || x != x ? x : copysign(1, x);
}

static inline double own_saturate(double x)
{
    double low = x > 0 ? x : 0;

    return low < 1 ? low : 1;
}

static inline double own_exponent(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return (double) (int32_t) (bits >> 52 & 0x7ff) - 1023;
}

static inline double own_fraction(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof bits);
    bits = (bits & INT64_C(-0x7ff0000000000001)) | INT64_C(0x3fe0000000000000);
    memcpy(&x, &bits, sizeof bits);
    return x;
}

// Returns x times a constant of 82 bits in two parts: the product of x and the first
// part is exact.
static inline double own_degrees(double x)
{
    return x * 0x1.ca5dc1ap+5 + x * 0x1.8f07dee1854bbp-25;
}

static inline double own_radians(double x)
{
    return x * 0x1.1df46a2p-6 + x * 0x1.4a74e4570763p-36;
}

#define OWN(ID, EXPRESSION)               \
    case MATH_##ID:                       \
        for (int i = 0; i < count; i++) { \
            double x = a[i];              \
                                          \
            out[i] = EXPRESSION;          \
        }                                 \
        return true;

static bool own(enum math_id math, const double *a, double *out, int count)
{
    switch (math) {
        OWN(FLOOR, own_floor(x))
        OWN(CEIL, own_ceil(x))
        OWN(ROUND, own_round(x))
        OWN(ROUND_EVEN, own_near(x))
        OWN(TRUNC, own_trunc(x))
        OWN(FRACT, x - own_floor(x))
        OWN(ABS, fabs(x))
        OWN(SIGN, own_sign(x))
        OWN(DEGREES, own_degrees(x))
        OWN(RADIANS, own_radians(x))
        OWN(SATURATE, own_saturate(x))
        OWN(LOGB, own_exponent(x))
        OWN(ILOGB, own_exponent(x))
        OWN(FREXP, own_fraction(x))
        OWN(FREXP_EXP, own_exponent(x) + 1)
        OWN(MODF, own_modf(x))
        OWN(MODF_INT, own_trunc(x))
        OWN(IDENTITY, x)
        OWN(FROM_INT, x)
        OWN(FROM_UINT, x)
        OWN(FROM_HALF, x)
        OWN(FROM_HALF_HIGH, x)
        OWN(SQRT, sqrt(x))
        OWN(RSQRT, 1 / sqrt(x))
        OWN(RCP, 1 / x)
    default: return false;
    }
}

static void below(double *values, int count)
{
    int64_t bits;

    for (int i = 0; i < count; i++) {
        memcpy(&bits, values + i, sizeof bits);
        bits -= !(bits & INT64_C(0xfffffffffffff)) & (fabs(values[i]) >= 0x1p-1000) &
                (fabs(values[i]) < INFINITY);
        memcpy(values + i, &bits, sizeof bits);
    }
}

const struct judge_vector JUDGE_JOIN(judge_vector, JUDGE_ISA) = {
    .operands = operands,
    .decode = decode,
    .same = judge_arrays_same,
    .falls = falls,
    .breaks = judge_arrays_breaks,
    .call = call,
    .call_two = call_two,
    .polynomial = polynomial,
    .own = own,
    .below = below,
    .count = JUDGE_JOIN(judge_count, JUDGE_ISA),
    .extremes = JUDGE_JOIN(judge_extremes, JUDGE_ISA),
};

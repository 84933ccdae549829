// SPDX-License-Identifier: MIT

#include "tests/cuda_ref/expected.h"

#include "base/fp.h"

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>

static uint64_t bits_of(enum unary_type type, double value)
{
    if (isnan(value))
        return fp_nan(unary_type_format(type));
    return type == UNARY_BINARY32 ? fp_bits((float) value) : fp_bits64(value);
}

static double value_of(enum unary_type type, uint64_t bits)
{
    return type == UNARY_BINARY32 ? (double) fp_from_bits((uint32_t) bits)
                                  : fp_from_bits64(bits);
}

// nearbyint, then clamped: the direction is the caller's. Every bound is a power of two
// and exact; what lies at or above the upper one saturates.
static uint64_t host_integer(const struct unary *unary, double value)
{
    bool narrow = unary->to == UNARY_INT32 || unary->to == UNARY_UINT32;
    bool is_signed = unary->to == UNARY_INT32 || unary->to == UNARY_INT64;
    int width = narrow ? 32 : 64;
    double bound = ldexp(1.0, is_signed ? width - 1 : width), whole = nearbyint(value);

    if (isnan(value))
        return unary->from == UNARY_BINARY32 && narrow ? 0 : UINT64_C(1) << (width - 1);
    if (whole >= bound)
        return (UINT64_MAX >> (64 - width)) >> is_signed;
    if (!is_signed)
        return whole <= 0 ? 0 : (uint64_t) whole;
    if (whole < -bound)
        whole = -bound;
    return (uint64_t) (int64_t) whole & (UINT64_MAX >> (64 - width));
}

static uint64_t host_float(const struct unary *unary, uint64_t bits)
{
    volatile float narrow = 0;
    volatile double wide = 0;

    switch (unary->from) {
    case UNARY_INT32: narrow = (float) (int32_t) bits, wide = (int32_t) bits; break;
    case UNARY_UINT32: narrow = (float) (uint32_t) bits, wide = (uint32_t) bits; break;
    case UNARY_INT64:
        narrow = (float) (int64_t) bits, wide = (double) (int64_t) bits;
        break;
    case UNARY_UINT64: narrow = (float) bits, wide = (double) bits; break;
    default: abort();
    }
    return unary->to == UNARY_BINARY32 ? fp_bits(narrow) : fp_bits64(wide);
}

static uint64_t host_result(const struct unary *unary, uint64_t bits)
{
    if (!unary_type_is_float(unary->from))
        return host_float(unary, bits);
    volatile double value = value_of(unary->from, bits);
    volatile float narrow = (float) value;

    if (!unary_type_is_float(unary->to))
        return host_integer(unary, value);
    if (unary->kind == UNARY_RSQRT) {
        volatile long double root = 1 / sqrtl((long double) value);
        return bits_of(UNARY_BINARY32, (float) root);
    }
    if (unary->kind == UNARY_CONVERT)
        return bits_of(unary->to, unary->to == UNARY_BINARY32 ? (double) narrow : value);
    volatile float narrow_reciprocal = 1 / narrow;
    volatile double reciprocal = 1 / value;
    return bits_of(unary->to,
                   unary->to == UNARY_BINARY32 ? (double) narrow_reciprocal : reciprocal);
}

static int direction_of(enum fp_round round)
{
    switch (round) {
    case FP_RTZ: return FE_TOWARDZERO;
    case FP_RUP: return FE_UPWARD;
    case FP_RDN: return FE_DOWNWARD;
    default: return FE_TONEAREST;
    }
}

uint64_t unary_expected(const struct unary *unary, enum fp_round round, uint64_t bits)
{
    uint64_t result;

    assert(unary_can(unary, round));
    // Not every compiler has halves.
    if (unary->from == UNARY_BINARY16 || unary->to == UNARY_BINARY16)
        return fp_convert(unary_type_format(unary->from), unary_type_format(unary->to),
                          round, bits);
    fesetround(direction_of(round));
    result = host_result(unary, bits);
    fesetround(FE_TONEAREST);
    return result;
}

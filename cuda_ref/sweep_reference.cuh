// SPDX-License-Identifier: MIT
//
// The exact results, as doubles of CUDA's: a function reference_ID each.

#pragma once

// A result that lies a little nearer to zero than its double, where `is`, has the smaller
// ulp if that is a power of two: the last double before it stands for it.
static __device__ double below(bool is, double y)
{
    word32 high = (word32) __double2hiint(y);
    bool power = __double2loint(y) == 0 && (high & 0xfffff) == 0 &&
                 ((high & 0x7fffffff) - 1) < 0x7fefffff;

    return __longlong_as_double(__double_as_longlong(y) - (is && power));
}

static __device__ bool is_nonzero_finite(word32 a)
{
    return (a & 0x7fffffff) - 1 < 0x7f7fffff;
}

// tanh is x or 1 for most of them; the series' next term is 17/315 x^7.
static __device__ double tanh_by_region(double x)
{
    double s = x * x;

    if (s == 0)
        return x; // with its sign
    if (s < 0x1p-18)
        return fma(x * s, fma(s, 2.0 / 15, -1.0 / 3), x);
    if (s > 400)
        return copysign(1.0, x);
    return tanh(x);
}

// Below -184 only the sign is a double's: that of the floor's parity.
static __device__ double tgamma_signed(double x)
{
    double whole = floor(x);

    if (x > -184 || whole == x || isnan(x))
        return tgamma(x);
    return fmod(whole, 2.0) == 0 ? 0.0 : -0.0;
}

static __device__ double fraction_of(double x)
{
    int e;

    return frexp(x, &e);
}

static __device__ double exponent_of(double x)
{
    int e = 0;

    if (isnan(x) || isinf(x))
        return NAN;
    frexp(x, &e);
    return e;
}

static __device__ double half_value(word32 bits)
{
    float x;

    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((unsigned short) bits));
    return x;
}

static __device__ double quotient_low(double x, double y)
{
    int quotient;
    double rest = remquo(x, y, &quotient);

    if (isnan(rest))
        return rest;
    return quotient < 0 ? -(-quotient & 7) : quotient & 7;
}

// Upward from Y0 and Y1, which is the stable way.
extern "C" __device__ double reference_Y0(word32 a, word32 b);
extern "C" __device__ double reference_Y1(word32 a, word32 b);

static __device__ double y_upward(int n, word32 a)
{
    double x = __uint_as_float(a), before = reference_Y0(a, 0), y = reference_Y1(a, 0);

    if (n == 0 || isnan(x) || x <= 0 || isinf(x))
        return before;
#pragma unroll 1
    for (int i = 1; i < n && !isinf(y); i++) {
        double next = fma(2 * i / x, y, -before);

        before = y;
        y = next;
    }
    return y;
}

#pragma nv_diag_suppress 550
#define REFERENCE(id, expression)                                                 \
    extern "C" __device__ __noinline__ double reference_##id(word32 a, word32 b)              \
    {                                                                             \
        double x = __uint_as_float(a), y = __uint_as_float(b);                    \
        int k = (int) b;                                                          \
                                                                                  \
        (void) x, (void) y, (void) k;                                             \
        return expression;                                                        \
    }
#include "cuda_ref/sweep_reference.inc"

extern "C" __device__ double reference_any(word32 a, word32 b);

// SPDX-License-Identifier: MIT
//
// This program is compiled with the project's flags. If they allowed a compiler to
// fuse a*b + c, to fold what rounds, or to forget the sign of zero or NaN, nothing
// that a unit computes on the host could be trusted.

#include "tests/shared/group.h"

#include <fenv.h>
#include <math.h>
#include <stdint.h>

static struct group this_group = { .name = "contract" };

// The instruction must be at hand for a compiler to be tempted.
#if defined(__x86_64__)
#    define FUSES      __attribute__((target("fma")))
#    define CAN_FUSE() __builtin_cpu_supports("fma")
#else
#    define FUSES
#    define CAN_FUSE() 1
#endif

#define ALONE __attribute__((noinline))

FUSES ALONE static float multiply_add(float a, float b, float c)
{
    return a * b + c;
}

FUSES ALONE static double multiply_subtract64(double a, double b, double c)
{
    return a * b - c;
}

// A volatile store, or two calls of a constant function become one.
ALONE static void third(volatile double *out)
{
    *out = 1.0 / 3.0;
}

ALONE static void third_and_tenth(volatile float *out)
{
    *out = 1.0f / 3.0f + 0.1f;
}

ALONE static double sum(double a, double b, double c)
{
    return (a + b) - c;
}

ALONE static double plus_zero(double a)
{
    return a + 0.0;
}

// (1 + 2^-23)(1 - 2^-23) - 1 is -2^-46 fused, and 0 with the product rounded.
TEST(contraction)
{
    if (!CAN_FUSE())
        skip();
    volatile float a = 0x1.000002p+0f, b = 0x1.fffffcp-1f, c = -1;
    assert_true(multiply_add(a, b, c) == 0);
    volatile double x = 0x1.0000000000001p+0, y = 0x1.ffffffffffffep-1, z = 1;
    assert_true(multiply_subtract64(x, y, z) == 0);
}

TEST(folding)
{
    const int found = fegetround();
    volatile double below, above;
    volatile float below32, above32;
    fesetround(FE_DOWNWARD);
    third(&below);
    third_and_tenth(&below32);
    fesetround(FE_UPWARD);
    third(&above);
    third_and_tenth(&above32);
    fesetround(found);
    assert_true(below < above);
    assert_true(below32 < above32);
}

// What -ffast-math would take away.
TEST(identities)
{
    volatile double one = 1, tiny = 0x1p-60, zero = 0, minus_zero = -0.0;
    assert_true(sum(tiny, one, one) == 0);
    assert_false(signbit(plus_zero(minus_zero)));
    assert_true(isnan(zero / zero));
    assert_true(isinf(one / zero));
}

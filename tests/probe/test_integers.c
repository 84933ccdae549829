// SPDX-License-Identifier: MIT
//
// Floats and whole numbers. What a fake answers is held against the C library and the
// host's own conversions; then devices that do otherwise, made with the host's floats,
// must be named for what they do, line by line.

#include "base/fp_bits.h"
#include "probe/list.h"
#include "tests/probe/inquiry.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "integers" };

static struct traits of_format(struct fp_format format)
{
    return TRAITS_NONE(((struct fp_model){ .format = format }));
}

// A way to answer a line: x and y, or n.
struct way {
    int line;
    uint32_t (*make)(float x, float y, uint32_t n);
    const char *answer;
    bool deviates;
};

static uint32_t bits_of(volatile float value)
{
    return fp_bits(value);
}

#define WORD(name, expression)                         \
    static uint32_t name(float x, float y, uint32_t n) \
    {                                                  \
        return (uint32_t) (expression);                \
    }
#define HOST(name, expression) WORD(name, bits_of((float) (expression)))

WORD(host_int, (int32_t) x)
WORD(host_uint, x)
WORD(host_saturated_int, isnan(x) ? 0 : x < 0 ? 0x80000000 : 0x7fffffff)
WORD(host_saturated_uint, isnan(x) || x < 0 ? 0 : 0xffffffff)
HOST(host_from_int, (int32_t) n)
HOST(host_from_uint, n)

static float divided(float x, float y)
{
    volatile float quotient = x / y;

    return quotient;
}

static float multiplied(float x, float y)
{
    volatile float product = x * y;

    return product;
}

static float by_reciprocal(float x, float y)
{
    volatile float reciprocal = 1 / y, quotient = x * reciprocal;

    return quotient;
}

HOST(host_even, nearbyintf(x))
HOST(host_away, roundf(x))
HOST(host_up, floor((double) x + 0.5))
HOST(host_down, ceil((double) x - 0.5))
HOST(host_trunc, truncf(x))
HOST(host_floor, floorf(x))
HOST(host_ceil, ceilf(x))
HOST(host_fract, x - floorf(x))
HOST(host_below_one, fminf(x - floorf(x), 0x1.fffffep-1f))
HOST(host_fract_other, fabsf(x - truncf(x)))
HOST(host_mod, x - multiplied(y, floorf(divided(x, y))))
HOST(host_mod_fused, fma(-floor((double) divided(x, y)), (double) y, (double) x))
HOST(host_mod_reciprocal, x - y * floorf(by_reciprocal(x, y)))
HOST(host_mod_low, x - y * floorf(nextafterf(divided(x, y), -INFINITY)))
HOST(host_mod_high,
     fma(-floor((double) nextafterf(divided(x, y), INFINITY)), (double) y, (double) x))
HOST(host_mod_fract, y *(x / y - floorf(x / y)))
HOST(host_mod_c, fmodf(x, y))
HOST(host_mod_exact, x / y < 0 && fmodf(x, y) != 0 ? fmodf(x, y) + y : fmodf(x, y))
HOST(host_sign, (x > 0) - (x < 0))
HOST(host_sign_bit, signbit(x) ? -1 : 1)
HOST(host_plus, roundf(x) + 0.0f)

// As C has it, with the CPU's own rounding.
static const struct way right[] = {
    { INTEGERS_TO_INT, host_int, "exact", false },
    { INTEGERS_TO_UINT, host_uint, "exact", false },
    { INTEGERS_INT_RANGE, host_saturated_int, "saturates", false },
    { INTEGERS_UINT_NEGATIVE, host_saturated_uint, "saturates", false },
    { INTEGERS_UINT_RANGE, host_saturated_uint, "saturates", false },
    { INTEGERS_INT_NAN, host_saturated_int, "0", false },
    { INTEGERS_UINT_NAN, host_saturated_uint, "0", false },
    { INTEGERS_INT_INFINITY, host_saturated_int, "saturates", false },
    { INTEGERS_UINT_INFINITY, host_saturated_uint, "saturates", false },
    { INTEGERS_FROM_SMALL, host_from_int, "exact", false },
    { INTEGERS_FROM_INT, host_from_int, "rne", false },
    { INTEGERS_FROM_UINT, host_from_uint, "rne", false },
    { INTEGERS_ROUND_TIES, host_even, "rne", false },
    { INTEGERS_ROUND, host_even, "exact", false },
    { INTEGERS_ROUND_EVEN, host_even, "rne", false },
    { INTEGERS_TRUNC, host_trunc, "exact", false },
    { INTEGERS_FLOOR, host_floor, "exact", false },
    { INTEGERS_CEIL, host_ceil, "exact", false },
    { INTEGERS_FRACT, host_fract, "exact", false },
    { INTEGERS_FRACT_TINY, host_fract, "1.0", false },
    { INTEGERS_MOD, host_mod, "x - y * floor(x / y)", false },
    { INTEGERS_SIGN, host_sign, "exact", false },
    { INTEGERS_ROUND_SIGN, host_even, "-0", false },
    { INTEGERS_CEIL_SIGN, host_ceil, "-0", false },
};

_Static_assert(COUNT_OF(right) == INTEGERS_COUNT, "all lines");

WORD(wrapped, fabsf(x) >= 0x1p+63f ? 0 : (int64_t) x)
WORD(indefinite, 0x80000000)
WORD(by_way_of_int, x <= -0x1p+31f ? INT32_MIN : (int32_t) x)
WORD(by_sign, signbit(x) ? 5 : 7)
WORD(garbage, fp_bits(x))
WORD(nearest_int, (int32_t) rint((double) x))

static uint32_t chopped_from_int(float x, float y, uint32_t n)
{
    int32_t value = (int32_t) n;

    // What is below the 24th bit goes.
    while (value >= 1 << 24 || value <= -(1 << 24)) {
        int32_t bit = 1;

        while (value % (2 * bit) == 0)
            bit *= 2;
        if (value / bit < 1 << 24 && value / bit > -(1 << 24))
            break;
        value -= value < 0 ? -bit : bit;
    }
    return fp_bits((float) value);
}

static uint32_t one_off(float x, float y, uint32_t n)
{
    return host_from_int(x, y, n) + (n == 3);
}

static uint32_t floor_of_sum(float x, float y, uint32_t n)
{
    volatile float sum = x + 0.5f;

    return fp_bits(floorf(sum));
}

static uint32_t one_floor_wrong(float x, float y, uint32_t n)
{
    return fp_bits(x == -0x1p-14f ? -0.0f : floorf(x));
}

static const struct way others[] = {
    { INTEGERS_INT_RANGE, wrapped, "wraps", false },
    { INTEGERS_INT_RANGE, indefinite, "always 0x80000000", false },
    { INTEGERS_INT_RANGE, by_sign, "0x00000007 or 0x00000005", false },
    { INTEGERS_INT_RANGE, garbage, "other", false },
    { INTEGERS_UINT_NEGATIVE, wrapped, "wraps", false },
    { INTEGERS_UINT_NEGATIVE, by_way_of_int, "saturates as int", false },
    { INTEGERS_UINT_RANGE, wrapped, "wraps", false },
    { INTEGERS_INT_NAN, indefinite, "always 0x80000000", false },
    { INTEGERS_UINT_INFINITY, by_sign, "0x00000007 or 0x00000005", false },
    { INTEGERS_TO_INT, nearest_int, "rne", true },
    { INTEGERS_FROM_SMALL, one_off, "2 of 32 wrong", true },
    { INTEGERS_FROM_INT, chopped_from_int, "rtz", true },
    { INTEGERS_ROUND_TIES, host_away, "rna", false },
    { INTEGERS_ROUND_TIES, host_up, "rnu", false },
    { INTEGERS_ROUND_TIES, host_down, "rnd", false },
    { INTEGERS_ROUND_TIES, host_trunc, "rtz", true },
    { INTEGERS_ROUND, host_away, "exact", false },
    { INTEGERS_ROUND, floor_of_sum, "floor(x + 0.5)", true },
    { INTEGERS_ROUND, host_floor, "rdn", true },
    { INTEGERS_ROUND_EVEN, host_away, "rna", true },
    { INTEGERS_TRUNC, host_floor, "rdn", true },
    { INTEGERS_FLOOR, one_floor_wrong, "1 of 32 wrong", true },
    { INTEGERS_CEIL, host_trunc, "rtz", true },
    { INTEGERS_FRACT, host_fract_other, "7 of 32 wrong", true },
    { INTEGERS_FRACT_TINY, host_below_one, "below 1, clamped", false },
    { INTEGERS_FRACT_TINY, host_fract_other, "32 of 32 wrong", true },
    { INTEGERS_MOD, host_mod_reciprocal, "x - y * floor(x * (1 / y))", false },
    { INTEGERS_MOD, host_mod_low, "x - y * floor(x / y), quotient not rounded once",
      false },
    { INTEGERS_MOD, host_mod_high, "x - y * floor(x / y), quotient not rounded once",
      false },
    { INTEGERS_MOD, host_mod_fused, "x - y * floor(x / y), fused", false },
    { INTEGERS_MOD, host_mod_fract, "y * fract(x / y)", true },
    { INTEGERS_MOD, host_mod_exact, "exact", false },
    { INTEGERS_MOD, host_mod_c, "5 of 32 wrong", true },
    { INTEGERS_SIGN, host_sign_bit, "4 of 32 wrong", true },
    { INTEGERS_ROUND_SIGN, host_plus, "+0", true },
};

static struct inquiry *ask(const struct way *way)
{
    struct inquiry *all = inquiry_ask("integers", way->line, look_traits(24, FP_RNE));

    for (size_t i = 0; i < all->count; i++)
        all->got[0][i] =
            way->make(fp_from_bits((uint32_t) all->in[0][i]),
                      fp_from_bits((uint32_t) all->in[1][i]), (uint32_t) all->in[2][i]);
    return all;
}

static void check(const struct way *way, size_t i)
{
    const struct finding *finding = inquiry_judge(ask(way));

    if (strcmp(said_answer(finding), way->answer) != 0)
        fail_msg("case %zu: got %s want %s", i, said_answer(finding), way->answer);
    look_expect(finding, way->answer, way->deviates);
    assert_true(!finding->deviates || finding->agree < finding->cases);
    assert_true(!finding->deviates || said_detail(finding)[0] != '\0');
}

TEST(as_the_host_does)
{
    for (size_t i = 0; i < COUNT_OF(right); i++) {
        uint64_t want[32];
        struct inquiry *all =
            inquiry_ask("integers", right[i].line, look_traits(24, FP_RNE));

        assert_int_equal(right[i].line, i);
        memcpy(want, all->got[0], sizeof want);
        all = ask(&right[i]);
        for (size_t at = 0; at < all->count; at++)
            if (all->got[0][at] != want[at])
                fail_msg("line %zu, 0x%08x 0x%08x 0x%08x: got 0x%08x want 0x%08x", i,
                         (unsigned) all->in[0][at], (unsigned) all->in[1][at],
                         (unsigned) all->in[2][at], (unsigned) want[at],
                         (unsigned) all->got[0][at]);
        check(&right[i], i);
    }
}

// Where more bits may be kept, a mod that looks fused may be kept in these.
TEST(fused_or_kept)
{
    static const struct way way = { .line = INTEGERS_MOD, .make = host_mod_fused };
    static const int known[] = { 64, VERDICT_INSIDE_UNKNOWN };

    for (size_t i = 0; i < COUNT_OF(known); i++) {
        struct inquiry *all = ask(&way);

        all->params.inside_bits = known[i];
        look_expect(inquiry_judge(all),
                    "x - y * floor(x / y), fused or kept in more bits inside", false);
    }
}

TEST(others_are_named)
{
    for (size_t i = 0; i < COUNT_OF(others); i++)
        check(&others[i], i);
}

// The last number below 1 is the format's.
TEST(clamped_in_any_format)
{
    for (int p = 11; p <= 24; p++) {
        struct inquiry *all = inquiry_ask("integers", INTEGERS_FRACT_TINY,
                                          of_format((struct fp_format){ p, 127 }));
        uint64_t most = fp_bits((float) (1 - ldexp(1, -p)));

        for (size_t i = 0; i < all->count; i++)
            all->got[0][i] = all->got[0][i] > most ? most : all->got[0][i];
        look_expect(inquiry_judge(all), "below 1, clamped", false);
    }
}

// Integers that need more than p bits, at every p: a tie up and down, and no other line
// than these has one that does.
TEST(integers_are_for_the_format)
{
    for (int p = 11; p <= 24; p++) {
        struct traits traits = of_format((struct fp_format){ p, 127 });
        struct inquiry *all = inquiry_ask("integers", INTEGERS_FROM_INT, traits);

        for (size_t i = 0; i < all->count; i++) {
            int64_t n = llabs((int64_t) (int32_t) all->in[2][i]);
            int length = 64 - __builtin_clzll((unsigned long long) n);
            int last = __builtin_ctzll((unsigned long long) n);

            assert_true(length - last > p && n < INT64_C(1) << 31);
        }
        assert_int_equal(all->in[2][2], (1u << p) + 3);
        all = inquiry_ask("integers", INTEGERS_FROM_SMALL, traits);
        for (size_t i = 0; i < all->count; i++)
            assert_true(llabs((int64_t) (int32_t) all->in[2][i]) < INT64_C(1) << p);
        all = inquiry_ask("integers", INTEGERS_ROUND_TIES, traits);
        for (size_t i = 0; i < all->count; i++)
            assert_true(all->defined[i]);
    }
}

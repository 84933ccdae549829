// SPDX-License-Identifier: MIT
//
// Operations of wide registers, held against MPFR at 24 to 64 bits; a sum, a product, a
// quotient or a root of registers, which have all their bits.

#include "tests/shared/group.h"
#include "unit/wide.h"

#include <mpfr.h>
#include <stdint.h>
#include <string.h>

static struct group this_group = { .name = "wide" };

#define COUNT 4000

static const struct {
    enum fp_round rule;
    mpfr_rnd_t mpfr;
} rules[] = {
    { FP_RNE, MPFR_RNDN }, { FP_RTZ, MPFR_RNDZ }, { FP_RUP, MPFR_RNDU },
    { FP_RDN, MPFR_RNDD }, { FP_RAZ, MPFR_RNDA },
};

static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

// A number of up to `bits` bits; its low bits are often 0, and its exponent is small.
static struct fp_parts draw(uint64_t *seed, int bits)
{
    uint64_t first = next(seed), second = next(seed);
    uint64_t significand = (first | UINT64_C(1) << 63) >> (64 - bits);

    if (second & 1)
        significand &= ~UINT64_C(0) << (second >> 1) % (unsigned) bits;
    return (struct fp_parts){ FP_CLASS_FINITE, second >> 9 & 1,
                              (int) (second >> 16 & 63) - 32, significand };
}

static void set(mpfr_t number, struct fp_parts x)
{
    mpfr_set_uj_2exp(number, x.class == FP_CLASS_ZERO ? 0 : x.significand, x.exponent,
                     MPFR_RNDN);
    if (x.negative)
        mpfr_neg(number, number, MPFR_RNDN);
}

static void compute(enum unit_op op, mpfr_t out, mpfr_t x, mpfr_t y, mpfr_rnd_t round)
{
    switch (op) {
    case UNIT_ADD: mpfr_add(out, x, y, round); break;
    case UNIT_SUB: mpfr_sub(out, x, y, round); break;
    case UNIT_MUL: mpfr_mul(out, x, y, round); break;
    case UNIT_DIV: mpfr_div(out, x, y, round); break;
    default: mpfr_sqrt(out, x, round);
    }
}

TEST(operations)
{
    static const int widths[] = { 24, 30, 53, 63, 64 };
    mpfr_t x, y, want, got;
    uint64_t seed = UINT64_C(0x19800817);

    mpfr_inits2(64, x, y, got, (mpfr_ptr) 0);
    for (int i = 0; i < COUNT * 5; i++) {
        int bits = widths[i / COUNT];
        size_t rule = next(&seed) % COUNT_OF(rules);
        enum unit_op op = (enum unit_op)(next(&seed) % UNIT_FMA);
        struct fp_parts a = draw(&seed, bits), b = draw(&seed, bits);

        a.negative = a.negative && op != UNIT_SQRT;
        mpfr_init2(want, bits);
        set(x, a);
        set(y, b);
        compute(op, want, x, y, rules[rule].mpfr);
        set(got, wide_apply(op, rules[rule].rule, bits, a, b));
        if (!mpfr_equal_p(got, want))
            fail_msg("case %d: op %d of %d bits by %s", i, op, bits,
                     fp_round_name(rules[rule].rule));
        mpfr_clear(want);
    }
    mpfr_clears(x, y, got, (mpfr_ptr) 0);
    mpfr_free_cache();
}

// 2^63 + 1 has 64 bits, and 2^64 + 1 has not.
TEST(sums)
{
    struct fp_parts one = { FP_CLASS_FINITE, false, 0, 1 };

    for (int i = 1; i < 100; i++) {
        struct fp_parts a = { FP_CLASS_FINITE, false, i, 1 };
        struct fp_parts sum = wide_apply(UNIT_ADD, FP_RNE, 64, a, one);
        struct fp_parts rest = wide_apply(UNIT_SUB, FP_RNE, 64, sum, a);

        assert_int_equal(rest.class == FP_CLASS_FINITE, i < 64);
    }
}

TEST(specials)
{
    struct fp_model model = { FP_BINARY32, FP_RNE, true, true };
    struct fp_parts inf = { .class = FP_CLASS_INFINITE },
                    zero = { .class = FP_CLASS_ZERO };
    struct fp_parts minus = { .class = FP_CLASS_ZERO, .negative = true };
    struct fp_parts one = { FP_CLASS_FINITE, false, 0, 1 };

    assert_int_equal(wide_apply(UNIT_SUB, FP_RNE, 64, inf, inf).class, FP_CLASS_NAN);
    assert_int_equal(wide_apply(UNIT_MUL, FP_RNE, 64, inf, zero).class, FP_CLASS_NAN);
    assert_int_equal(wide_apply(UNIT_DIV, FP_RNE, 64, one, zero).class,
                     FP_CLASS_INFINITE);
    assert_true(wide_apply(UNIT_SUB, FP_RDN, 64, one, one).negative);
    assert_false(wide_apply(UNIT_SUB, FP_RNE, 64, one, one).negative);
    assert_true(wide_apply(UNIT_ADD, FP_RNE, 64, minus, minus).negative);
    assert_int_equal(
        wide_store(&model, (struct fp_parts){ FP_CLASS_FINITE, true, -130, 1 }),
        0x80000000);
    assert_int_equal(
        wide_store(&model, (struct fp_parts){ FP_CLASS_FINITE, false, 128, 1 }),
        0x7f800000);
    assert_int_equal(wide_load(&model, 1).class, FP_CLASS_ZERO);
    // 2^24 + 3/4 has the fraction 3/4
    assert_int_equal(
        wide_store(&model, wide_fract((struct fp_parts){ FP_CLASS_FINITE, false, -2,
                                                         (UINT64_C(1) << 26) + 3 })),
        0x3f400000);
}

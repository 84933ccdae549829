// SPDX-License-Identifier: MIT
//
// What conversions and reciprocals must give, in integers, against this CPU's own.

#include "cuda_ref/unary.h"
#include "tests/base/operands.h"

#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT 200000
#define SEED  UINT64_C(20130501)

static const struct {
    enum fp_round round;
    int direction;
} directions[] = { { FP_RNE, FE_TONEAREST },
                   { FP_RTZ, FE_TOWARDZERO },
                   { FP_RUP, FE_UPWARD },
                   { FP_RDN, FE_DOWNWARD } };

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
    default: fail();
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

static uint64_t operand(const struct unary *unary, uint64_t *seed)
{
    uint64_t bits = operands_random(seed) >> operands_random(seed) % 64;

    if (!unary_type_is_float(unary->from)) {
        bool narrow = unary->from == UNARY_INT32 || unary->from == UNARY_UINT32;
        bits = operands_random(seed) & 1 ? bits : -bits;
        return narrow ? bits & UINT32_MAX : bits;
    }
    struct fp_format format = unary_type_format(unary->from);

    if (bits & 1)
        operands_fill(format, seed, &bits, 1);
    else
        bits = fp_pack(format, FP_RTZ, bits >> 1 & 1, -2, bits, false);
    return bits;
}

static void against_host(void **state)
{
    const struct unary *unary = *state;

    for (size_t d = 0; d < 4; d++) {
        uint64_t seed = SEED;

        for (int i = 0; unary_can(unary, directions[d].round) && i < COUNT; i++) {
            uint64_t bits = operand(unary, &seed);
            uint64_t got = unary_expected(unary, directions[d].round, bits);

            fesetround(directions[d].direction);
            uint64_t want = host_result(unary, bits);
            fesetround(FE_TONEAREST);
            if (got != want)
                fail_msg("%s %s %" PRIx64 ": got %" PRIx64 ", want %" PRIx64, unary->name,
                         fp_round_name(directions[d].round), bits, got, want);
        }
    }
}

// clang-format off
static const struct {
    const char *name;
    enum fp_round round;
    uint64_t bits, want;
} known[] = {
    { "binary32_to_binary16", FP_RNE, 0x477ff000, 0x7c00 }, // 65520 is a tie
    { "binary32_to_binary16", FP_RTZ, 0x477ff000, 0x7bff },
    { "binary32_to_binary16", FP_RNE, 0x33000000, 0x0000 }, // 2^-25, a tie
    { "binary32_to_binary16", FP_RUP, 0x33000000, 0x0001 },
    { "binary16_to_binary32", FP_RNE, 0x0001, 0x33800000 }, // 2^-24
    { "binary32_to_int32", FP_RNE, 0x40200000, 2 },         // 2.5
    { "binary32_to_int32", FP_RDN, 0xc0200000, 0xfffffffd }, // -2.5
    { "binary32_to_int32", FP_RNE, 0x7fc00000, 0 },
    { "binary64_to_int32", FP_RNE, UINT64_C(0x7ff8000000000000), 0x80000000 },
    { "binary32_to_uint64", FP_RTZ, 0xbf800000, 0 }, // -1
    { "binary32_to_int64", FP_RNE, 0x7f800000, INT64_MAX },
    { "uint64_to_binary32", FP_RDN, UINT64_MAX, 0x5f7fffff },
    { "rsqrt_binary32", FP_RNE, 0x40800000, 0x3f000000 }, // 4
    { "rsqrt_binary32", FP_RNE, 0x80000000, 0xff800000 },
    { "rcp_binary32", FP_RNE, 0x40400000, 0x3eaaaaab }, // 3
};
// clang-format on

static void known_results(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
        const struct unary *unary = unary_find(known[i].name);

        assert_non_null(unary);
        assert_int_equal(unary_expected(unary, known[i].round, known[i].bits),
                         known[i].want);
    }
    assert_null(unary_find("binary32_to_bfloat16"));
    assert_false(unary_can(unary_find("rsqrt_binary32"), FP_RTZ));
    assert_false(unary_can(unary_find("rcp_binary32"), FP_RNA));
}

// Not every compiler has halves; conversions of any format are test_fp's.
static bool is_half(const struct unary *unary)
{
    return unary->from == UNARY_BINARY16 || unary->to == UNARY_BINARY16;
}

int main(void)
{
    struct CMUnitTest tests[UNARY_COUNT - 1] = { cmocka_unit_test(known_results) };
    int count = 1;

    for (int i = 0; i < UNARY_COUNT; i++)
        if (!is_half(&unary_list[i]))
            tests[count++] =
                (struct CMUnitTest){ .name = unary_list[i].name,
                                     .test_func = against_host,
                                     .initial_state = (void *) &unary_list[i] };
    return cmocka_run_group_tests_name("unary", tests, NULL, NULL);
}

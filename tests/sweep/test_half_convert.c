// SPDX-License-Identifier: MIT
//
// binary32 to binary16: the integers against fp.c's rounding at every boundary, the
// Handbook's, and F16C. `exhaustive`: all 2^32 floats.

#include "base/fp.h"
#include "sweep/half_convert.h"
#include "tests/shared/group.h"

#include <stdint.h>
#include <string.h>

static const enum fp_round rounds[HALF_DIRECTIONS] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

static uint32_t want(uint32_t x, enum half_direction direction)
{
    if ((x & 0x7fffffff) > 0x7f800000)
        return 0x7fff;
    return (uint32_t) fp_convert(FP_BINARY32, FP_BINARY16, rounds[direction], x);
}

static void look(uint32_t x)
{
    for (int d = 0; d < HALF_DIRECTIONS; d++)
        assert_int_equal(half_from_float(x, (enum half_direction) d),
                         want(x, (enum half_direction) d));
    assert_int_equal(half_handbook(x), want(x, HALF_RNE));
}

// Each half, the middle to the next, and the floats beside both; of both signs.
static void boundaries(void **state)
{
    for (uint32_t h = 0; h < 0x7c00; h++) {
        uint32_t x = (uint32_t) fp_convert(FP_BINARY16, FP_BINARY32, FP_RNE, h);
        uint32_t next = h + 1 < 0x7c00 ? (uint32_t) fp_convert(FP_BINARY16, FP_BINARY32,
                                                               FP_RNE, h + 1)
                                       : 0x47800000;
        float middle = (fp_from_bits(x) + fp_from_bits(next)) / 2;

        for (uint32_t sign = 0; sign < 2; sign++)
            for (int d = -1; d <= 1; d++) {
                look(((x + (uint32_t) d) & 0x7fffffff) | sign << 31);
                look((fp_bits(middle) + (uint32_t) d) | sign << 31);
            }
    }
}

static void ends(void **state)
{
    static const uint32_t values[] = {
        0,          1,          0x7fffff,   0x800000,   0x32ffffff, 0x33000000,
        0x33000001, 0x337fffff, 0x33800000, 0x387fffff, 0x38800000, 0x477fefff,
        0x477ff000, 0x477fffff, 0x47800000, 0x7f7fffff, 0x7f800000, 0x7f800001,
        0x7fbfffff, 0x7fc00000, 0x7fffffff,
    };

    for (size_t i = 0; i < COUNT_OF(values); i++) {
        look(values[i]);
        look(values[i] | 0x80000000);
    }
    assert_int_equal(half_handbook(0x477ff000), 0x7c00); // 65520
    assert_int_equal(half_handbook(0x477fefff), 0x7bff);
    assert_int_equal(half_handbook(0x33000000), 0); // 2^-25
    assert_int_equal(half_handbook(0x33000001), 1);
    assert_int_equal(half_handbook(0x38800000), 0x0400); // 2^-14, the first normal half
    assert_int_equal(half_handbook(0x387fe000),
                     0x0400); // a tie, to even: rounded up to it
    assert_int_equal(half_handbook(0x387fdfff), 0x03ff);
    assert_int_equal(half_handbook(0xffc00000), 0x7fff);
}

// Converts the floats [first, first + 8 * count) with F16C: numbers as the integers do,
// and a NaN to a NaN.
static void check_f16c(uint32_t first, uint64_t count)
{
    uint32_t x[8], got[8];

    for (uint64_t i = 0; i < count; i++, first += 8)
        for (int d = 0; d < HALF_DIRECTIONS; d++) {
            for (uint32_t k = 0; k < 8; k++)
                x[k] = first + k;
            half_f16c_convert(x, got, 8, (enum half_direction) d);
            for (int k = 0; k < 8; k++) {
                bool nan = (x[k] & 0x7fffffff) > 0x7f800000;

                assert_true(nan ? (got[k] & 0x7fff) > 0x7c00
                                : got[k] ==
                                      half_from_float(x[k], (enum half_direction) d));
            }
        }
}

// Both ends of every binade of both signs.
static void f16c_is_the_same(void **state)
{
    if (!half_f16c())
        skip();
    for (uint32_t top = 0; top < 512; top++) {
        check_f16c(top << 23, 128);
        check_f16c((top << 23) + 0x7ffc00, 128);
    }
}

static void every_float(void **state)
{
    for (uint64_t x = 0; x < UINT64_C(1) << 32; x++) {
        uint32_t bits = (uint32_t) x;

        if (half_handbook(bits) != half_from_float(bits, HALF_RNE))
            fail_msg("0x%08x: got 0x%04x want 0x%04x", bits, half_handbook(bits),
                     half_from_float(bits, HALF_RNE));
        if (x % 257 == 0)
            look(bits);
    }
    if (half_f16c())
        check_f16c(0, UINT64_C(1) << 29);
}

TEST_GROUP(half_convert)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boundaries),
        cmocka_unit_test(ends),
        cmocka_unit_test(f16c_is_the_same),
    };
    const struct CMUnitTest exhaustive[] = { cmocka_unit_test(every_float) };

    if (group_every)
        return cmocka_run_group_tests(exhaustive, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

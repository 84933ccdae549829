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

static void counts(void **state)
{
    struct half_seen seen = { .first = UINT32_MAX }, other = { .first = UINT32_MAX };

    half_count(&seen, 0x3f800000, 0x3c00, HALF_RNE);
    half_count(&seen, 0x7fc00000, 0x7fff, HALF_RNE);
    half_count(&seen, 0xffc02000, 0xfe01, HALF_RNE);
    assert_true(seen.inputs == 1 && seen.equal == 1 && seen.nan == 2);
    assert_true(seen.nan_default == 1 && seen.nan_payload == 1);
    assert_true(seen.first == UINT32_MAX);
    half_count(&other, 0x7fc00000, 0x7e01, HALF_RNE);
    half_count(&other, 0x7fc00001, 0x7c00, HALF_RNE);
    assert_true(other.nan_other == 1 && other.nan_lost == 1 && other.first == 0x7fc00000);
    half_count(&other, 0x3f800000, 0x3c01, HALF_RNE);
    assert_true(other.differ == 1 && other.first == 0x3f800000);
    assert_true(other.inputs == 1 && other.nan == 2 && other.first_got == 0x3c01);
}

// Blocks of every binade: the fast comparison, and that it counts what is there.
static void f16c_is_the_same(void **state)
{
    if (!half_f16c())
        skip();
    for (int d = 0; d < HALF_DIRECTIONS; d++) {
        struct half_seen seen = { .first = UINT32_MAX };
        uint64_t floats = 0, nan = 0;

        for (uint32_t top = 0; top < 512; top++) {
            half_f16c_check(top << 23, 8192, (enum half_direction) d, &seen);
            half_f16c_check((top << 23) + 0x7fe000, 8192, (enum half_direction) d, &seen);
            floats += 16384;
            nan += (top & 0xff) == 0xff ? 16384 : 0;
        }
        nan -= 2; // the infinities
        assert_true(seen.differ == 0 && seen.first == UINT32_MAX);
        assert_true(seen.nan == nan && seen.inputs == floats - nan);
        assert_true(seen.equal == seen.inputs);
        // Where the payload is all ones the two are the same NaN.
        assert_true(seen.nan_payload + seen.nan_default == nan &&
                    seen.nan_default == 8192);
    }
}

// The vectors' integers, not F16C alone: a wrong direction is seen in every binade that a
// half rounds in.
static void f16c_is_seen_to_differ(void **state)
{
    if (!half_f16c())
        skip();
    for (uint32_t e = 103; e < 143; e++) {
        uint32_t x[8], got[8];
        struct half_seen seen = { .first = UINT32_MAX };

        for (uint32_t i = 0; i < 8; i++)
            x[i] = (e << 23) + i + 1;
        half_f16c_convert(x, got, 8, HALF_RUP);
        for (uint32_t i = 0; i < 8; i++)
            half_count(&seen, x[i], got[i], HALF_RTZ);
        assert_int_equal(seen.differ, 8);
        assert_int_equal(seen.first, x[0]);
    }
}

// The comparison of blocks finds them equal in one direction. It sees a difference from
// every other direction in each binade in which a half rounds, with either sign, at any
// place of the block.
static void blocks_are_compared(void **state)
{
    if (!half_f16c())
        skip();
    for (uint32_t e = 0; e < 255; e++)
        for (int pair = 0; pair < HALF_DIRECTIONS * HALF_DIRECTIONS * 2; pair++) {
            enum half_direction got = (enum half_direction)(pair / 2 % HALF_DIRECTIONS);
            enum half_direction with = (enum half_direction)(pair / 2 / HALF_DIRECTIONS);
            uint32_t first = (uint32_t) (pair % 2) << 31 | e << 23;
            bool same = true;

            for (uint32_t i = 0; i < 65536; i += 1024) {
                uint32_t x = first + i * 127;

                for (uint32_t k = 0; same && k < 8; k++)
                    same = half_from_float(x + k, got) == half_from_float(x + k, with);
                if (half_f16c_same(x, 8, got, with) != same)
                    fail_msg("0x%08x: %s with %s", x, half_direction_name(got),
                             half_direction_name(with));
                same = true;
            }
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
    for (int d = 0; half_f16c() && d < HALF_DIRECTIONS; d++) {
        struct half_seen seen = { .first = UINT32_MAX };

        half_f16c_check(0, UINT64_C(1) << 32, (enum half_direction) d, &seen);
        assert_true(seen.differ == 0 && seen.nan_other == 0 && seen.nan_lost == 0);
        assert_true(seen.inputs == UINT64_C(0xff000002));
    }
}

TEST_GROUP(half_convert)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boundaries),
        cmocka_unit_test(ends),
        cmocka_unit_test(counts),
        cmocka_unit_test(f16c_is_the_same),
        cmocka_unit_test(f16c_is_seen_to_differ),
        cmocka_unit_test(blocks_are_compared),
    };
    const struct CMUnitTest exhaustive[] = { cmocka_unit_test(every_float) };

    if (group_every)
        return cmocka_run_group_tests(exhaustive, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

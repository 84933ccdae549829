// SPDX-License-Identifier: MIT
//
// Halves to floats and back, floats to the bytes of a target: every code, every
// threshold. The host's floats make the other converters.

#include "base/fp.h"
#include "probe/shared/half.h"
#include "tests/probe/inquiry.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "conversions" };

enum { THRESHOLDS, LEVELS, BELOW, ABOVE, INFINITE, NOT_A_NUMBER, LINE_COUNT };

enum change {
    UNTOUCHED, // what the fake answered
    AS_IT_IS,
    WITHOUT_SUBNORMALS,
    BUT_ONE,
    ONE_CODE_FOR_NAN,
    NAN_IS_A_NUMBER,
};

// Returns the result of a device with this change, where the right result of the code is
// `got`: a half, or its number.
static uint32_t changed(enum change change, uint32_t code, uint32_t got)
{
    bool is_nan = (code & 0x7fff) > 0x7c00, wide = got >> 16;

    switch (change) {
    case WITHOUT_SUBNORMALS:
        return code & 0x7c00 ? got : got & (wide ? 0x80000000 : 0x8000);
    case BUT_ONE: return got ^ (code == 0xd678);
    case ONE_CODE_FOR_NAN: return !is_nan ? got : wide ? 0x7fffffff : 0x7fff;
    case NAN_IS_A_NUMBER: return is_nan ? 0 : got;
    default: return got;
    }
}

// Every code of a line of half_codes, as the device has it.
static const struct finding *codes(int line, enum change change)
{
    struct inquiry *all = inquiry_ask("half_codes", line, look_traits(24, FP_RNE));

    for (size_t at = 0; change != UNTOUCHED && at < all->count; at++) {
        uint32_t word = (uint32_t) all->in[0][at], pair[2];

        for (int k = 0; k < 2; k++) {
            uint32_t code = word >> 16 * k & 0xffff;

            pair[k] = changed(change, code, line ? code : half_unpack(code));
        }
        all->got[0][at] = line ? pair[1] << 16 | pair[0] : pair[0];
        all->got[1][at] = line ? pair[0] << 16 | pair[1] : pair[1];
    }
    return inquiry_judge(all);
}

static void expect_codes(int line, enum change change, const char *answer, long agree,
                         bool deviates)
{
    const struct finding *finding = codes(line, change);

    assert_string_equal(said_answer(finding), answer);
    assert_int_equal(finding->agree, agree);
    assert_int_equal(finding->deviates, deviates);
}

TEST(each_code_once)
{
    static bool seen[65536];
    struct inquiry *all = inquiry_ask("half_codes", 0, look_traits(24, FP_RNE));

    assert_int_equal(all->count, 32768);
    for (size_t i = 0; i < 2 * all->count; i++) {
        uint32_t code = (uint32_t) all->in[0][i / 2] >> 16 * (i % 2) & 0xffff;

        assert_false(seen[code]);
        seen[code] = true;
    }
}

// The way back is asked twice, with the components exchanged.
TEST(exchanged)
{
    struct inquiry *all = inquiry_ask("half_codes", 1, look_traits(24, FP_RNE));

    all->got[1][0x1234] ^= 1;
    assert_string_equal(said_answer(inquiry_judge(all)), "1 of 65536 wrong");
    assert_true(all->finding.deviates && !all->reproduced);
}

TEST(all_codes)
{
    expect_codes(0, UNTOUCHED, "all numbers exact, NaN made quiet", 32768, false);
    for (int line = 0; line < 2; line++) {
        assert_false(codes(line, UNTOUCHED)->deviates);
        expect_codes(line, WITHOUT_SUBNORMALS, "subnormals flushed", 32768 - 1023, true);
        expect_codes(line, BUT_ONE, "1 of 65536 wrong", 32767, true);
        assert_non_null(strstr(said_detail(codes(line, BUT_ONE)), "1 normals wrong"));
        expect_codes(line, ONE_CODE_FOR_NAN, "all numbers exact, NaN payload changed",
                     32768, false);
        expect_codes(line, NAN_IS_A_NUMBER, "2046 of 65536 wrong", 32768 - 1023, true);
    }
    expect_codes(1, AS_IT_IS, "all 65536 exact", 32768, false);
}

// Samples on both sides of each threshold, an ulp or two from it.
TEST(each_threshold_is_bracketed)
{
    struct inquiry *all = inquiry_ask("unorm8", THRESHOLDS, look_traits(24, FP_RNE));

    for (int k = 0; k < 255; k++) {
        double threshold = (2 * k + 1) / 510.0, low = 0, high = 1;

        for (size_t i = 0; i < all->count; i++) {
            double x = (double) fp_from_bits((uint32_t) all->in[0][i]);

            low = x < threshold && x > low ? x : low;
            high = x > threshold && x < high ? x : high;
        }
        assert_true(threshold - low < 0x1p-23 && high - threshold < 0x1p-23);
    }
}

static unsigned clamped(double byte)
{
    return byte < 0 || isnan(byte) ? 0 : byte > 255 ? 255 : (unsigned) byte;
}

static double volatile_sum(float a, float b)
{
    volatile float sum = a + b;

    return (double) sum;
}

static float volatile_product(float a, float b)
{
    volatile float product = a * b;

    return product;
}

enum target {
    CHOPPED,
    LIFTED,
    PRODUCT,
    FLOOR_OF_SUM,
    TIES_DOWN,
    BESIDE, // thresholds 8/65536 beside, and for one byte 15
    BACK_AGAIN,
    TWO_MORE,
    NAN_IS_WHITE,
    WRAPS,
};

static unsigned byte_of(enum target target, float x)
{
    double level = 255 * (double) x;
    bool far = x > 100.0f / 255 && x < 101.0f / 255;

    switch (target) {
    case CHOPPED: return clamped(level);
    case LIFTED: return clamped(ceil(level));
    case PRODUCT: return clamped(nearbyint((double) volatile_product(x, 255)));
    case FLOOR_OF_SUM: return clamped(volatile_sum(volatile_product(x, 255), 0.5f));
    case TIES_DOWN: return clamped(ceil(level - 0.5));
    case BESIDE: return clamped(255 * ((double) x - (far ? 15 : 8) / 65536.0) + 0.5);
    case BACK_AGAIN: return clamped(level + 0.5) - (x > 0.70005f && x < 0.7001f);
    case TWO_MORE: return clamped(level + 2.5);
    case NAN_IS_WHITE: return isnan(x) ? 255 : clamped(level + 0.5);
    case WRAPS: return x >= 256 ? 0 : clamped(level + 0.5);
    }
    return 0;
}

static const struct {
    enum target target;
    int line;
    const char *answer;
    bool deviates;
} targets[] = {
    { CHOPPED, THRESHOLDS, "truncates", false },
    { CHOPPED, LEVELS, "exact", false },
    { LIFTED, LEVELS, "not exact", false },
    { LIFTED, THRESHOLDS, "rounds up", false },
    { PRODUCT, THRESHOLDS, "nearest of 255 x in binary32, within 0.0...", false },
    { PRODUCT, LEVELS, "exact", false },
    { FLOOR_OF_SUM, THRESHOLDS, "floor(255 x + 0.5) in binary32, within 0.0...", false },
    { TIES_DOWN, THRESHOLDS, "nearest, within 0.0...", false },
    { BESIDE, THRESHOLDS, "nearest, off by up to 15/65536", false },
    { BACK_AGAIN, THRESHOLDS, "not monotone", false },
    { TWO_MORE, THRESHOLDS, "other", true },
    { TWO_MORE, BELOW, "not clamped", true },
    { TWO_MORE, ABOVE, "clamped", false },
    { NAN_IS_WHITE, NOT_A_NUMBER, "255", false },
    { NAN_IS_WHITE, INFINITE, "clamped", false },
    { WRAPS, ABOVE, "not clamped", true },
    { WRAPS, INFINITE, "not clamped", true },
};

TEST(targets_found)
{
    for (size_t i = 0; i < COUNT_OF(targets); i++) {
        struct inquiry *all =
            inquiry_ask("unorm8", targets[i].line, look_traits(24, FP_RNE));

        for (size_t at = 0; at < all->count; at++)
            all->got[0][at] =
                byte_of(targets[i].target, fp_from_bits((uint32_t) all->in[0][at]));
        look_expect(inquiry_judge(all), targets[i].answer, targets[i].deviates);
    }
}

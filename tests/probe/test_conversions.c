// SPDX-License-Identifier: MIT
//
// Halves to floats and back, floats to the bytes of a target: every code, every
// threshold. The bytes of a fake are held against whole-number arithmetic, other rules
// are made with the host's floats. Then every conversion of a device without a defect,
// in each format: nothing may depart.

#include "probe/shared/half.h"
#include "tests/probe/inquiry.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { THRESHOLDS, LEVELS, BELOW, ABOVE, INFINITE, NOT_A_NUMBER, LINE_COUNT };

static struct traits rne(void)
{
    return TRAITS_NONE(((struct fp_model){ .format = FP_BINARY32 }));
}

// Every code of a line of half_codes, as the device has it.
static struct finding codes(int line, uint32_t (*change)(uint32_t code, uint32_t got))
{
    struct inquiry *all = inquiry_ask("half_codes", line, rne());
    struct finding finding;
    struct traits found;

    for (size_t at = 0; change && at < all->count; at++) {
        uint32_t word = (uint32_t) all->in[0][at], pair[2];

        for (int k = 0; k < 2; k++) {
            uint32_t code = word >> 16 * k & 0xffff;

            pair[k] = change(code, line ? code : half_unpack(code));
        }
        all->got[0][at] = line ? pair[1] << 16 | pair[0] : pair[0];
        all->got[1][at] = line ? pair[0] << 16 | pair[1] : pair[1];
    }
    inquiry_judge(all, &finding, &found);
    return finding;
}

static uint32_t as_it_is(uint32_t code, uint32_t got)
{
    (void) code;
    return got;
}

static uint32_t without_subnormals(uint32_t code, uint32_t got)
{
    return code & 0x7c00 ? got : got & (got >> 16 ? 0x80000000 : 0x8000);
}

static uint32_t but_one(uint32_t code, uint32_t got)
{
    return got ^ (code == 0xd678);
}

static uint32_t one_code_for_nan(uint32_t code, uint32_t got)
{
    if ((code & 0x7fff) <= 0x7c00)
        return got;
    return got >> 16 ? 0x7fffffff : 0x7fff;
}

static uint32_t nan_is_a_number(uint32_t code, uint32_t got)
{
    return (code & 0x7fff) > 0x7c00 ? 0 : got;
}

static void each_code_once(void **state)
{
    (void) state;
    static bool seen[65536];
    struct inquiry *all = inquiry_ask("half_codes", 0, rne());

    assert_int_equal(all->count, 32768);
    for (size_t i = 0; i < 2 * all->count; i++) {
        uint32_t code = (uint32_t) all->in[0][i / 2] >> 16 * (i % 2) & 0xffff;

        assert_false(seen[code]);
        seen[code] = true;
    }
}

// The way back is asked twice, with the components exchanged.
static void exchanged(void **state)
{
    (void) state;
    struct inquiry *all = inquiry_ask("half_codes", 1, rne());
    struct finding finding;
    struct traits found;

    all->got[1][0x1234] ^= 1;
    assert_false(inquiry_judge(all, &finding, &found));
    assert_string_equal(finding.answer, "1 of 65536 wrong");
    assert_true(finding.departs);
}

static void all_codes(void **state)
{
    (void) state;
    struct finding finding = codes(0, NULL);
    assert_string_equal(finding.answer, "all numbers exact, NaN made quiet");
    for (int line = 0; line < 2; line++) {
        assert_false(codes(line, NULL).departs);
        finding = codes(line, without_subnormals);
        assert_string_equal(finding.answer, "subnormals flushed");
        assert_true(finding.departs && finding.agree == 32768 - 1023);
        finding = codes(line, but_one);
        assert_string_equal(finding.answer, "1 of 65536 wrong");
        assert_true(finding.departs && finding.agree == 32767);
        assert_non_null(strstr(finding.detail, "1 normals wrong"));
        finding = codes(line, one_code_for_nan);
        assert_string_equal(finding.answer, "all numbers exact, NaN payload changed");
        assert_false(finding.departs);
        finding = codes(line, nan_is_a_number);
        assert_string_equal(finding.answer, "2046 of 65536 wrong");
        assert_true(finding.departs);
    }
    assert_string_equal(codes(1, as_it_is).answer, "all 65536 exact");
}

// The byte nearest to 255 x, in whole numbers: x is m 2^-e, and 2 * 255 m + 2^e over
// 2^(e+1) its place. A tie, 1/2 alone, goes up, which is even.
static unsigned nearest(uint32_t bits)
{
    uint32_t field = bits >> 23 & 255;
    fp_u128 m = (bits & 0x7fffff) | 0x800000;
    int e = 150 - (int) field;

    if (bits >> 31 || field < 127 - 12 || bits > 0x7f800000)
        return 0;
    if (field >= 127)
        return 255;
    return (unsigned) ((510 * m + ((fp_u128) 1 << e)) >> (e + 1));
}

static void bytes_are_nearest(void **state)
{
    (void) state;
    for (int line = 0; line < LINE_COUNT; line++) {
        struct inquiry *all = inquiry_ask("unorm8", line, rne());

        for (size_t i = 0; i < all->count; i++)
            if (all->got[0][i] != nearest((uint32_t) all->in[0][i]))
                fail_msg("0x%08x: got %u want %u", (unsigned) all->in[0][i],
                         (unsigned) all->got[0][i], nearest((uint32_t) all->in[0][i]));
    }
}

// Samples on both sides of each threshold, an ulp or two from it.
static void each_threshold_is_bracketed(void **state)
{
    (void) state;
    struct inquiry *all = inquiry_ask("unorm8", THRESHOLDS, rne());

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

static unsigned chopped(float x)
{
    return clamped(255 * (double) x);
}

static unsigned lifted(float x)
{
    return clamped(ceil(255 * (double) x));
}

static unsigned product(float x)
{
    volatile float scaled = x * 255.0f;

    return clamped(nearbyint((double) scaled));
}

static unsigned floor_of_sum(float x)
{
    volatile float scaled = x * 255.0f;
    volatile float sum = scaled + 0.5f;

    return clamped((double) sum);
}

static unsigned ties_down(float x)
{
    return clamped(ceil(255 * (double) x - 0.5));
}

// Thresholds 8/65536 beside, and for one byte 15.
static unsigned beside(float x)
{
    bool far = x > 100.0f / 255 && x < 101.0f / 255;

    return clamped(255 * ((double) x - (far ? 15 : 8) / 65536.0) + 0.5);
}

static unsigned back_again(float x)
{
    return clamped(255 * (double) x + 0.5) - (x > 0.70005f && x < 0.7001f);
}

static unsigned two_more(float x)
{
    return clamped(255 * (double) x + 2.5);
}

static unsigned nan_is_white(float x)
{
    return isnan(x) ? 255 : clamped(255 * (double) x + 0.5);
}

static unsigned wraps(float x)
{
    return x >= 256 ? 0 : clamped(255 * (double) x + 0.5);
}

static const struct {
    unsigned (*byte)(float x);
    int line;
    const char *answer; // its beginning
    bool departs;
} targets[] = {
    { chopped, THRESHOLDS, "truncates", false },
    { chopped, LEVELS, "exact", false },
    { lifted, LEVELS, "not exact", false },
    { lifted, THRESHOLDS, "rounds up", false },
    { product, THRESHOLDS, "nearest of 255 x in binary32, within 0.0", false },
    { product, LEVELS, "exact", false },
    { floor_of_sum, THRESHOLDS, "floor(255 x + 0.5) in binary32, within 0.0", false },
    { ties_down, THRESHOLDS, "nearest, within 0.0", false },
    { beside, THRESHOLDS, "nearest, off by up to 15/65536", false },
    { back_again, THRESHOLDS, "not monotone", false },
    { two_more, THRESHOLDS, "other", true },
    { two_more, BELOW, "not clamped", true },
    { two_more, ABOVE, "clamped", false },
    { nan_is_white, NOT_A_NUMBER, "255", false },
    { nan_is_white, INFINITE, "clamped", false },
    { wraps, ABOVE, "not clamped", true },
    { wraps, INFINITE, "not clamped", true },
};

static void targets_found(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof(targets) / sizeof(*targets); i++) {
        struct inquiry *all = inquiry_ask("unorm8", targets[i].line, rne());
        struct finding finding;
        struct traits found;

        for (size_t at = 0; at < all->count; at++)
            all->got[0][at] = targets[i].byte(fp_from_bits((uint32_t) all->in[0][at]));
        inquiry_judge(all, &finding, &found);
        if (strncmp(finding.answer, targets[i].answer, strlen(targets[i].answer)) != 0)
            fail_msg("case %zu: got %s want %s", i, finding.answer, targets[i].answer);
        assert_int_equal(finding.departs, targets[i].departs);
    }
}

// Whole numbers too: the five probes of this topic.
static void sound_devices(void **state)
{
    (void) state;
    static const char *const probes[] = { "pack_half", "half_codes", "half_target",
                                          "unorm8", "integers" };
    static const int ranges[] = { 15, 127 };
    struct finding findings[LINES_MAX];

    for (int p = 11; p <= 24; p++) {
        for (int i = 0; i < 10; i++) {
            struct fp_model model = { .format = { p, ranges[i % 2] } };
            const struct probe *probe = probe_find(probes[i / 2]);

            inquiry_all(probes[i / 2], TRAITS_NONE(model), findings);
            for (int line = 0; line < probe->lines->count; line++)
                if (findings[line].departs ||
                    findings[line].agree != findings[line].cases)
                    fail_msg("%s, p = %d, emax = %d: %s: %s", probes[i / 2], p,
                             ranges[i % 2], findings[line].line, findings[line].answer);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_code_once),
        cmocka_unit_test(all_codes),
        cmocka_unit_test(exchanged),
        cmocka_unit_test(bytes_are_nearest),
        cmocka_unit_test(each_threshold_is_bracketed),
        cmocka_unit_test(targets_found),
        cmocka_unit_test(sound_devices),
    };
    return cmocka_run_group_tests_name("conversions", tests, NULL, NULL);
}

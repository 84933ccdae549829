// SPDX-License-Identifier: MIT
//
// The width of integers. What a fake of n bits answers is held against exact numbers in
// 64 bits, taken modulo 2^n; then each width, and each claim that is more, must be told.

#include "base/fp_bits.h"
#include "probe/shared/integer.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "integer_width" };

#define COLUMNS 32

extern const struct probe probe_integer_width;
static const struct probe *const probe = &probe_integer_width;

enum { LEFT = 2, RIGHT = 3, FIRST_UINT = 5, BARE = 9, BARE_SHIFTED = 10, WANG = 11 };

static struct probe_params integers_of(enum precision precision)
{
    return look_params(precision, FORM_PLAIN, FP_BINARY32);
}

static struct traits of_bits(int bits)
{
    struct traits traits = look_traits(24, FP_RNE);

    traits.integer_bits = bits;
    return traits;
}

static const struct finding *see(enum precision precision, int bits, int claimed)
{
    const struct facts_claim claim = { 127, 127, 23, claimed };
    struct probe_params params = integers_of(precision);
    struct traits traits = of_bits(bits);
    struct pixels pixels;

    look_paint(probe, &params, &traits, &pixels);
    const struct finding *findings = look_judge(probe, &params, &claim, &pixels);

    pixels_finish(&pixels);
    return findings;
}

static bool is_int(int line)
{
    return line < FIRST_UINT || line == BARE;
}

// A number modulo 2^bits, in [0, 2^bits) or with a sign.
static int64_t modulo(int line, int bits, int64_t number)
{
    int64_t places = (int64_t) 1 << bits, rest = number % places;

    if (rest < 0)
        rest += places;
    return is_int(line) && rest >= places / 2 ? rest - places : rest;
}

static int64_t floored(int64_t a, int places)
{
    int64_t by = (int64_t) 1 << places, quotient = a / by;

    return quotient - (quotient * by > a);
}

// Shifts by less than 8, which no width changes, and those by 16.
static bool by_hand(int line, int bits, int64_t a, int64_t b, int64_t *out)
{
    a = modulo(line, bits, a);
    b = modulo(line, bits, b);
    switch (line) {
    case 0:
    case 5:
    case BARE: *out = a * b; break;
    case 1: *out = a + b; break;
    case LEFT: *out = a * ((int64_t) 1 << (b & 7)); return b < 8;
    case RIGHT: *out = floored(a, (int) (b & 7)); return b < 8;
    case 6:
    case BARE_SHIFTED:
        *out = floored(modulo(line, bits, a * b), bits > 16 ? 16 : 0);
        break;
    case 8: *out = a % b; break;
    default: *out = a / b;
    }
    return true;
}

// Returns how many cases were held against the exact numbers.
static int check_line(int line, int bits)
{
    struct probe_params params = integers_of(PRECISION_MEDIUMP);
    uint64_t in[PROBE_OPERANDS], words[COLUMNS], *const out[] = { words };
    struct traits traits = of_bits(bits);
    int held = 0;
    int64_t want;

    look_answers(probe, &params, &traits, line, out);
    for (int at = 0; at < COLUMNS; at++) {
        probe->expressions->operand(&params, line, at, in);
        double a = (double) fp_from_bits((uint32_t) in[0]);
        double b = (double) fp_from_bits((uint32_t) in[1]);

        assert_true(a == (double) (int64_t) a && b == (double) (int64_t) b);
        assert_true(is_int(line) ? a >= -0x1p31 && a < 0x1p31 : a >= 0 && a < 0x1p32);
        if (!by_hand(line, bits, (int64_t) a, (int64_t) b, &want))
            continue;
        held++;
        want = modulo(line, bits, want);
        if ((uint32_t) words[at] != (uint32_t) want)
            fail_msg("%s, %d bits, %g %g: got 0x%08x want 0x%08x",
                     probe->expressions->names[line], bits, a, b, (unsigned) words[at],
                     (unsigned) want);
    }
    return held;
}

TEST(words_by_hand)
{
    int held = 0;

    for (int bits = 9; bits <= 32; bits++)
        for (int line = 0; line < WANG; line++)
            held += check_line(line, bits);
    assert_int_equal(held, 24 * (9 * COLUMNS + 2 * 8));
}

// The hashes with C's own integers of 32 bits and of 16.
#define HASHES(TYPE, MASK)                                                \
    static uint32_t wang_##TYPE(TYPE x)                                   \
    {                                                                     \
        x = (TYPE) (x ^ 61 ^ (x >> (16 & MASK)));                         \
        x = (TYPE) (x * 9u);                                              \
        x = (TYPE) (x ^ (x >> 4));                                        \
        x = (TYPE) (x * 0x27d4eb2du);                                     \
        return (TYPE) (x ^ (x >> 15));                                    \
    }                                                                     \
    static uint32_t pcg_##TYPE(TYPE x)                                    \
    {                                                                     \
        TYPE state = (TYPE) (x * 747796405u + 2891336453u);               \
        TYPE by = (TYPE) (((state >> (28 & MASK)) + 4) & MASK);           \
        TYPE word = (TYPE) ((TYPE) ((state >> by) ^ state) * 277803737u); \
        return (TYPE) ((word >> (22 & MASK)) ^ word);                     \
    }                                                                     \
    static uint32_t xxhash_##TYPE(TYPE x)                                 \
    {                                                                     \
        x = (TYPE) ((x ^ (x >> 15)) * 2246822519u);                       \
        x = (TYPE) ((x ^ (x >> 13)) * 3266489917u);                       \
        return (TYPE) (x ^ (x >> (16 & MASK)));                           \
    }
HASHES(uint32_t, 31)
HASHES(uint16_t, 15)

static uint32_t hash_of(int which, int bits, uint32_t x)
{
    uint16_t narrow = (uint16_t) x;

    switch (which) {
    case 0: return bits == 32 ? wang_uint32_t(x) : wang_uint16_t(narrow);
    case 1: return bits == 32 ? pcg_uint32_t(x) : pcg_uint16_t(narrow);
    default: return bits == 32 ? xxhash_uint32_t(x) : xxhash_uint16_t(narrow);
    }
}

TEST(hashes_of_the_host)
{
    struct probe_params params = integers_of(PRECISION_HIGHP);
    uint64_t in[PROBE_OPERANDS], words[COLUMNS], *const out[] = { words };

    for (int i = 0; i < 6; i++) {
        int which = i / 2, bits = i % 2 ? 16 : 32;
        struct traits traits = of_bits(bits);

        look_answers(probe, &params, &traits, WANG + which, out);
        for (int at = 0; at < COLUMNS; at++) {
            probe->expressions->operand(&params, WANG + which, at, in);
            uint32_t x = (uint32_t) fp_from_bits((uint32_t) in[0]);

            assert_int_equal(words[at], hash_of(which, bits, x));
        }
    }
    assert_int_equal(hash_of(0, 32, 0), 3232319850u); // Wang's hash of 0, as published
}

// Every width is told by products and sums, and by shifts of them.
TEST(widths_are_told)
{
    for (int bits = 9; bits < 32; bits++) {
        char words[16];
        const struct finding *findings = see(PRECISION_LOWP, bits, 0);

        snprintf(words, sizeof words, "in %d bits", bits);
        look_expect(&findings[0], words, false);
        look_expect(&findings[1], words, false);
        look_expect(&findings[FIRST_UINT], words, false);
        for (int line = 0; line < probe->expressions->count; line++)
            assert_false(findings[line].deviates);
        findings = see(PRECISION_MEDIUMP, bits, 0);
        look_expect(&findings[BARE], words, bits < 16);
        findings = see(PRECISION_HIGHP, bits, 0);
        for (int line = 0; line < WANG + 3; line++)
            if (line != BARE && line != BARE_SHIFTED)
                assert_true(findings[line].deviates);
    }
}

TEST(clean_integers_deviate_nowhere)
{
    for (int precision = PRECISION_HIGHP; precision <= PRECISION_LOWP; precision++)
        for (int claimed = 0; claimed <= 32; claimed += 16) {
            const struct finding *findings = see((enum precision) precision, 0, claimed);

            for (int line = 0; line < probe->expressions->count; line++)
                if (line != BARE && line != BARE_SHIFTED)
                    look_expect(&findings[line], "all 32 exact", false);
            look_expect(&findings[BARE],
                        precision == PRECISION_MEDIUMP ? "all 32 exact" : "unsupported",
                        false);
        }
}

// 300 * 300 and 40000 * 40000 in words, and a claim of more than there is.
TEST(claims_are_held)
{
    const struct finding *findings = see(PRECISION_MEDIUMP, 16, 16);

    assert_string_equal(said_detail(&findings[0]),
                        "claimed 16 bits: as claimed; 300 and 300 give 24464, not 90000");
    assert_string_equal(said_detail(&findings[6]),
                        "claimed 16 bits: as claimed; 40000 and 40000 give 4096, not "
                        "24414");
    assert_non_null(strstr(said_detail(&findings[WANG]), "1 different of 32"));
    for (int line = 0; line < probe->expressions->count; line++)
        assert_false(findings[line].deviates);
    findings = see(PRECISION_MEDIUMP, 16, 17);
    look_expect(&findings[0], "in 16 bits", true);
    assert_non_null(strstr(said_detail(&findings[0]), "worse than claimed; "));
    look_expect(&findings[6], "in 16 bits", true);
    look_expect(&findings[WANG], "in 16 bits", false);
    findings = see(PRECISION_HIGHP, 17, 32);
    look_expect(&findings[0], "in 17 bits", true);
    look_expect(&findings[WANG], "in 17 bits", true);
    findings = see(PRECISION_LOWP, 16, 9);
    look_expect(&findings[0], "in 16 bits", false);
    assert_non_null(strstr(said_detail(&findings[0]), "better than claimed; "));
}

// 46341 is 32767 then, and -360 stays: products of operands in range are as before.
TEST(operands_saturate)
{
    struct probe_params params = integers_of(PRECISION_MEDIUMP);
    struct traits traits = of_bits(16);
    struct pixels pixels;

    traits.integers_saturate = true;
    look_paint(probe, &params, &traits, &pixels);
    const struct finding *findings = look_judge(probe, &params, NULL, &pixels);

    assert_int_equal(*look_word(&pixels, 0, 7), 32767 * 32767 % 65536);
    assert_int_equal(*look_word(&pixels, 0, 6), 32760);
    assert_int_equal(*look_word(&pixels, FIRST_UINT, 5), 65535 * 255 % 65536);
    look_expect(&findings[0], "in 16 bits, operands saturate", false);
    look_expect(&findings[FIRST_UINT], "in 16 bits, operands saturate", false);
    look_expect(&findings[LEFT], "in 16 bits", false);
    look_expect(&findings[WANG], "in 16 bits", false);
    pixels_finish(&pixels);
}

// What no width explains is counted: it deviates where the numbers are in range.
TEST(wrong_answers_are_counted)
{
    struct probe_params params = integers_of(PRECISION_MEDIUMP);
    struct traits traits = of_bits(32);
    struct pixels pixels;

    look_paint(probe, &params, &traits, &pixels);
    *look_word(&pixels, 0, 4) ^= 2; // 15 * 17
    *look_word(&pixels, 1, 0) ^= 2; // 30000 + 30000
    const struct finding *findings = look_judge(probe, &params, NULL, &pixels);

    look_expect(&findings[0], "1 of 32 wrong", true);
    assert_non_null(strstr(said_detail(&findings[0]), "15 and 17 give 253, not 255"));
    look_expect(&findings[1], "1 of 32 wrong", false);
    pixels_finish(&pixels);
}

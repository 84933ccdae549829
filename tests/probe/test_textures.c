// SPDX-License-Identifier: MIT
//
// Samplers and textures of halves: each defect is found where it is.

#include "base/fp_bits.h"
#include "probe/shared/half.h"
#include "tests/probe/converted.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <stdlib.h>

static struct group this_group = { .name = "textures" };

#define COLUMNS   128
#define OF_HALVES 9

enum {
    FETCHED,
    SAMPLED,
    UNQUALIFIED,
    BYTES,
    SRGB,
    INTS,
    UINTS,
    HALVES,
    HALVES_UNQUALIFIED = 9,
    BYTES_SAMPLED,
    BYTES_UNQUALIFIED,
    SRGB_SAMPLED,
    SRGB_UNQUALIFIED,
    BYTE_INTS,
    SHORT_INTS = 16,
    NUMBERS = 18,
    NUMBERS_UNQUALIFIED,
    LINES,
};

extern const struct probe probe_sampler, probe_half_texture;

static const struct facts_claim claims_11 = { 15, 15, 10, 0 };

static const struct finding *see(const struct probe_params *params,
                                 const struct traits *traits,
                                 const struct facts_claim *claim)
{
    struct pixels pixels;

    look_paint(&probe_sampler, params, traits, &pixels);
    const struct finding *findings = look_judge(&probe_sampler, params, claim, &pixels);

    pixels_finish(&pixels);
    return findings;
}

static struct probe_params sampled(enum precision precision)
{
    return look_params(precision, FORM_PLAIN, FP_BINARY32);
}

static bool is_of_integers(int line)
{
    return line == INTS || line == UINTS || (line >= BYTE_INTS && line < NUMBERS);
}

static bool is_unqualified(int line)
{
    return line == UNQUALIFIED || line == HALVES_UNQUALIFIED ||
           line == BYTES_UNQUALIFIED || line == SRGB_UNQUALIFIED ||
           line == NUMBERS_UNQUALIFIED;
}

TEST(clean_samplers_deviate_nowhere)
{
    for (int p = 5; p <= 24; p++) {
        struct fp_model model = { .format = { p, 127 } };
        struct facts_claim claim = { 127, 127, p - 1, 0 };
        struct traits traits = TRAITS_NONE(model);
        struct probe_params params = sampled(PRECISION_HIGHP);
        const struct finding *findings = see(&params, &traits, &claim);

        for (int line = 0; line < LINES; line++) {
            assert_false(findings[line].deviates);
            if (line == FETCHED || line == SAMPLED)
                assert_int_equal(findings[line].answer[0].bits, p - 1);
            if (line == BYTES || line == SRGB || line == SRGB_SAMPLED)
                assert_true(p == 24 || abs(findings[line].answer[0].bits - p) <= 1);
        }
        for (int line = 0; line < LINES; line++) {
            if (is_unqualified(line))
                look_expect(&findings[line], "unsupported", false);
            if (is_of_integers(line) || (p >= 11 && line == HALVES))
                look_expect(&findings[line], "all 128 exact", false);
        }
        if (p < 24) {
            assert_true(said_is(&findings[NUMBERS], "whole-up-to"));
            assert_int_equal(findings[NUMBERS].answer[0].most, 1 << p);
        }
        if (p == 24)
            look_expect(&findings[SRGB], "all 128 exact", false);
    }
}

// The numbers that a list by hand has, of halves that truncate; and a claim of one bit
// more.
TEST(numbers_are_told)
{
    struct facts_claim claim = { 15, 15, 11, 0 };
    struct probe_params params = sampled(PRECISION_LOWP);
    struct traits traits = TRAITS_NONE(params.model);

    traits.half_samplers = true;
    traits.model.round = FP_RTZ;
    const struct finding *findings = see(&params, &traits, &claims_11);
    for (int line = NUMBERS; line <= NUMBERS_UNQUALIFIED; line++) {
        look_expect(&findings[line], "whole numbers up to 2048", false);
        assert_string_equal(said_detail(&findings[line]),
                            "1 + 2^-20 reads 1; 2049 reads 2048; 70000 reads 65504");
    }
    look_expect(&see(&params, &traits, &claim)[NUMBERS], "whole numbers up to 2048",
                true);
}

// Halves are what a sampler of halves has; their subnormals may be flushed.
TEST(halves_of_halves)
{
    for (int bits = 6; bits <= 12; bits++) {
        struct probe_params params = sampled(PRECISION_LOWP);
        struct fp_model model = { .format = { bits, bits > 10 ? 15 : 127 },
                                  .flush_in = true,
                                  .flush_out = true };
        struct traits traits = TRAITS_NONE(model);
        const struct finding *findings = see(&params, &traits, &claims_11);

        for (int line = HALVES; line <= HALVES_UNQUALIFIED; line++)
            if (bits > 10)
                look_expect(&findings[line], "all numbers exact, subnormals flushed",
                            false);
            else
                assert_true(findings[line].deviates);
        assert_true(bits > 10 || findings[HALVES].answer[0].bits == bits);
    }
}

// By hand: of 9 bits, and of the least and the most of them.
TEST(integers_are_those_of_the_precision)
{
    struct probe_params params = sampled(PRECISION_LOWP);
    struct traits traits = TRAITS_NONE(params.model);

    traits.integer_bits = 9;
    const struct finding *findings = see(&params, &traits, &claims_11);
    for (int line = 0; line < LINES; line++)
        if (is_of_integers(line))
            look_expect(&findings[line],
                        line >= BYTE_INTS && line < SHORT_INTS ? "all 128 exact"
                                                               : "in 9 bits",
                        false);
    traits.integers_saturate = true;
    findings = see(&params, &traits, &claims_11);
    look_expect(&findings[SHORT_INTS], "in 9 bits, saturates", false);
    params.precision = PRECISION_MEDIUMP;
    findings = see(&params, &traits, &claims_11);
    look_expect(&findings[SHORT_INTS], "in 9 bits, saturates", true);
    for (int at = 0; at < COLUMNS; at++) {
        double got = look_answer(&probe_sampler, &params, &traits, SHORT_INTS, at, 0);
        uint64_t words[PROBE_OPERANDS];

        probe_sampler.expressions->operand(&params, SHORT_INTS, at, words);
        int32_t x = (int32_t) (uint32_t) words[0];
        int32_t want = x > 255 ? 255 : x < -256 ? -256 : x;
        assert_int_equal(fp_bits((float) got), (uint32_t) want);
    }
}

// Integers without the bits that `mask` clears, with their sign where it leaves 16; and a
// byte that reads as the next one.
static const struct finding *see_spoilt(enum precision precision, uint32_t mask)
{
    struct probe_params params = sampled(precision);
    struct traits traits = TRAITS_NONE(params.model);
    struct pixels pixels;

    look_paint(&probe_sampler, &params, &traits, &pixels);
    for (int at = 0; at < COLUMNS; at++) {
        uint32_t *word = look_word(&pixels, INTS, at);

        *word &= mask;
        if (mask == 0xffff && *word & 0x8000)
            *word |= 0xffff0000;
        *look_word(&pixels, UINTS, at) &= mask;
    }
    *look_word(&pixels, BYTES, 77) = *look_word(&pixels, BYTES, 78);
    *look_word(&pixels, SRGB, 77) = *look_word(&pixels, SRGB, 78);
    const struct finding *findings =
        look_judge(&probe_sampler, &params, &claims_11, &pixels);

    pixels_finish(&pixels);
    return findings;
}

TEST(integers_lose_bits)
{
    for (int precision = PRECISION_HIGHP; precision <= PRECISION_LOWP; precision++) {
        bool deviates = precision == PRECISION_HIGHP;
        const struct finding *findings = see_spoilt((enum precision) precision, 0xffff);

        look_expect(&findings[INTS], "in 16 bits", deviates);
        look_expect(&findings[UINTS], "in 16 bits", deviates);
        look_expect(&findings[BYTES], "6 bits", true);
        look_expect(&findings[SRGB], "5 bits", true);
        look_expect(&findings[FETCHED], "23 bits, 2^-126 to 2^127", false);
        findings = see_spoilt((enum precision) precision, ~2u);
        for (int line = INTS; line <= UINTS; line++) {
            assert_true(findings[line].deviates);
            assert_true(said_is(&findings[line], "wrong"));
        }
    }
}

static void check_upload(const struct traits *traits, int line)
{
    struct probe_params params = sampled(PRECISION_HIGHP);
    struct fp_model half = { .format = FP_BINARY16, .round = traits->upload };

    for (int at = 0; at < HALF_CASES; at++) {
        double x[PROBE_OPERANDS];

        look_operands(&probe_half_texture, &params, line, at, x);
        assert_true(
            look_same(look_answer(&probe_half_texture, &params, traits, line, at, 0),
                      converted(&half, x[0])));
    }
}

TEST(uploads_are_told_by_rule)
{
    for (int rule = 0; rule <= FP_RO; rule++) {
        struct probe_params params = sampled(PRECISION_HIGHP);
        struct traits traits = TRAITS_NONE(params.model);

        traits.upload = (enum fp_round) rule;
        const struct finding *findings = look(&probe_half_texture, &params, &traits);
        for (int line = 0; line < probe_half_texture.expressions->count; line++) {
            if (line < HALF_INFINITY)
                check_upload(&traits, line);
            if (line == HALF_EXACT || line == OF_HALVES)
                look_expect(&findings[line], "exact", false);
            else if (line == HALF_SUBNORMALS || line >= HALF_INFINITY)
                look_expect(&findings[line], "kept", false);
        }
        assert_int_equal(findings[HALF_TIES].survivors, VERDICT_RULE(rule));
        assert_int_equal(findings[HALF_TIES].deviates, rule != FP_RNE);
    }
}

// A number that no half has, and subnormal halves that are flushed.
TEST(halves_that_are_changed)
{
    const struct look_spoil off = { .at = 3, .by = 1 };
    struct probe_params params = sampled(PRECISION_HIGHP);
    struct traits traits = TRAITS_NONE(params.model);
    struct pixels pixels;
    const struct finding *findings =
        look_spoilt(&probe_half_texture, &params, &traits, &off);

    for (int line = 0; line < probe_half_texture.expressions->count; line++)
        if (line != HALF_NAN && line != OF_HALVES + 3)
            assert_true(findings[line].deviates);
    look_paint(&probe_half_texture, &params, &traits, &pixels);
    for (int at = 0; at < HALF_CASES; at++)
        *look_word(&pixels, OF_HALVES + 1, at) &= 0x80000000;
    findings = look_judge(&probe_half_texture, &params, NULL, &pixels);
    look_expect(&findings[OF_HALVES + 1], "flushed", true);
    look_expect(&findings[OF_HALVES], "exact", false);
    pixels_finish(&pixels);
}

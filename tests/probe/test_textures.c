// SPDX-License-Identifier: MIT
//
// Samplers and textures of halves. What fakes read is held against long division in
// doubles, then each defect must be found where it is.

#include "base/fp_bits.h"
#include "probe/shared/half.h"
#include "tests/probe/converted.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "textures" };

#define COLUMNS   128
#define OF_HALVES 9

enum { FETCHED, SAMPLED, UNQUALIFIED, BYTES, SRGB, INTS, UINTS, LINES };

extern const struct probe probe_sampler, probe_half_texture;

static const struct facts_claim claims_24 = { 127, 127, 23, 0 };
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

// What the texel of an operand stands for, in a float.
static double texel(int line, uint64_t word)
{
    double c = (double) word / 255;

    if (line < BYTES)
        return (double) fp_from_bits((uint32_t) word);
    if (line == SRGB)
        c = c > 0.04045 ? pow((c + 0.055) / 1.055, 2.4) : c / 12.92;
    return (double) (float) c;
}

// Floats by the format alone; bytes, and bytes of sRGB, by their definition in doubles.
TEST(numbers_as_divided)
{
    struct probe_params params = sampled(PRECISION_LOWP);

    for (int p = 8; p <= 24; p += 4) {
        for (int rule = 0; rule <= FP_RO; rule++) {
            struct fp_model model = { .format = { p, 127 },
                                      .round = (enum fp_round) rule };
            struct traits traits = TRAITS_NONE(model);

            for (int i = 0; i < INTS * COLUMNS; i++) {
                int line = i / COLUMNS, at = i % COLUMNS;
                uint64_t words[PROBE_OPERANDS];

                probe_sampler.expressions->operand(&params, line, at, words);
                assert_true(
                    look_same(look_answer(&probe_sampler, &params, &traits, line, at, 0),
                              converted(&model, texel(line, words[0]))));
            }
        }
    }
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
            if (line == BYTES || line == SRGB)
                assert_true(p == 24 || abs(findings[line].answer[0].bits - p) <= 1);
        }
        look_expect(&findings[UNQUALIFIED], "unsupported", false);
        look_expect(&findings[INTS], "all 128 exact", false);
        look_expect(&findings[UINTS], "all 128 exact", false);
        if (p == 24)
            look_expect(&findings[SRGB], "all 128 exact", false);
    }
}

// Where a lowp or mediump sampler gives halves, that is as claimed, or worse.
TEST(halves_are_found)
{
    for (int precision = PRECISION_HIGHP; precision <= PRECISION_LOWP; precision++) {
        struct probe_params params = sampled((enum precision) precision);
        struct traits traits = TRAITS_NONE(params.model);

        traits.half_samplers = true;
        const struct finding *findings = see(&params, &traits, &claims_11);
        look_expect(&findings[FETCHED], "10 bits, 2^-14 to 2^15", false);
        look_expect(&findings[BYTES], "11 bits", false);
        findings = see(&params, &traits, &claims_24);
        for (int line = FETCHED; line <= UNQUALIFIED; line++)
            if (line != UNQUALIFIED || precision == PRECISION_LOWP)
                look_expect(&findings[line], "10 bits, 2^-14 to 2^15", true);
        look_expect(&findings[SRGB], "11 bits", false);
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
            assert_true(finding_is(&findings[line], FINDING_WRONG));
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

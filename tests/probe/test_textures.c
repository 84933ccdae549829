// SPDX-License-Identifier: MIT
//
// Samplers and textures of halves: the judge names results that no device
// without a defect gives.

#include "probe/shared/half.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

static struct group this_group = { .name = "textures" };

#define COLUMNS   128
#define OF_HALVES 9

enum { FETCHED, BYTES = 3, SRGB, INTS, UINTS, NUMBERS = 18, NUMBERS_UNQUALIFIED };

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

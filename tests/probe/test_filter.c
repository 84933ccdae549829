// SPDX-License-Identifier: MIT
//
// Filters. The judge finds each trait by its number of bits and its rule, and does not
// name what no trait explains.

#include "probe/expressions.h"
#include "probe/probe.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <stdio.h>

static struct group this_group = { .name = "filter" };

extern const struct probe probe_filter;

#define CASES 4096

enum {
    BYTES,
    SRGB,
    HALVES,
    FLOATS,
    FAR_BYTES,
    FAR_FLOATS,
    BYTE_LEVELS,
    FLOAT_LEVELS,
    SUM,
    OF_512,
    OF_4096,
    BYTES_OF_16384,
    FLOATS_OF_16384,
    LINES
};

static struct probe_params filter_params(void)
{
    return look_params(PRECISION_HIGHP, FORM_PLAIN, FP_BINARY32);
}

static struct traits none(void)
{
    return TRAITS_NONE(((struct fp_model){ .format = FP_BINARY32 }));
}

static double answer_at(const struct traits *traits, int line, int at)
{
    struct probe_params params = filter_params();

    return look_answer(&probe_filter, &params, traits, line, at, 0);
}

static const struct finding *find(const struct traits *traits)
{
    struct probe_params params = filter_params();

    return look(&probe_filter, &params, traits);
}

TEST(clean_filters_deviate_nowhere)
{
    for (int rule = 0; rule < FP_ROUND_COUNT; rule++) {
        struct traits traits = none();

        traits.model.format.precision = 24 - rule % 17;
        traits.model.round = (enum fp_round) rule;
        const struct finding *findings = find(&traits);
        for (int line = 0; line < LINES; line++)
            look_expect(&findings[line], line == SUM ? "a + w * (b - a)" : "exact",
                        false);
    }
}

// By whole numbers: `at` of 4,096 in steps of 4096 >> bits.
static int rounded(enum fp_round rule, int at, int bits)
{
    int step = 4096 >> bits, whole = at / step, rest = 2 * (at % step);
    bool up = false;

    switch (rule) {
    case FP_RNE: up = rest > step || (rest == step && whole % 2); break;
    case FP_RNA:
    case FP_RNU: up = rest >= step; break;
    case FP_RNZ:
    case FP_RND: up = rest > step; break;
    case FP_RNO: up = rest > step || (rest == step && whole % 2 == 0); break;
    case FP_RAZ:
    case FP_RUP: up = rest > 0; break;
    case FP_RO: up = rest > 0 && whole % 2 == 0; break;
    default: break;
    }
    return whole + up;
}

static int check_weights(const struct traits *traits, int line)
{
    int bits = traits->filter.bits, levels = 0;
    double before = -1;

    for (int at = 0; at < CASES; at++) {
        int weight = rounded(traits->filter.round, at, bits);
        double got = answer_at(traits, line, at);

        if (traits->filter.bytes && line == BYTES)
            assert_true(got == (double) (float) ((double) ((weight * 510 + (1 << bits)) >>
                                                           (bits + 1)) /
                                                 255));
        else
            assert_true(got == ldexp(weight, -bits));
        levels += got != before;
        before = got;
    }
    return levels;
}

static void check_found(const struct traits *traits)
{
    const struct finding *findings = find(traits);
    int rule = (int) traits->filter.round;
    char text[40];

    for (int line = BYTES; line <= FLOAT_LEVELS; line++) {
        bool bytes = line == FAR_BYTES || line == BYTE_LEVELS;

        snprintf(text, sizeof text, "%d levels, %d bits",
                 check_weights(traits, bytes ? BYTES : line), traits->filter.bits);
        look_expect(&findings[line], text, traits->filter.bits < 4);
        assert_true(findings[line].survivors & VERDICT_RULE(rule));
        assert_int_equal((findings[line].survivors & VERDICT_RULE(FP_RNE)) != 0,
                         rule == FP_RNE);
    }
}

TEST(bits_and_rules_are_found)
{
    for (int i = 0; i < 22; i += 2) { // each number of bits, each rule
        struct traits traits = none();

        traits.filter.bits = 1 + i / 2;
        traits.filter.round = (enum fp_round)(i % 11);
        traits.filter.bytes = i < 16;
        check_found(&traits);
    }
}

// 1/3, 1, 1/7 and 1/7 at centres 0 to 3; each step a float of this processor.
static float mixed_by_hand(enum traits_mix mix, int at)
{
    static const float texels[] = { 0x1.555556p-2f, 1, 0x1.24924ap-3f, 0x1.24924ap-3f };
    int a = 3 * at / CASES;
    volatile float w = (float) (3 * at % CASES) / CASES, rest = 1 - w;
    volatile float difference = texels[a + 1] - texels[a], product = w * difference;
    volatile float first = texels[a] * rest, second = texels[a + 1] * w;

    switch (mix) {
    case TRAITS_MIX_FUSED: return fmaf(w, difference, texels[a]);
    case TRAITS_MIX_TWO_PRODUCTS: return first + second;
    case TRAITS_MIX_ONCE:
        return (float) ((double) texels[a] +
                        (double) w * ((double) texels[a + 1] - (double) texels[a]));
    default: return texels[a] + product;
    }
}

TEST(mixes_are_found)
{
    static const char *const answers[] = {
        "a + w * (b - a)",
        "a + w * (b - a), fused",
        "a * (1 - w) + b * w",
        "rne",
    };

    for (int mix = 0; mix < TRAITS_MIX_COUNT; mix++) {
        struct traits traits = none();

        traits.filter.mix = (enum traits_mix) mix;
        for (int at = 0; at < CASES; at++)
            assert_true(answer_at(&traits, SUM, at) ==
                        (double) mixed_by_hand(traits.filter.mix, at));
        const struct finding *findings = find(&traits);

        look_expect(&findings[SUM], answers[mix], false);
        assert_int_equal(said_find(&findings[SUM], "unequal-texels") != NULL,
                         mix == TRAITS_MIX_TWO_PRODUCTS);
        for (int line = 0; line < LINES; line++)
            if (line != SUM)
                look_expect(&findings[line], "exact", false);
    }
}

// Where more bits may be kept, a mix that looks fused may be kept in these.
TEST(fused_or_kept)
{
    static const int known[] = { 64, VERDICT_INSIDE_UNKNOWN };
    struct probe_params params = filter_params();
    struct traits traits = none();

    traits.filter.mix = TRAITS_MIX_FUSED;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        params.inside_bits = known[i];
        look_expect(&look(&probe_filter, &params, &traits)[SUM],
                    "a + w * (b - a), fused or kept in more bits inside", false);
    }
}

// Positions are a finite set: where other bits by another rule give the same texels, the
// answer is "at least", and the rule of the device is among those that are left.
static const struct {
    int bits, line;
    const char *answer;
} unsure[] = {
    { 8, BYTES_OF_16384,
      "the next texel up to at least 0.00195 from its edge, at least 7 bits" },
    { 8, FLOATS_OF_16384,
      "the next texel up to at least 0.00195 from its edge, at least 7 bits" },
    { 10, OF_4096,
      "the next texel up to at least 0.000488 from its edge, at least 9 bits" },
    { 13, OF_512,
      "the next texel up to at least 6.1e-05 from its edge, at least 12 bits" },
    { 8, OF_4096, "the next texel up to at least 0.00195 from its edge, 8 bits" },
    { 9, OF_4096, "the next texel up to at least 0.000976 from its edge, 9 bits" },
    { 12, OF_512, "the next texel up to at least 0.000122 from its edge, 12 bits" },
};

TEST(bits_that_others_explain_too)
{
    for (size_t i = 0; i < COUNT_OF(unsure); i++) {
        struct traits traits = none();

        traits.filter.texel_bits = unsure[i].bits;
        look_expect(&find(&traits)[unsure[i].line], unsure[i].answer, false);
    }
}

// Every number of bits by every rule: no answer excludes the device that gave it.
TEST(no_answer_excludes_its_device)
{
    int told = 0;

    for (int i = 0; i < 13 * 11; i += group_every ? 1 : 9) {
        struct traits traits = none();
        int bits = 1 + i / 11;

        traits.filter.texel_bits = bits;
        traits.filter.round = (enum fp_round)(i % 11);
        const struct finding *findings = find(&traits);

        for (int line = OF_512; line < LINES; line++) {
            const struct finding *finding = &findings[line];
            const struct finding_remark *exact = said_find(finding, "bits"),
                                        *least = said_find(finding, "at-least-bits");

            if (said_is(finding, "exact"))
                continue;
            told++;
            assert_true(exact ? exact->bits == bits : least && least->bits <= bits);
            assert_true(finding->survivors & VERDICT_RULE(traits.filter.round));
            assert_true(!finding->deviates || bits < 4);
        }
    }
    assert_true(told > 30);
}

// Truncation to any number of bits begins no texel early or late.
TEST(truncated_texels_are_exact)
{
    struct traits traits = none();

    traits.filter.texel_bits = 1;
    traits.filter.round = FP_RTZ;
    const struct finding *findings = find(&traits);

    for (int line = OF_512; line < LINES; line++)
        look_expect(&findings[line], "exact", false);
}

// With case 77 of each line changed: by an ulp, or to a word.
static const struct finding *find_spoilt(const struct traits *traits, uint32_t to)
{
    struct probe_params params = filter_params();
    struct pixels pixels;

    look_paint(&probe_filter, &params, traits, &pixels);
    for (int line = 0; line < LINES; line++) {
        uint32_t *word = look_word(&pixels, 2 * line, 77); // two rows of cases a line

        *word = to ? to : *word + 1;
    }
    const struct finding *findings = look_judge(&probe_filter, &params, NULL, &pixels);

    pixels_finish(&pixels);
    return findings;
}

// Bytes that are an ulp off are the bytes that they are; what is off by more, not finite,
// or of another texel has no name.
TEST(what_is_not_understood)
{
    struct traits traits = none();

    traits.filter.bits = 8;
    traits.filter.bytes = true;
    const struct finding *findings = find_spoilt(&traits, 0);
    look_expect(&findings[BYTES], "256 levels, 8 bits", false);
    look_expect(&findings[FLOATS], "258 levels", false);
    look_expect(&findings[OF_512], "exact", false);
    look_expect(&findings[FLOATS_OF_16384], "1 of 4096 wrong", true);
    findings = find_spoilt(&traits, 0x7fc00000);
    for (int line = 0; line < LINES; line++)
        assert_true(findings[line].deviates);
    look_expect(&findings[BYTES], "257 levels", true);
    look_expect(&findings[OF_512], "1 of 4096 wrong", true);
}

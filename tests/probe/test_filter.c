// SPDX-License-Identifier: MIT
//
// Filters: the judge excludes no device that may have given the result, and does not name
// a result that no trait explains.

#include "base/fp_bits.h"
#include "probe/expressions.h"
#include "probe/probe.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>

static struct group this_group = { .name = "filter" };

extern const struct probe probe_filter;

enum {
    BYTES,
    FLOATS = 3,
    OF_512 = 9,
    OF_4096,
    BYTES_OF_16384,
    FLOATS_OF_16384,
    LINES,
    GATHER = LINES
};

static struct probe_params filter_params(void)
{
    return look_params(PRECISION_HIGHP, FORM_PLAIN, FP_BINARY32);
}

static struct traits none(void)
{
    return TRAITS_NONE(((struct fp_model){ .format = FP_BINARY32 }));
}

static const struct finding *find(const struct traits *traits)
{
    struct probe_params params = filter_params();

    return look(&probe_filter, &params, traits);
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

// The first of the four texels is the one of a position of 8 bits, and not of one of all
// bits. Bits of positions without a filter do not affect it.
TEST(gathered_texels)
{
    struct probe_params params = filter_params();
    struct traits traits = none();
    struct pixels pixels;
    int wrong = 0;

    traits.filter.texel_bits = 8;
    look_expect(&find(&traits)[GATHER], "exact", false);
    traits.filter.bits = 8;
    traits.filter.round = FP_RNU;
    look_paint(&probe_filter, &params, &traits, &pixels);
    for (int at = 0; at < probe_filter.expressions->columns; at++) {
        double v[PROBE_OPERANDS];

        look_operands(&probe_filter, &params, GATHER, at, v);
        double x = v[0] * 512 - 0.5;
        int texel = (int) fmin(fmax(floor(floor(x * 256 + 0.5) / 256), 0), 511) & 255;
        uint32_t word = *look_word(&pixels, GATHER * 2, at);

        assert_true(fabs((double) fp_from_bits(word) * 255 - texel) < 0.01);
        wrong += texel != ((int) fmin(fmax(floor(x), 0), 511) & 255);
    }
    pixels_finish(&pixels);
    assert_true(wrong > 100);
    look_expect(&find(&traits)[GATHER],
                "the next texel up to at least 0.00195 from its edge, 8 bits", false);
}

// SPDX-License-Identifier: MIT
//
// Tests findings and the sentences that are made of them.

#include "base/finding.h"
#include "base/text.h"
#include "base/verdict.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <string.h>

static struct group this_group = { .name = "finding" };

// clang-format off
static const struct finding_kind
    rule = { "rule", "{rules}", FINDING_RULE },
    wrong = { "wrong", "{count} of {of} wrong", FINDING_COUNT },
    flushed = { "flushed", "flushed", FINDING_WORD },
    on_input = { "on-input", " on input", FINDING_WORD },
    sign_kept = { "sign-kept", "sign kept", FINDING_WORD },
    fused = { "fused", "fused", FINDING_FUSED },
    or_separate = { "or-separate", " or separate", FINDING_FUSED },
    differs = { "differs", "differs", FINDING_WORD },
    to_nearest_even = { "to-nearest-even", "*to nearest even", FINDING_RULE },
    in_binary64 = { "in-binary64", "*in binary64", FINDING_RULE },
    bits = { "bits", "{bits} bits", FINDING_BITS },
    no_better = { "no-better-than-float", ": no better than float", FINDING_BITS },
    ulp = { "ulp", "at least {value:ulp}", FINDING_ULP },
    absolute = { "absolute", "absolute, at least {value:half} in [0.5, 2]", FINDING_ULP },
    number = { "number", "{value:exact}", FINDING_WORD },
    always_word = { "always-word", "always {word}", FINDING_WORD },
    mixed = { "mixed", "mixed", FINDING_WORD },
    as_written = { "as-written", "{agree} of {cases} cases as written by rne", FINDING_COUNT },
    one_case = { "case", "{operands}: got {got} want {want}", FINDING_WORD };
// clang-format on

static const struct {
    struct finding_remark answer[FINDING_ANSWERS];
    const char *text;
} answers[] = {
    { { { .kind = &rule, .rules = VERDICT_RULE(FP_RTZ) } }, "rtz" },
    { { { .kind = &wrong, .count = 3, .of = 64 } }, "3 of 64 wrong" },
    { { { .kind = &flushed }, { .kind = &on_input }, { .kind = &sign_kept } },
      "flushed on input, sign kept" },
    { { { .kind = &fused }, { .kind = &or_separate } }, "fused or separate" },
    { { { .kind = &differs }, { .kind = &to_nearest_even }, { .kind = &in_binary64 } },
      "differs: to nearest even or in binary64" },
    { { { .kind = &bits, .bits = 23 }, { .kind = &no_better } },
      "23 bits: no better than float" },
    { { { .kind = &ulp, .value = 1.03 }, { .kind = &absolute, .value = 0x1p-23 } },
      "at least 1.03 ulp, absolute, at least 2^-24 in [0.5, 2]" },
    { { { .kind = &number, .value = -0.0 } }, "-0" },
    { { { .kind = &number, .value = 0x1p127 } }, "0x1p+127" },
    { { { .kind = &always_word, .word = 0x7fc00000 } }, "always 0x7fc00000" },
};

// What was seen of a sample is rounded down, also where a remark has it rounded up.
TEST(largest_errors_are_rounded_down)
{
    static const struct {
        double error;
        const char *text, *answer; // the latter of a remark
    } errors[] = {
        { 0.49999, "0.499 ulp", "at least 0.49 ulp" },
        { 1.2180929, "1.21 ulp", "at least 1.21 ulp" },
        { 344.8666, "344 ulp", "at least 344.86 ulp" },
        { 6781.5377, "6781 ulp", "at least 6781 ulp" },
        { 99.999, "99.9 ulp", "at least 99.99 ulp" },
        { 16777216, "1.6e+07 ulp", "at least 1.6e+07 ulp" },
        { 0, "0 ulp", "at least 0.00 ulp" },
    };

    for (size_t i = 0; i < COUNT_OF(errors); i++) {
        struct finding finding = { .error_known = true,
                                   .error_min_ulp = -errors[i].error };
        char text[FINDING_ANSWER_TEXT];

        finding_largest(errors[i].error, text, sizeof text);
        assert_string_equal(text, errors[i].text);
        FINDING_SAY(&finding, &ulp, .value = finding_ulp(errors[i].error));
        finding_text(&finding, text, sizeof text);
        assert_string_equal(text, errors[i].answer);
    }
}

TEST(texts)
{
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        struct finding finding = { 0 };
        char text[FINDING_ANSWER_TEXT];

        memcpy(finding.answer, answers[i].answer, sizeof finding.answer);
        finding_text(&finding, text, sizeof text);
        assert_string_equal(text, answers[i].text);
        assert_true(finding_same_answer(&finding, &finding));
        finding.answer[0].kind = &mixed;
        for (size_t k = 0; k < COUNT_OF(answers); k++) {
            struct finding other = { 0 };

            memcpy(other.answer, answers[k].answer, sizeof other.answer);
            assert_false(finding_same_answer(&finding, &other));
        }
    }
}

TEST(details)
{
    struct finding finding = { .cases = 64, .agree = 60 };
    char text[FINDING_DETAIL_TEXT];

    FINDING_DETAIL(&finding, &as_written);
    FINDING_DETAIL(&finding, &one_case);
    finding.example = (struct finding_case){ .operands = 2,
                                             .results = 1,
                                             .wanted = true,
                                             .in = { 0x3f800001, 0x40000000 },
                                             .got = { 1 },
                                             .want = { 2 } };
    finding_detail_text(&finding, text, sizeof text);
    assert_string_equal(text, "60 of 64 cases as written by rne; 0x3f800001 0x40000000: "
                              "got 0x00000001 want 0x00000002");
}

TEST(hex_is_the_same_everywhere)
{
    static const struct {
        double value;
        const char *text;
    } rows[] = {
        { 0x1.8p+0, "0x1.8p+0" },
        { 0, "0x0p+0" },
        { 0x1p-1022, "0x1p-1022" },
        { 0x1p-1023, "0x0.8p-1022" },
        { -0x1p-1074, "-0x0.0000000000001p-1022" },
        { 0x0.fffffffffffffp-1022, "0x0.fffffffffffffp-1022" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(text_hex(rows[i].value).text, rows[i].text);
}

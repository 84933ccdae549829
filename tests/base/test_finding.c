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

static const struct {
    struct finding_remark answer[FINDING_ANSWERS];
    const char *text;
} answers[] = {
    { { { .kind = FINDING_RULE, .rules = VERDICT_RULE(FP_RTZ) } }, "rtz" },
    { { { .kind = FINDING_WRONG, .count = 3, .of = 64 } }, "3 of 64 wrong" },
    { { { .kind = FINDING_FLUSHED },
        { .kind = FINDING_ON_INPUT },
        { .kind = FINDING_SIGN_KEPT } },
      "flushed on input, sign kept" },
    { { { .kind = FINDING_FUSED }, { .kind = FINDING_OR_SEPARATE } },
      "fused or separate" },
    { { { .kind = FINDING_DIFFERS },
        { .kind = FINDING_TO_NEAREST_EVEN },
        { .kind = FINDING_IN_BINARY64 } },
      "differs: to nearest even or in binary64" },
    { { { .kind = FINDING_BITS, .bits = 23 }, { .kind = FINDING_NO_BETTER_THAN_FLOAT } },
      "23 bits: no better than float" },
    { { { .kind = FINDING_ULP, .value = 1.03 },
        { .kind = FINDING_ABSOLUTE_NEAR_ONE, .value = 0x1p-23 } },
      "at least 1.03 ulp, absolute, at least 2^-24 in [0.5, 2]" },
    { { { .kind = FINDING_NUMBER, .value = -0.0 } }, "-0" },
    { { { .kind = FINDING_NUMBER, .value = 0x1p127 } }, "0x1p+127" },
    { { { .kind = FINDING_ALWAYS_WORD, .word = 0x7fc00000 } }, "always 0x7fc00000" },
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
        FINDING_SAY(&finding, FINDING_ULP, .value = finding_ulp(errors[i].error));
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
        assert_true(finding_same(&finding, &finding));
        finding.answer[0].kind = FINDING_MIXED;
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

    FINDING_DETAIL(&finding, FINDING_AS_WRITTEN_BY_RNE);
    FINDING_DETAIL(&finding, FINDING_CASE);
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

static bool is_whole(const char *name)
{
    static const char *const names[] = { "",         "agree", "cases", "glsl",
                                         "operands", "got",   "want",  "survivors" };

    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

// Every kind has a name of its own, and a sentence whose fields exist.
TEST(kinds)
{
    for (int i = 1; i < FINDING_KIND_COUNT; i++) {
        enum finding_kind kind = (enum finding_kind) i;

        const char *sentence = finding_sentence(kind);
        struct finding_piece piece;

        assert_true(sentence[0]);
        while (finding_piece(&sentence, &piece))
            assert_true(piece.field || is_whole(piece.name));
        for (int k = 0; k < i; k++)
            assert_string_not_equal(finding_kind_name((enum finding_kind) k),
                                    finding_kind_name(kind));
    }
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

// The label counts only where an id is not known.
TEST(same_expression)
{
    static const struct {
        const char *id, *label, *other_id, *other_label;
        bool same;
    } pairs[] = {
        { "fma", "fma(a, b, c)", "fma", "fma(a, b, c) in one step", true },
        { "fma", "a * b + c", "mul-add", "a * b + c", false },
        { "", "a * b + c", "mul-add", "a * b + c", true },
        { "mul-add", "a * b + c", "", "fma(a, b, c)", false },
        { "", "a + b", "", "a + b", true },
        { "", "a + b", "", "a - b", false },
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct finding a = { 0 }, b = { 0 };

        snprintf(a.id, sizeof a.id, "%s", pairs[i].id);
        snprintf(a.expression, sizeof a.expression, "%s", pairs[i].label);
        snprintf(b.id, sizeof b.id, "%s", pairs[i].other_id);
        snprintf(b.expression, sizeof b.expression, "%s", pairs[i].other_label);
        assert_int_equal(finding_same_expression(&a, &b), pairs[i].same);
        assert_int_equal(finding_same_expression(&b, &a), pairs[i].same);
    }
}

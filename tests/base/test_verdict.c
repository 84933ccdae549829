// SPDX-License-Identifier: MIT
//
// The words of a verdict, and those of a device: names there and back, families,
// sentences, and strings that a driver gives.

#include "base/facts.h"
#include "base/verdict.h"
#include "tests/shared/group.h"

#include <string.h>

static struct group this_group = { .name = "verdict" };

#define R VERDICT_RULE

static const struct {
    uint32_t survivors;
    const char *rounding;
    enum pattern pattern;
} sets[] = {
    { 0, "unknown", PATTERN_NONE },
    { VERDICT_ALL_RULES, "unknown", PATTERN_NONE },
    { R(FP_RNE), "rne", PATTERN_BEEHIVE },
    { R(FP_RNA_NS3), "rna-ns3", PATTERN_BEEHIVE },
    { R(FP_RTZ), "rtz", PATTERN_ORCA },
    { R(FP_CHOP_G2), "chop-g2", PATTERN_ORCA },
    { R(FP_RUP), "rup", PATTERN_NONE },
    { R(FP_RO), "ro", PATTERN_NONE },
    { R(FP_RNE) | R(FP_RNO), "nearest", PATTERN_BEEHIVE },
    { R(FP_RNE) | R(FP_RNE_NS1) | R(FP_RNA_NS1), "nearest", PATTERN_BEEHIVE },
    { R(FP_RTZ) | R(FP_RDN) | R(FP_CHOP_G0), "truncate", PATTERN_ORCA },
    { R(FP_RUP) | R(FP_RAZ), "upward", PATTERN_NONE },
    { R(FP_RTZ) | R(FP_RUP), "unknown", PATTERN_NONE },
    { R(FP_RNE) | R(FP_RTZ), "unknown", PATTERN_NONE },
    { R(FP_RO) | R(FP_RNE), "unknown", PATTERN_NONE },
};

TEST(roundings)
{
    for (size_t i = 0; i < COUNT_OF(sets); i++) {
        uint32_t family = verdict_rules(sets[i].rounding);

        assert_string_equal(verdict_rounding(sets[i].survivors), sets[i].rounding);
        assert_int_equal(verdict_pattern(sets[i].survivors), sets[i].pattern);
        if (family)
            assert_int_equal(sets[i].survivors & ~family, 0);
        else
            assert_string_equal(sets[i].rounding, "unknown");
    }
    for (int rule = 0; rule < FP_ROUND_COUNT; rule++)
        assert_int_equal(verdict_rules(fp_round_name((enum fp_round) rule)), R(rule));
    assert_int_equal(verdict_rules("nosuch"), 0);
    assert_int_equal(verdict_rules("nearest") & verdict_rules("truncate"), 0);
    assert_int_equal(verdict_rules("nearest") | verdict_rules("truncate") |
                         verdict_rules("upward") | R(FP_RO),
                     VERDICT_ALL_RULES);
}

static const struct {
    struct verdict verdict;
    const char *text;
} sentences[] = {
    { { .fraction_bits = 23, .survivors = R(FP_RNE) },
      "24-bit significand, rounds to nearest even" },
    { { .fraction_bits = 16, .survivors = R(FP_RTZ) },
      "17-bit significand, rounds toward zero" },
    { { .fraction_bits = 10, .survivors = R(FP_RTZ) | R(FP_RDN) },
      "11-bit significand, truncates" },
    { { .fraction_bits = 10, .survivors = R(FP_RNE) | R(FP_RNA) },
      "11-bit significand, rounds to nearest" },
    { { .fraction_bits = 10, .survivors = R(FP_RUP) | R(FP_RAZ) },
      "11-bit significand, rounds upward" },
    { { .fraction_bits = 12, .survivors = R(FP_CHOP_G0) },
      "13-bit significand, chops, no guard bit" },
    { { .fraction_bits = 23 }, "24-bit significand, rounding not decided" },
    { { .fraction_bits = -1, .survivors = R(FP_RNE) }, "rounds to nearest even" },
    { { .status = STATUS_FOLDED, .fraction_bits = -1, .reason = "perfect ramps" },
      "folded: perfect ramps" },
    { { .status = STATUS_UNDECIDED, .fraction_bits = 23, .survivors = R(FP_RNE) },
      "undecided" },
};

TEST(texts)
{
    char text[200], cut[12];

    for (size_t i = 0; i < COUNT_OF(sentences); i++) {
        verdict_text(&sentences[i].verdict, text, sizeof text);
        assert_string_equal(text, sentences[i].text);
        verdict_text(&sentences[i].verdict, cut, sizeof cut);
        assert_int_equal(strlen(cut), strlen(text) < 11 ? strlen(text) : 11);
        assert_memory_equal(cut, text, strlen(cut));
    }
    for (int rule = 0; rule < FP_ROUND_COUNT; rule++) {
        struct verdict verdict = { .fraction_bits = 23, .survivors = R(rule) };

        verdict_text(&verdict, text, sizeof text);
        assert_null(strstr(text, "(null)"));
        assert_true(strlen(text) > strlen("24-bit significand, ") + 6);
    }
}

TEST(survivors)
{
    char text[300], cut[10];

    verdict_survivors_text(0, text, sizeof text);
    assert_string_equal(text, "none");
    verdict_survivors_text(R(FP_RNE), text, sizeof text);
    assert_string_equal(text, "rne");
    verdict_survivors_text(R(FP_RNE) | R(FP_RO) | R(FP_RNA_NS3), text, sizeof text);
    assert_string_equal(text, "rne, ro, rna-ns3");
    verdict_survivors_text(VERDICT_ALL_RULES, text, sizeof text);
    for (int rule = 0; rule < FP_ROUND_COUNT; rule++)
        assert_non_null(strstr(text, fp_round_name((enum fp_round) rule)));
    verdict_survivors_text(VERDICT_ALL_RULES, cut, sizeof cut);
    assert_memory_equal(cut, text, 9);
    assert_int_equal(cut[9], 0);
}

TEST(names)
{
    static const char *const statuses[STATUS_COUNT] = {
        "ok",       "folded",  "unsupported", "undecided", "impossible", "unpainted",
        "unstable", "skipped", "error",       "excess",    "unrounded",
    };

    for (int status = 0; status < STATUS_COUNT; status++)
        assert_string_equal(status_name((enum status) status), statuses[status]);
    assert_string_equal(pattern_name(PATTERN_NONE), "none");
    assert_string_equal(pattern_name(PATTERN_BEEHIVE), "beehive");
    assert_string_equal(pattern_name(PATTERN_ORCA), "orca");

    struct verdict verdict = verdict_unknown(STATUS_SKIPPED);
    assert_int_equal(verdict.status, STATUS_SKIPPED);
    assert_int_equal(verdict.fraction_bits, -1);
    assert_int_equal(verdict.emax, -1);
    assert_int_equal(verdict.survivors, 0);
}

TEST(words_of_questions)
{
    for (int i = 0; i < API_COUNT; i++) {
        enum api found = API_COUNT;
        assert_true(api_find(api_name((enum api) i), &found));
        assert_int_equal(found, i);
    }
    for (int i = 0; i < STAGE_COUNT; i++) {
        enum stage found = STAGE_COUNT;
        assert_true(stage_find(stage_name((enum stage) i), &found));
        assert_int_equal(found, i);
    }
    enum stage stage = STAGE_VERTEX;
    assert_false(stage_find("tessellation", &stage));
    assert_int_equal(stage, STAGE_VERTEX);
}

// What a driver says, what is kept of it in 8 bytes.
static const struct {
    const char *from, *kept;
} strings[] = {
    { NULL, "" },
    { "", "" },
    { "Mesa", "Mesa" },
    { "llvmpipe", "llvmpip" },
    { "a\tb\x7f\n", "a?b??" },
    { "\xc3\xa4\xc3\xb6", "\xc3\xa4\xc3\xb6" },
    { "123456\xc3\xa4", "123456" }, // no half characters
    { "\xff\xfe", "??" },           // no UTF-8
    { "\xc0\xaf", "??" },           // overlong
    { "\xed\xa0\x80", "???" },      // a surrogate
    { "\xf4\x90\x80\x80", "????" }, // beyond Unicode
    { "\xe2\x82", "??" },           // broken off
    { "1234567\xff", "1234567" },
};

TEST(copies)
{
    for (size_t i = 0; i < COUNT_OF(strings); i++) {
        char kept[8];

        memset(kept, 'x', sizeof kept);
        facts_copy(kept, sizeof kept, strings[i].from);
        assert_string_equal(kept, strings[i].kept);
    }
}

TEST(software)
{
    assert_true(facts_is_software("llvmpipe (LLVM 15.0.6, 256 bits)"));
    assert_true(facts_is_software("softpipe"));
    assert_true(facts_is_software("ANGLE (Google, Vulkan 1.3 (SwiftShader Device))"));
    assert_true(facts_is_software("zink (LLVMPIPE (LLVM 15.0.6, 256 bits))"));
    assert_false(facts_is_software("NVIDIA H200/PCIe/SSE2"));
    assert_false(facts_is_software(""));
}

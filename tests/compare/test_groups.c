// SPDX-License-Identifier: MIT

#include "compare/private.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "report_compare_groups" };

#define SIDES 6

static const struct {
    const char *texts[SIDES]; // NULL: not asked
    int groups[SIDES], count;
} figures[] = {
    { { "fused", "separate", "fused", NULL, "fused" }, { 0, 1, 0, -1, 0 }, 2 },
    { { NULL, "kept", NULL }, { -1, 0, -1 }, 1 },
    { { NULL, NULL }, { -1, -1 }, 0 },
    // Within a factor of two of the smallest, whatever the order.
    { { "at least 1 ulp", "at least 2 ulp" }, { 0, 0 }, 1 },
    { { "at least 1 ulp", "at least 2.01 ulp" }, { 0, 1 }, 2 },
    { { "at least 2 ulp", "at least 1 ulp", "at least 1.9 ulp" }, { 0, 0, 0 }, 1 },
    { { "at least 3 ulp", "at least 1.6 ulp", "at least 1 ulp" }, { 0, 1, 1 }, 2 },
    { { "at least 1 ulp", "at least 1.6 ulp", "at least 3 ulp" }, { 0, 0, 1 }, 2 },
    { { "at least 0 ulp", "at least 0.01 ulp" }, { 0, 1 }, 2 },
    { { "at least 6782 ulp, deviates", "at least 6782 ulp" }, { 0, 1 }, 2 },
    { { "at least 6782 ulp, deviates", "at least 6782 ulp, deviates from G" },
      { 0, 1 },
      2 },
    { { "at least 1.3e+06 ulp", "at least 1.4e+06 ulp" }, { 0, 0 }, 1 },
    { { "absolute, at least 2^-25", "absolute, at least 2^-24",
        "absolute, at least 2^-23" },
      { 0, 0, 1 },
      2 },
    { { "absolute, at least 2^-25", "at least 1 ulp" }, { 0, 1 }, 2 },
    { { "at least 1.03 ulp, absolute, at least 2^-24 in [0.5, 2]",
        "at least 1.5 ulp, absolute, at least 2^-24 in [0.5, 2]" },
      { 0, 0 },
      1 },
    { { "at least 1.03 ulp, absolute, at least 2^-24 in [0.5, 2]",
        "at least 1.03 ulp, absolute, at least 2^-22 in [0.5, 2]" },
      { 0, 1 },
      2 },
    // A number that is no error is compared as a word.
    { { "24 bits", "25 bits" }, { 0, 1 }, 2 },
    { { "10 bits, 2^-14 to 2^15", "10 bits, 2^-14 to 2^16" }, { 0, 1 }, 2 },
};

static void set_cells(struct compare_cell *cells, const char *const *texts)
{
    for (int i = 0; i < SIDES; i++) {
        snprintf(cells[i].text, sizeof cells[i].text, "%s", texts[i] ? texts[i] : "-");
        cells[i].group = texts[i] ? 0 : -1;
    }
}

// The sense of what says so; ", deviates" behind it is a flag of the finding;
// "from G": from GLSL.
static void sense_said(const char *text, struct sense *sense)
{
    struct finding finding = { 0 };
    const char *flag = strstr(text, ", deviates");
    char answer[120];

    snprintf(answer, sizeof answer, "%.*s", flag ? (int) (flag - text) : 119, text);
    finding.deviates = flag;
    finding.from = !flag               ? DEVIATION_NONE
                   : strstr(flag, "G") ? DEVIATION_GLSL
                                       : DEVIATION_VULKAN;
    said_set(&finding, NULL, answer, "");
    sense_finding(&finding, sense);
}

TEST(groups_figures)
{
    for (size_t i = 0; i < COUNT_OF(figures); i++) {
        struct compare_cell cells[SIDES];
        struct sense senses[SIDES];

        set_cells(cells, figures[i].texts);
        for (int j = 0; j < SIDES; j++)
            if (figures[i].texts[j])
                sense_said(cells[j].text, &senses[j]);
        assert_int_equal(sense_group(cells, senses, SIDES), figures[i].count);
        for (int j = 0; j < SIDES; j++)
            if (cells[j].group != (figures[i].texts[j] ? figures[i].groups[j] : -1))
                fail_msg("row %zu, side %d: got %d want %d", i, j, cells[j].group,
                         figures[i].groups[j]);
    }
}

#define R(rule) VERDICT_RULE(FP_##rule)

static const struct {
    int bits[4];
    uint32_t survivors[4];
    const char *texts[4];
    int groups[4];
} rules[] = {
    { { 23, 23, 23, 10 }, { R(RNE), R(RNE), R(RTZ), R(RNE) }, { 0 }, { 0, 0, 1, 2 } },
    // A vague one joins the sharp one, and does not bring two together.
    { { 23, 23, 23, 23 },
      { R(RNE) | R(RNA), R(RNE), R(RNA), R(RTZ) },
      { 0 },
      { 0, 0, 1, 2 } },
    { { 23, 23, 23, 23 },
      { R(RNE) | R(RNA), R(RNA) | R(RNU), R(RNU) | R(RNE), R(RNE) },
      { 0 },
      { 0, 1, 0, 0 } },
    // Each shares a rounding model with the next, but no model is common to all.
    { { 23, 23, 23, 23 },
      { R(RNE) | R(RNA), R(RNA) | R(RNU), R(RNE) | R(RNZ), R(RTZ) | R(RDN) },
      { 0 },
      { 0, 0, 1, 2 } },
    { { -1, -1, -1, 23 },
      { 0, 0, 0, R(RNE) },
      { "folded", "undecided", "folded", "24" },
      { 0, 1, 0, 2 } },
};

TEST(groups_rules)
{
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        struct compare_cell cells[4] = { 0 };
        struct sense senses[4] = { 0 };

        for (int j = 0; j < 4; j++) {
            senses[j].rules = rules[i].survivors[j];
            senses[j].vague = __builtin_popcount(senses[j].rules);
            snprintf(senses[j].key, sizeof senses[j].key, "%d %s", rules[i].bits[j],
                     rules[i].texts[j] ? rules[i].texts[j] : "");
        }
        sense_group(cells, senses, 4);
        for (int j = 0; j < 4; j++)
            if (cells[j].group != rules[i].groups[j])
                fail_msg("row %zu, side %d: got %d want %d", i, j, cells[j].group,
                         rules[i].groups[j]);
    }
}

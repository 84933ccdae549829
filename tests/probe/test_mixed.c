// SPDX-License-Identifier: MIT
//
// Operations of two precisions: the judge names mediump or highp where the bits that are
// exact decide, and neither where mediump holds all of them.

#include "base/fp.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

static struct group this_group = { .name = "mixed" };

static const struct probe *const probe = &probe_mixed;

#define NARROW "mediump, 10 bits"
#define SUM    "highp, at least 14 bits"
#define WIDE   "highp, at least 23 bits"
#define NONE   "undecided, mediump has 23 bits"

static const struct want {
    int p;
    enum traits_mixed mixed;
    const char *answers[MIXED_COUNT];
    bool deviates; // where an operand is highp
} wants[] = {
    { 11, TRAITS_MIXED_HIGHEST, { NARROW, NARROW, SUM, WIDE, WIDE, NARROW }, false },
    { 11, TRAITS_MIXED_WIDE, { SUM, SUM, SUM, WIDE, WIDE, NARROW }, false },
    { 11, TRAITS_MIXED_NARROW, { NARROW, NARROW, NARROW, NARROW, NARROW, NARROW }, true },
    { 24, TRAITS_MIXED_NARROW, { NONE, NONE, NONE, NONE, NONE, NONE }, false },
};

static struct probe_params mixed_params(int p)
{
    return look_params(PRECISION_MEDIUMP, FORM_PLAIN,
                       p == 11 ? FP_BINARY16 : FP_BINARY32);
}

TEST(widths)
{
    for (size_t i = 0; i < COUNT_OF(wants); i++) {
        struct probe_params params = mixed_params(wants[i].p);
        struct traits traits = TRAITS_NONE(params.model);

        traits.mixed = wants[i].mixed;
        const struct finding *findings = look(probe, &params, &traits);

        for (int line = 0; line < MIXED_COUNT; line++) {
            bool highp = line >= MIXED_HIGHP_SUM && line <= MIXED_HIGHP_MIX;

            look_expect(&findings[line], wants[i].answers[line],
                        wants[i].deviates && highp);
        }
    }
}

// One sum that is wrong among those that mediump can hold: neither precision is named.
TEST(fewer_bits)
{
    struct probe_params params = mixed_params(11);
    struct traits traits = TRAITS_NONE(params.model);
    static const struct look_spoil wrong = { .at = 5, .to = 0x3f800000 };
    const struct finding *findings = look_spoilt(probe, &params, &traits, &wrong);

    for (int line = 0; line < MIXED_COUNT; line++)
        assert_string_equal(said_answer(&findings[line]), "5 bits");
}

// SPDX-License-Identifier: MIT
//
// The probe operations on devices that fuse a product and a sum, or that keep more bits
// inside. test_operation_exact.c compares the results with MPFR.

#include "base/fp.h"
#include "tests/probe/asked.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <string.h>

static struct group this_group = { .name = "operations" };

#define RULE VERDICT_RULE

#define UNKNOWN VERDICT_INSIDE_UNKNOWN

// A product and a sum, fused or kept in more bits inside, with what is known of these.
// `keeps`: the bits that the device keeps. `fma`: the answer of fma(), NULL: the same.
static const struct kept {
    int p;
    enum fp_round round;
    int known, keeps; // bits
    bool fuses;
    const char *answer, *fma;
} kept[] = {
    { 24, FP_RNE, 64, 64, false, "rne, separate with 64 bits inside", NULL },
    { 24, FP_RNE, 64, 0, true, "rne, fused", NULL },
    { 24, FP_RNE, 64, 0, false, "rne, separate", "rne, fused" },
    { 53, FP_RTZ, 64, 64, false, "rtz, separate with 64 bits inside", NULL },
    { 24, FP_RTZ, 64, 64, false, "rtz, fused or kept in more bits inside", NULL },
    { 24, FP_RTZ, 64, 0, true, "rtz, fused or kept in more bits inside", NULL },
    { 11, FP_RNE, 64, 64, false, "rne, fused or kept in more bits inside", NULL },
    { 11, FP_RNE, 16, 16, false, "rne, separate with 16 bits inside", NULL },
    { 11, FP_RNE, 16, 0, true, "rne, fused", NULL },
    { 24, FP_RNE, UNKNOWN, 64, false, "rne, separate with more bits inside", NULL },
    { 24, FP_RNE, UNKNOWN, 0, true, "rne, fused", NULL },
    { 11, FP_RNE, UNKNOWN, 0, true, "rne, fused or kept in more bits inside", NULL },
    { 24, FP_RNE, 100, 0, true, "rne, fused or kept in more bits inside", NULL },
};

static void check_kept(const struct kept *at, int line, enum form form)
{
    bool fma = line == OPERATIONS_FMA;
    const char *want = fma && at->fma ? at->fma : at->answer;
    struct traits traits = look_traits(at->p, at->round);

    traits.inside_bits = at->keeps;
    traits.contracts = at->fuses;
    struct inquiry *asked = asked_line(line, &traits);

    asked->params.form = form;
    asked->params.inside_bits = at->known;
    const struct finding *finding = inquiry_judge(asked);
    bool named = strstr(want, fma ? "separate" : "fused") && !strstr(want, " or ");
    bool kept_inside = strstr(want, "inside") && !strstr(want, " or ");
    bool deviates =
        at->round != FP_RNE || (form == FORM_PRECISE && (named || kept_inside));

    asked_check(!strcmp(said_answer(finding), want), asked, &traits);
    asked_check(finding->survivors & RULE(at->round), asked, &traits);
    asked_check(finding->deviates == deviates && asked->reproduced, asked, &traits);
}

TEST(fused_or_kept)
{
    for (size_t i = 0; i < COUNT_OF(kept); i++)
        for (int line = OPERATIONS_FMA; line <= OPERATIONS_MUL_ADD; line++) {
            check_kept(&kept[i], line, FORM_PLAIN);
            check_kept(&kept[i], line, FORM_PRECISE);
        }
}

// In all bits of a float, where mediump is not heeded.
TEST(wide_or_kept)
{
    static const struct {
        int known;
        const char *answer;
    } wide[] = {
        { 0, "rtz, fused, in 24 bits" },
        { 64, "rtz, fused or kept in more bits inside, in 24 bits" },
        { VERDICT_INSIDE_UNKNOWN, "rtz, fused or kept in more bits inside, in 24 bits" },
    };
    struct traits narrow = asked_traits((struct fp_format){ 11, 15 }, FP_RTZ);
    struct traits single = asked_traits(FP_BINARY32, FP_RTZ);

    for (size_t i = 0; i < COUNT_OF(wide); i++) {
        struct inquiry *asked = asked_line(OPERATIONS_FMA, &narrow);

        inquiry_answer(asked, OPERATIONS_FMA, &single);
        asked->params.inside_bits = wide[i].known;
        asked_check(!strcmp(said_answer(inquiry_judge(asked)), wide[i].answer), asked,
                    &single);
    }
}

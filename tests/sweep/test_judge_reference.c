// SPDX-License-Identifier: MIT
//
// The doubles that the judge on a CPU takes for exact, told by the errors it has for
// results that are right: within 2^-25 ulp of MPFR's, in every binade and where functions
// cross zero.

#include "base/fp_bits.h"
#include "sweep/exact.h"
#include "sweep/judge.h"
#include "sweep/tally.h"
#include "tests/shared/group.h"
#include "tests/sweep/judged.h"

#include "base/fp_format.h"

#include <math.h>
#include <stdio.h>

static struct group this_group = { .name = "judge_reference", .after = judged_say };

// Returns how far the judge's error of a right result is from MPFR's. Two results are
// judged at a time, so that a cell has the larger of them.
static double reference_error(const struct judge *judge, uint64_t first, int count)
{
    struct cell sides[2];
    double worst = 0;

    for (int i = 0; i < count; i += 2) {
        judged_make(judge, first + (uint64_t) i, 2);
        judged_into(judge, first + (uint64_t) i, 2, sides);
        for (int s = 0; s < 2; s++) {
            const struct cell_worst *found = &sides[s].ulp;
            struct exact_call call = judged_call(judge, found->number, found->got);
            struct exact exact;

            if (found->number == CELL_NONE)
                continue;
            exact_judge(&call, &exact);
            worst = fmax(worst, fabs(fabs(exact.error) - found->error));
        }
    }
    return worst;
}

// Where functions cross zero, or have come from far, and the numbers around.
static const struct {
    enum math_id math;
    float x;
} zeros[] = {
    { MATH_LGAMMA, -0x1.3a7fc9p+1f },
    { MATH_LGAMMA, -0x1.5fb411p+1f },
    { MATH_LGAMMA, -0x1.9260dcp+1f },
    { MATH_LGAMMA, -0x1.fa471cp+1f },
    { MATH_LGAMMA, 1.0f },
    { MATH_LGAMMA, 2.0f },
    { MATH_J0, 0x1.33d152p+1f },
    { MATH_J0, 0x1.6148f6p+2f },
    { MATH_J0, 1.0e5f },
    { MATH_J0, 1.0e30f },
    { MATH_J1, 0x1.ea7558p+1f },
    { MATH_J1, 0x1.c0ff6p+2f },
    { MATH_Y0, 0x1.c982ecp-1f },
    { MATH_Y0, 0x1.fa9534p+1f },
    { MATH_Y1, 0x1.193beep+1f },
    { MATH_Y1, 3.0e10f },
    { MATH_SIN, 0x1.f37384p+95f },
    { MATH_SIN, 0x1.921fb6p+1f },
    { MATH_COS, 0x1.921fb6p+0f },
    { MATH_COS, 0x1.6ac5b2p+62f },
    { MATH_TAN, 0x1.921fb6p+1f },
    { MATH_LOG, 1.0f },
    { MATH_LOG2, 1.0f },
    { MATH_ACOS, 1.0f },
    { MATH_ACOSH, 1.0f },
    { MATH_SINPI, 4194305.0f },
    { MATH_COSPI, 0.5f },
    { MATH_ERFC, 9.5f },
    { MATH_TGAMMA, -33.0001f },
    { MATH_EXP, -103.9f },
};

TEST(references_are_good_near_zeros)
{
    if (!exact_available())
        skip();
    for (size_t i = 0; i < COUNT_OF(zeros); i++)
        for (int kind = JUDGE_SLEEF; kind <= JUDGE_LIBM; kind++) {
            struct domain domain = judged_domain(zeros[i].math);
            uint32_t bits = fp_bits(zeros[i].x), number = bits << 1 | bits >> 31;
            struct judge judge = { .kind = (enum judge_kind) kind,
                                   .isa = judge_isa_best(),
                                   .math = zeros[i].math,
                                   .domain = &domain };

            snprintf(judged_where, sizeof judged_where, "%s(%a) by %s",
                     math_list[judge.math].name, zeros[i].x, judge_kind_name(judge.kind));
            if (judge_can(judge.kind, judge.math, judge.type))
                assert_true(reference_error(&judge, (number & ~1u) - 64, 128) < 0x1p-25);
        }
}

TEST(references_are_good_everywhere)
{
    if (!exact_available())
        skip();
    for (int m = 0; m < MATH_COUNT; m++) {
        struct domain domain = judged_domain((enum math_id) m);

        for (int chunk = 0; chunk < DOMAIN_CHUNKS; chunk++) {
            struct judge judge = { .kind = chunk % 3 ? JUDGE_SLEEF : JUDGE_LIBM,
                                   .isa =
                                       (enum judge_isa)(chunk % (judge_isa_best() + 1)),
                                   .math = (enum math_id) m,
                                   .type = judged_type((enum math_id) m),
                                   .domain = &domain };
            uint64_t first =
                ((uint64_t) chunk << 24) + 2 * (uint64_t) judged_draw(1 << 22);

            if (!judge_can(JUDGE_LIBM, judge.math, judge.type))
                continue;
            if (!judge_can(judge.kind, judge.math, judge.type))
                judge.kind = JUDGE_LIBM;
            snprintf(judged_where, sizeof judged_where, "%s by %s from %llx",
                     math_list[m].name, judge_kind_name(judge.kind),
                     (unsigned long long) first);
            assert_true(reference_error(&judge, first, 12) < 0x1p-25);
        }
    }
}

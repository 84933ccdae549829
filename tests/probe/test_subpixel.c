// SPDX-License-Identifier: MIT
//
// Grids of vertices: the judge names the bits and the rule of the device, and no other
// number of bits.

#include "base/fp.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>

static struct group this_group = { .name = "subpixel" };

static const struct probe *const probe = &probe_subpixel;

// Bits in the range that the edges distinguish, by every rule.
TEST(every_grid)
{
    for (int bits = 4; bits <= 10; bits++) {
        for (int rule = 0; rule <= FP_RO; rule++) {
            struct probe_params params = look_known(FP_BINARY32, FP_RNE);
            struct traits traits = TRAITS_NONE(params.model);

            traits.subpixel_bits = bits;
            traits.subpixel_round = (enum fp_round) rule;
            const struct finding *finding = look(probe, &params, &traits);
            const struct finding_remark *grid = said_find(finding, "grid");

            if (!grid || grid->bits != bits || !(grid->rules & VERDICT_RULE(rule)))
                fail_msg("%d bits, %s: %s", bits, fp_round_name((enum fp_round) rule),
                         said_answer(finding));
        }
    }
}

// By hand: d = 1.5 * 2^-9 is 2^-8 on a grid of 8 bits to nearest, and 0 if truncated.
TEST(worked_pixels)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const int edge = 6, row = 0, column = edge * 16 + 8;

    traits.subpixel_bits = 8;
    assert_true(look_answer(probe, &params, &traits, 0, row * 256 + column, 0) == 1);
    traits.subpixel_round = FP_RTZ;
    assert_true(look_answer(probe, &params, &traits, 0, row * 256 + column, 0) == 0);
    traits.subpixel_bits = 0;
    assert_string_equal(said_answer(look(probe, &params, &traits)), "exact");
}

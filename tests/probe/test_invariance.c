// SPDX-License-Identifier: MIT
//
// Two programs: what the judge reports of a pair of results that differ.

#include "base/fp_bits.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"

static struct group this_group = { .name = "invariance" };

#define LINES 12

static struct probe_params asked(enum stage stage, enum form form)
{
    struct probe_params params = look_params(PRECISION_HIGHP, form, FP_BINARY32);

    params.stage = stage;
    return params;
}

static struct traits with(enum traits_programs programs)
{
    struct traits traits =
        TRAITS_NONE(((struct fp_model){ .format = FP_BINARY32, .round = FP_RNE }));

    traits.programs = programs;
    return traits;
}

// One word of one program, by one place, by its sign, and for a NaN.
TEST(one_word_is_told)
{
    struct probe_params params = asked(STAGE_VERTEX, FORM_INVARIANT);
    struct traits traits = with(TRAITS_PROGRAMS_SAME);
    struct pixels pixels;

    look_paint(&probe_invariance, &params, &traits, &pixels);
    *look_word(&pixels, 0, 2 * 5 + 1) += 3;
    *look_word(&pixels, 1, 2 * 7) -= 1;
    *look_word(&pixels, 2, 2 * 9) = 0;
    *look_word(&pixels, 2, 2 * 9 + 1) = fp_bits(-0.0f);
    *look_word(&pixels, 3, 2 * 11) = 0x7fc00000;
    *look_word(&pixels, 4, 2 * 11) = 0x7fc00000;
    *look_word(&pixels, 4, 2 * 11 + 1) = 0xffc12345;
    const struct finding *findings =
        look_judge(&probe_invariance, &params, NULL, &pixels);

    look_expect(&findings[0], "1 of 128 differ, by up to 3 ulp", true);
    look_expect(&findings[1], "1 of 128 differ, by up to 1 ulp", true);
    look_expect(&findings[2], "1 of 128 differ, by up to 0 ulp", true);
    look_expect(&findings[3], "1 of 128 differ, by up to 1e+09 ulp", true);
    for (int line = 4; line < LINES; line++)
        look_expect(&findings[line], "same", false);
    pixels_finish(&pixels);
}

// SPDX-License-Identifier: MIT
//
// Derivatives: the judge counts wrong results, and does not name a device that uses the
// fragments of the next quad.

#include "base/fp_bits.h"
#include "probe/drawn.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

static struct group this_group = { .name = "derivatives" };

#define SIZE 16

enum { ACROSS, UP, BOTH, SQUARE, ULPS, SUBNORMAL, PLACE, VARYING, LINES };

extern const struct probe probe_derivatives;

// The number of a fragment.
static double number(const struct probe_params *params, int line, int x, int y)
{
    double values[PROBE_OPERANDS];

    look_operands(&probe_derivatives, params, line, y * SIZE + x, values);
    return values[0];
}

// A device that knows the number beyond the quad too, and takes the next one.
static void paint_next(const struct probe_params *params, struct pixels *pixels)
{
    for (int i = 0; i < LINES * SIZE * SIZE; i++) {
        int line = i / SIZE / SIZE, x = i % SIZE, y = i / SIZE % SIZE;
        int right = x < SIZE - 1 ? x : x - 1, top = y < SIZE - 1 ? y : y - 1;
        double across =
            number(params, line, right + 1, y) - number(params, line, right, y);
        double up = number(params, line, x, top + 1) - number(params, line, x, top);

        *look_word(pixels, i / SIZE, x) = fp_bits((float) (line == UP     ? up
                                                           : line == BOTH ? 0
                                                                          : across));
    }
}

TEST(others_are_counted)
{
    struct probe_params params = look_params(PRECISION_HIGHP, FORM_PLAIN, FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);
    struct pixels pixels;

    look_paint(&probe_derivatives, &params, &traits, &pixels);
    paint_next(&params, &pixels);
    const struct finding *findings =
        look_judge(&probe_derivatives, &params, NULL, &pixels);

    // The difference of neighbours, which in one row of x * y are all the same.
    look_expect(&findings[ACROSS], "fine", false);
    look_expect(&findings[SQUARE], "112 of 256 wrong", false);
    look_expect(&findings[ULPS], "all 256 exact", false);
    for (int line = 0; line < LINES; line++)
        *look_word(&pixels, line * SIZE + 5, 7) += 100;
    findings = look_judge(&probe_derivatives, &params, NULL, &pixels);
    look_expect(&findings[BOTH], "1 of 256 wrong", true);
    look_expect(&findings[UP], "1 of 256 wrong", false);
    look_expect(&findings[ULPS], "1 of 256 wrong", true);
    look_expect(&findings[PLACE], "1 of 256 wrong", true);
    assert_true(said_is(&findings[VARYING], "differ-by"));
    assert_true(findings[VARYING].answer[0].value > 99);
    assert_false(findings[VARYING].deviates);
    pixels_finish(&pixels);
}

// SPDX-License-Identifier: MIT
//
// Derivatives, which the test takes itself, of the numbers that the fragments have.

#include "base/fp_bits.h"
#include "probe/mesh.h"
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

// Which of two rows, or columns, a quad is asked for.
static int chosen(enum traits_derivatives how, int at)
{
    return how == TRAITS_DERIVATIVES_FINE     ? at
           : how == TRAITS_DERIVATIVES_COARSE ? at - at % 2
                                              : at - at % 2 + 1;
}

static double taken(const struct probe_params *params, enum traits_derivatives how,
                    int line, int at)
{
    int x = at % SIZE, y = at / SIZE, row = chosen(how, y), column = chosen(how, x);
    double across =
        number(params, line, x - x % 2 + 1, row) - number(params, line, x - x % 2, row);
    double up = number(params, line, column, y - y % 2 + 1) -
                number(params, line, column, y - y % 2);

    return line == UP ? up : line == BOTH ? 0 : across;
}

static const char *const answers[] = { "fine", "coarse",
                                       "coarse, of the last row or column" };

TEST(kinds_are_told)
{
    for (int p = 17; p <= 24; p += 7) {
        for (int how = 0; how < TRAITS_DERIVATIVES_COUNT; how++) {
            struct fp_format format = { p, 127 };
            struct probe_params params = look_params(PRECISION_HIGHP, FORM_PLAIN, format);
            struct traits traits = TRAITS_NONE(params.model);

            traits.derivatives = (enum traits_derivatives) how;
            for (int i = 0; i < LINES * SIZE * SIZE; i++) {
                int line = i / SIZE / SIZE, at = i % (SIZE * SIZE);

                assert_true(look_same(
                    look_answer(&probe_derivatives, &params, &traits, line, at, 0),
                    taken(&params, traits.derivatives, line, at)));
            }
            const struct finding *findings = look(&probe_derivatives, &params, &traits);
            for (int line = 0; line < LINES; line++)
                look_expect(&findings[line],
                            line <= UP          ? answers[how]
                            : line == SUBNORMAL ? "kept"
                                                : "all 256 exact",
                            false);
        }
    }
}

TEST(clean_derivatives_deviate_nowhere)
{
    for (int p = 5; p <= 24; p++) {
        struct fp_model model = { .format = { p, p == 11 ? 15 : 127 },
                                  .round = (enum fp_round)(p % (FP_RO + 1)) };
        struct traits traits = TRAITS_NONE(model);
        struct probe_params params = look_params(
            p == 11 ? PRECISION_MEDIUMP : PRECISION_HIGHP, FORM_PLAIN, model.format);
        const struct finding *findings = look(&probe_derivatives, &params, &traits);

        for (int line = 0; line < LINES; line++) {
            assert_false(findings[line].deviates);
            assert_int_equal(findings[line].agree, findings[line].cases);
        }
    }
}

TEST(flushed_is_told)
{
    struct probe_params params = look_params(PRECISION_HIGHP, FORM_PLAIN, FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);

    traits.model.flush_in = traits.model.flush_out = true;
    const struct finding *findings = look(&probe_derivatives, &params, &traits);
    for (int line = 0; line < LINES; line++)
        if (line == SUBNORMAL)
            look_expect(&findings[line], "flushed", true);
        else
            assert_false(findings[line].deviates);
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

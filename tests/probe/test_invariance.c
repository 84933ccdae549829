// SPDX-License-Identifier: MIT
//
// Two programs: the processor's own a * b + c and its fused one, and what is told of each
// pair of answers.

#include "base/fp_bits.h"
#include "probe/list.h"
#include "probe/shared/kinds.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>

static struct group this_group = { .name = "invariance" };

#define COLUMNS    128
#define LINES      12
#define ARITHMETIC 9 // the first lines; of the others simulated devices have one way

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

static float squares(const float *v, bool other)
{
    volatile float x = v[0] * v[0], y = v[1] * v[1], z = v[2] * v[2], sum = x + y;

    if (other)
        sum = fmaf(v[0], v[0], y);
    sum = sum + z;
    return sqrtf(sum);
}

// a b + b c + c d + d a, from the left, or in pairs.
static float products(const float *v, bool other)
{
    volatile float ab = v[0] * v[1], bc = v[1] * v[2], cd = v[2] * v[3];
    volatile float da = v[3] * v[0], sum = ab + bc, pair = cd + da;

    if (other)
        return sum + pair;
    sum = sum + cd;
    return sum + da;
}

// The two ways of each expression but the functions, step by step.
static float stepwise(int line, const float *v, bool other)
{
    volatile float ab = v[0] * v[1], cd = v[2] * v[3], bc = v[1] * v[2];
    volatile float one_less = 1 - v[2], kept = v[0] * one_less, step = v[1] - v[0];
    volatile float sum = v[0] + v[1], last = v[1] + v[2], reciprocal = 1 / v[1];
    volatile float inner = v[0] * v[3], middle = inner + v[1], outer = middle * v[3];

    switch (line) {
    case 0: return other ? fmaf(v[0], v[1], v[2]) : ab + v[2];
    case 1: return other ? fmaf(v[0], v[1], cd) : ab + cd;
    case 2: return other ? fmaf(fmaf(v[0], v[3], v[1]), v[3], v[2]) : outer + v[2];
    case 3: return products(v, other);
    case 4: return other ? v[0] + last : sum + v[2];
    case 5: return other ? fmaf(v[2], step, v[0]) : kept + bc;
    case 6: return other ? v[0] * reciprocal : v[0] / v[1];
    case 7: return squares(v, other);
    default: return v[0] / squares(v, other);
    }
}

TEST(answers_are_the_processors)
{
    struct probe_params params = asked(STAGE_VERTEX, FORM_PLAIN);
    struct traits traits = with(TRAITS_PROGRAMS_PLAIN);

    for (int line = 0; line < ARITHMETIC; line++) {
        int apart = 0;

        for (int at = 0; at < COLUMNS; at++) {
            double operands[PROBE_OPERANDS];
            float v[PROBE_OPERANDS];

            look_operands(&probe_invariance, &params, line, at, operands);
            for (int k = 0; k < PROBE_OPERANDS; k++)
                v[k] = (float) operands[k];
            for (int k = 0; k < 2; k++)
                assert_true(look_same(
                    look_answer(&probe_invariance, &params, &traits, line, at, k),
                    (double) stepwise(line, v, k)));
            apart += stepwise(line, v, false) != stepwise(line, v, true);
        }
        const struct finding *finding = &look(&probe_invariance, &params, &traits)[line];

        assert_true(apart > 4 && said_is(finding, "programs-differ"));
        assert_int_equal(finding->answer[0].count, apart);
        assert_int_equal(finding->agree, COLUMNS - apart);
    }
}

// Where two programs differ, by what they are; and that only what is invariant deviates.
TEST(pairs_are_told)
{
    static const struct {
        enum traits_programs programs;
        enum stage stage;
        bool differs;
    } cases[] = {
        { TRAITS_PROGRAMS_SAME, STAGE_VERTEX, false },
        { TRAITS_PROGRAMS_SAME, STAGE_FRAGMENT, false },
        { TRAITS_PROGRAMS_PLAIN, STAGE_VERTEX, true },
        { TRAITS_PROGRAMS_PLAIN, STAGE_FRAGMENT, false },
        { TRAITS_PROGRAMS_EVERY, STAGE_VERTEX, true },
        { TRAITS_PROGRAMS_STAGES, STAGE_VERTEX, false },
        { TRAITS_PROGRAMS_STAGES, STAGE_FRAGMENT, true },
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (int form = FORM_PLAIN; form <= FORM_INVARIANT; form += FORM_INVARIANT) {
            struct probe_params params = asked(cases[i].stage, (enum form) form);
            struct traits traits = with(cases[i].programs);
            const struct finding *findings = look(&probe_invariance, &params, &traits);

            for (int line = 0; line < LINES; line++) {
                bool differs = cases[i].differs && line < ARITHMETIC;

                assert_true(
                    said_is(&findings[line], differs ? "programs-differ" : "same"));
                assert_int_equal(findings[line].deviates,
                                 differs && form == FORM_INVARIANT);
            }
        }
    }
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

TEST(every_format_has_cases)
{
    for (int p = 5; p <= 24; p++) {
        struct probe_params params = look_known((struct fp_format){ p, 15 }, FP_RTZ);
        struct traits traits = TRAITS_NONE(params.model);
        const struct finding *findings = look(&probe_invariance, &params, &traits);

        for (int line = 0; line < LINES; line++) {
            look_expect(&findings[line], "same", false);
            assert_int_equal(findings[line].cases, COLUMNS);
        }
    }
}

// SPDX-License-Identifier: MIT
//
// Functions of vectors: what a device without defects answers is MPFR's, correctly
// rounded; one that goes by squares answers as this processor does, step by step; and
// what is lost where these overflow is known by hand.

#include "base/fp.h"
#include "probe/list.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"
#include "tests/unit/oracle.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "vectors", .tear_down = oracle_finish };

#define COLUMNS 256

enum {
    LENGTH,
    LENGTH_OVER,
    LENGTH_UNDER,
    NORMAL,
    NORMAL_OVER,
    NORMAL_UNDER,
    DOT,
    INVERSE,
    INVERSE_OVER,
    INVERSE_UNDER,
    ANGLE,
    AXES,
    FAR_AWAY,
    PIXELS,
    TEXELS,
    LINES,
};

static const struct probe *const probe = &probe_vectors;

// ---- the exact results, by MPFR ----

#define BITS 400 // products of halves and floats are exact in fewer

static void fill_length(mpfr_t out, const double *v)
{
    mpfr_t square;

    mpfr_init2(square, BITS);
    mpfr_set_zero(out, 1);
    for (int k = 0; k < 3; k++) {
        mpfr_set_d(square, v[k], MPFR_RNDN);
        mpfr_sqr(square, square, MPFR_RNDN);
        mpfr_add(out, out, square, MPFR_RNDN);
    }
    mpfr_sqrt(out, out, MPFR_RNDN);
    mpfr_clear(square);
}

// a b + c d, or a b - c d
static void fill_products(mpfr_t out, double a, double b, double c, double d, bool minus)
{
    mpfr_t other;

    mpfr_init2(other, BITS);
    mpfr_set_d(out, a, MPFR_RNDN);
    mpfr_mul_d(out, out, b, MPFR_RNDN);
    mpfr_set_d(other, c, MPFR_RNDN);
    mpfr_mul_d(other, other, d, MPFR_RNDN);
    if (minus)
        mpfr_sub(out, out, other, MPFR_RNDN);
    else
        mpfr_add(out, out, other, MPFR_RNDN);
    mpfr_clear(other);
}

static void fill_exact(mpfr_t out, int line, const double *v)
{
    mpfr_t other;

    mpfr_init2(other, BITS);
    if (line <= NORMAL_UNDER)
        fill_length(out, v);
    if (line >= NORMAL && line <= NORMAL_UNDER)
        mpfr_d_div(out, v[0], out, MPFR_RNDN);
    if (line == DOT)
        fill_products(out, v[0], v[2], v[1], v[3], false);
    if (line >= INVERSE && line <= INVERSE_UNDER) {
        fill_products(out, v[0], v[3], v[1], v[2], true);
        mpfr_d_div(out, v[3], out, MPFR_RNDN);
    }
    if (line >= ANGLE) {
        mpfr_set_d(out, v[0], MPFR_RNDN);
        mpfr_set_d(other, v[1], MPFR_RNDN);
        mpfr_atan2(out, out, other, MPFR_RNDN);
    }
    mpfr_clear(other);
}

static double exact_rounded(int line, int p, const double *v)
{
    mpfr_t exact, result;

    mpfr_init2(exact, BITS);
    mpfr_init2(result, p);
    fill_exact(exact, line, v);
    mpfr_set(result, exact, MPFR_RNDN);
    double value = mpfr_get_d(result, MPFR_RNDN);

    mpfr_clears(exact, result, (mpfr_ptr) 0);
    return value;
}

TEST(answers_by_mpfr)
{
    for (int p = 11; p <= 24; p++) {
        struct fp_format format = { p, p == 11 ? 15 : 127 };
        struct probe_params params = look_known(format, FP_RNE);
        struct traits traits = TRAITS_NONE(params.model);

        for (int i = 0; i < PIXELS * COLUMNS; i++) {
            int line = i / COLUMNS, at = i % COLUMNS;
            double v[PROBE_OPERANDS];

            look_operands(probe, &params, line, at, v);
            double got = look_answer(probe, &params, &traits, line, at, 0);
            double want = exact_rounded(line, p, v);

            if (got != want)
                fail_msg("p=%d %s(%a, %a, %a, %a): got %a want %a", p,
                         probe->expressions->names[line], v[0], v[1], v[2], v[3], got,
                         want);
            assert_true(fabs(want) >= ldexp(1, 1 - format.emax) ||
                        (line == AXES && want == 0 && v[0] == 0 && v[1] > 0));
            assert_true(fabs(want) < ldexp(1, format.emax + 1));
        }
    }
}

// ---- the steps, by the processor ----

static float processors_length(const float *v)
{
    volatile float x = v[0] * v[0], y = v[1] * v[1], z = v[2] * v[2], sum = x + y;

    sum = sum + z;
    return sqrtf(sum);
}

static float processors(int line, const float *v)
{
    volatile float x, y;

    switch (line) {
    case DOT: x = v[0] * v[2], y = v[1] * v[3]; return x + y;
    case INVERSE:
    case INVERSE_OVER:
    case INVERSE_UNDER:
        x = v[0] * v[3], y = v[1] * v[2];
        x = x - y;
        return v[3] / x;
    default: x = processors_length(v); return line < NORMAL ? x : v[0] / x;
    }
}

TEST(steps_are_the_processors)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);

    traits.by_steps = true;
    for (int i = 0; i < ANGLE * COLUMNS; i++) {
        int line = i / COLUMNS, at = i % COLUMNS;
        double operands[PROBE_OPERANDS];
        float v[PROBE_OPERANDS];

        look_operands(probe, &params, line, at, operands);
        for (int k = 0; k < PROBE_OPERANDS; k++)
            v[k] = (float) operands[k];
        assert_true(look_same(look_answer(probe, &params, &traits, line, at, 0),
                              (double) processors(line, v)));
    }
}

// The sine by MPFR, which has the last bit of a float right.
static float processors_hash(const float *v)
{
    volatile float x = v[0] * 12.9898f, y = v[1] * 78.233f, sum = x + y;
    mpfr_t wave;

    mpfr_init2(wave, 24);
    mpfr_set_flt(wave, sum, MPFR_RNDN);
    mpfr_sin(wave, wave, MPFR_RNDN);
    volatile float large = mpfr_get_flt(wave, MPFR_RNDN) * 43758.5453f;

    mpfr_clear(wave);
    return large - floorf(large);
}

TEST(hash_is_the_processors)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct finding *findings = look(probe, &params, &traits);

    for (int line = PIXELS; line < LINES; line++) {
        float values[COLUMNS];
        int different = 0;

        for (int at = 0; at < COLUMNS; at++) {
            double v[PROBE_OPERANDS];
            bool seen = false;

            look_operands(probe, &params, line, at, v);
            values[at] = processors_hash((float[2]){ (float) v[0], (float) v[1] });
            assert_true(
                look_same(look_answer(probe, &params, &traits, line, at, 0), values[at]));
            for (int i = 0; i < at; i++)
                seen |= values[i] == values[at];
            different += !seen;
        }
        assert_true(finding_is(&findings[line], FINDING_DIFFERENT));
        assert_int_equal(findings[line].answer[0].count, different);
        assert_false(findings[line].deviates);
    }
}

// ---- what is told ----

TEST(clean_fakes_deviate_nowhere)
{
    for (int p = 5; p <= 24; p++)
        for (int round = p % 5; round < FP_ROUND_COUNT; round += 5) {
            struct fp_format format = { p, p <= 11 ? 15 : 127 };
            struct probe_params params = look_known(format, (enum fp_round) round);
            struct traits traits = TRAITS_NONE(params.model);

            if (round % 2)
                params.precision = PRECISION_MEDIUMP;
            const struct finding *findings = look(probe, &params, &traits);

            for (int line = 0; line < LINES; line++) {
                const struct finding *finding = &findings[line];

                if (finding->deviates || finding->cases != COLUMNS)
                    fail_msg("%s p=%d %s: %s; %s", fp_round_name((enum fp_round) round),
                             p, finding->expression, said_answer(finding),
                             said_detail(finding));
                if (line >= PIXELS) {
                    assert_non_null(strstr(said_detail(finding), "step by step"));
                    continue;
                }
                assert_true(finding->survivors &
                            VERDICT_RULE(fp_round_last((enum fp_round) round)));
                assert_true(finding->error_known);
            }
        }
}

// By hand: the square of what is from 2^(emax/2) on is infinite, of a small one it is 0;
// divided by these a component is 0, or infinite; inf - inf is NaN.
static const struct told {
    int line;
    const char *answer;
} told[] = {
    { LENGTH_OVER, "256 of 256 infinite" },
    { LENGTH_UNDER, "256 of 256 zero" },
    { NORMAL_OVER, "256 of 256 zero" },
    { NORMAL_UNDER, "256 of 256 infinite" },
    { DOT, "256 of 256 NaN" },
};

TEST(squares_are_told)
{
    for (int half = 0; half < 2; half++) {
        struct fp_format format = half ? FP_BINARY16 : FP_BINARY32;
        struct probe_params params = look_usual(format);
        struct traits traits = TRAITS_NONE(params.model);

        traits.by_steps = true;
        const struct finding *findings = look(probe, &params, &traits);

        for (size_t i = 0; i < COUNT_OF(told); i++) {
            look_expect(&findings[told[i].line], told[i].answer, false);
            assert_false(findings[told[i].line].error_known);
            assert_non_null(strstr(said_detail(&findings[told[i].line]), "step by step"));
        }
        for (int line = LENGTH; line <= INVERSE; line += 3) {
            if (line == DOT)
                continue;
            double worst = atof(said_answer(&findings[line]) + strlen("at least "));

            if (!(worst > 0.5 && worst < 3) || findings[line].deviates)
                fail_msg("%s: %s", findings[line].expression,
                         said_answer(&findings[line]));
            assert_true(findings[line].survivors == VERDICT_RULE(FP_RNE));
        }
        assert_true(finding_find(&findings[INVERSE_OVER], FINDING_SOME_ZERO));
        assert_true(finding_find(&findings[INVERSE_OVER], FINDING_SOME_NAN));
    }
}

// 4 ulp of 1 + 16 are within each bound, 2^15 beyond those that there are, which for
// GLSL is that of length alone.
static const struct look_spoil little = { .at = 64, .by = 4 };
static const struct look_spoil much = { .at = 64, .by = 0x8000 };
static const struct look_spoil none = { .at = 64, .to = 0x7fc00000 };

TEST(one_wrong_point_is_told)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct finding *findings = look_spoilt(probe, &params, &traits, &little);

    for (int line = 0; line < PIXELS; line++) {
        assert_false(findings[line].deviates);
        assert_int_equal(findings[line].agree, 255);
        assert_true(findings[line].error_max_ulp > 3 ||
                    findings[line].error_min_ulp < -3);
    }
    for (int i = 0; i < 2; i++) {
        findings = look_spoilt(probe, &params, &traits, i ? &none : &much);
        for (int line = 0; line < LINES; line++) {
            bool bounded =
                line == LENGTH || line == NORMAL || (line >= ANGLE && line < PIXELS);

            if (findings[line].deviates != bounded)
                fail_msg("%s: %s; %s", findings[line].expression,
                         said_answer(&findings[line]), said_detail(&findings[line]));
            assert_int_equal(finding_find(&findings[line], FINDING_SOME_NAN) != NULL, i);
        }
    }
}

// Of angles the last bits; of a hash too few values are left to name a cause.
TEST(coarse_angles_are_told)
{
    for (int p = 11; p <= 24; p += 13) {
        struct fp_format format = { p, p == 11 ? 15 : 127 };
        struct probe_params params = look_usual(format);
        struct traits traits = TRAITS_NONE(params.model);
        char detail[40];

        traits.coarse_bits = 20;
        snprintf(detail, sizeof detail, "the last %d bits are always 0", p < 20 ? p : 20);
        const struct finding *findings = look(probe, &params, &traits);

        for (int line = 0; line < LINES; line++) {
            bool angle = line >= ANGLE && line < PIXELS;

            assert_int_equal(findings[line].deviates, angle);
            assert_int_equal(strstr(said_detail(&findings[line]), detail) != NULL, angle);
        }
        for (int line = PIXELS; line < LINES; line++) {
            assert_true(findings[line].answer[0].count < 40);
            assert_null(strstr(said_detail(&findings[line]), "step by step"));
        }
    }
}

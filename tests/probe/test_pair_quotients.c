// SPDX-License-Identifier: MIT
//
// Quotients and roots of pairs of floats. MPFR counts how many bits are right, and what
// the theorems promise must hold. The judge finds one wrong case.

#include "base/fp.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <mpfr.h>

static struct group this_group = { .name = "pair_quotients" };

#define COLUMNS 192

extern const struct probe probe_pair_quotients;
static const struct probe *const probe = &probe_pair_quotients;

enum { QUOTIENT, ROOT };

static const struct fp_format formats[] = {
    { 8, 127 },  { 11, 127 }, { 12, 127 }, { 16, 127 },
    { 17, 127 }, { 20, 127 }, { 23, 127 }, { 24, 127 },
};

// log2 of the relative error of got.high + got.low, by MPFR; operands as numbers.
static double error_of(int line, const double in[4], const double got[2])
{
    mpfr_t a, b, result;
    double log;

    mpfr_inits2(400, a, b, result, (mpfr_ptr) 0);
    mpfr_set_d(a, in[0], MPFR_RNDN);
    mpfr_add_d(a, a, in[1], MPFR_RNDN);
    mpfr_set_d(b, in[2], MPFR_RNDN);
    mpfr_add_d(b, b, in[1], MPFR_RNDN);
    if (line == QUOTIENT)
        mpfr_div(a, a, b, MPFR_RNDN);
    else
        mpfr_sqrt(a, a, MPFR_RNDN);
    mpfr_set_d(result, got[0], MPFR_RNDN);
    mpfr_add_d(result, result, got[1], MPFR_RNDN);
    mpfr_reldiff(result, a, result, MPFR_RNDN);
    mpfr_abs(result, result, MPFR_RNDN);
    mpfr_log2(result, result, MPFR_RNDN);
    log = mpfr_get_d(result, MPFR_RNDN);
    mpfr_clears(a, b, result, (mpfr_ptr) 0);
    return log;
}

// Bits that are right in all cases, of what the probe's own device answers.
static int bits_of(const struct probe_params *params, const struct traits *traits,
                   int line)
{
    double worst = -INFINITY;

    for (int at = 0; at < COLUMNS; at++) {
        double in[PROBE_OPERANDS], got[2];

        look_operands(probe, params, line, at, in);
        for (int k = 0; k < 2; k++)
            got[k] = look_answer(probe, params, traits, line, at, k);
        worst = fmax(worst, error_of(line, in, got));
    }
    return (int) floor(-worst);
}

// The proven bounds hold in every format, and MPFR counts the same number of bits.
TEST(theorems_hold)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        int p = formats[i].precision;
        struct probe_params params = look_known(formats[i], FP_RNE);
        struct traits traits = TRAITS_NONE(params.model);

        params.form = FORM_PRECISE;
        const struct finding *findings = look(probe, &params, &traits);
        for (int line = QUOTIENT; line <= ROOT; line++) {
            int bits = findings[line].answer[0].bits;

            assert_true(said_is(&findings[line], "bits"));
            assert_int_equal(bits, bits_of(&params, &traits, line));
            assert_true(bits >= 2 * p - (line == QUOTIENT ? 5 : 4));
            assert_false(findings[line].deviates);
        }
    }
}

// Low parts are those of both pairs, or of one: less than half of the last place.
TEST(operands_are_pairs)
{
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        struct probe_params params = look_known(formats[i], FP_RNE);
        int p = formats[i].precision;

        for (int at = 0; at < 2 * COLUMNS; at++) {
            double in[PROBE_OPERANDS];

            look_operands(probe, &params, at / COLUMNS, at % COLUMNS, in);
            assert_true(in[1] != 0 && fabs(in[1]) < ldexp(1, ilogb(in[0]) - p));
            assert_true(at >= COLUMNS || fabs(in[1]) < ldexp(1, ilogb(in[2]) - p));
            assert_true(at < COLUMNS || in[0] > 0);
            assert_true(in[3] == ldexp(1, (p + 1) / 2) + 1);
        }
    }
}

// A device that divides as badly as GLSL permits, by up to 2.5 ulp, keeps 42 bits and
// deviates not; one case that is wrong higher up does.
TEST(one_wrong_case_is_found)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct look_spoil slight = { .at = 7, .k = 1, .by = 1 };
    const struct look_spoil much = { .at = 7, .k = 1, .by = 1 << 17 };

    params.form = FORM_PRECISE;
    const struct finding *findings = look_spoilt(probe, &params, &traits, &slight);
    for (int line = QUOTIENT; line <= ROOT; line++) {
        look_expect(&findings[line], "4...", false);
        assert_non_null(said_find(&findings[line], "no-model"));
        assert_int_equal(findings[line].agree, COLUMNS - 1);
    }
    findings = look_spoilt(probe, &params, &traits, &much);
    for (int line = QUOTIENT; line <= ROOT; line++)
        look_expect(&findings[line], "3...", true);
}

// SPDX-License-Identifier: MIT
//
// Powers of two: what a device without defects answers, by ldexp and MPFR; what is said
// of one that is an ulp off, far off, or not finite, at one n.

#include "tests/probe/look.h"
#include "tests/unit/oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define COLUMNS 254
#define LINES   6
#define EXP2    2
#define LOG2    3
#define SQUARE  5

extern const struct probe probe_powers;
static const struct probe *const probe = &probe_powers;

static uint64_t from_double(struct fp_format format, double value)
{
    return fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(value));
}

// The right answer, exact but for the square.
static uint64_t wanted(const struct fp_model *model, int line, const uint64_t *in)
{
    int n = (int) fp_from_bits((uint32_t) in[0]);
    if (line == LOG2)
        return fp_bits((float) n);
    if (line != SQUARE)
        return fp_bits(ldexpf(1, n));
    uint64_t x = fp_convert(FP_BINARY32, model->format, FP_RNE, in[0]);
    return fp_convert(model->format, FP_BINARY32, FP_RNE,
                      oracle(UNIT_MUL, model, x, x, 0));
}

static void check_answers(const struct fp_model *model)
{
    struct probe_params params = look_known(model->format, model->round);
    struct traits traits = TRAITS_NONE(*model);
    uint64_t got[COLUMNS], *const out[] = { got };
    bool asked[256] = { false };
    int emax = model->format.emax;
    for (int line = 0; line < LINES; line++) {
        look_answers(probe, &params, &traits, line, out);
        for (int i = 0; i < COLUMNS; i++) {
            uint64_t in[PROBE_OPERANDS];
            probe->lines->operand(&params, line, i, in);
            if (line == EXP2)
                asked[128 + (int) fp_from_bits((uint32_t) in[0])] = true;
            assert_int_equal(got[i], wanted(model, line, in));
            assert_int_equal(in[1], in[1] & 0x7f800000);
            assert_int_equal(in[2], 0x3f800000);
            assert_int_equal(in[3], 0x40000000);
            for (int k = 0; k < PROBE_OPERANDS; k++) {
                uint64_t own = fp_convert(FP_BINARY32, model->format, FP_RTZ, in[k]);
                assert_int_equal(fp_convert(model->format, FP_BINARY32, FP_RTZ, own),
                                 in[k]);
            }
        }
    }
    for (int n = 1 - emax; n <= emax; n++)
        assert_true(asked[128 + n]);
}

static void answers_are_exact(void **state)
{
    (void) state;
    for (int p = 11; p <= 24; p++)
        for (int round = 0; round < FP_ROUND_COUNT; round++)
            check_answers(&(struct fp_model){ .format = { p, p == 11 ? 15 : 127 },
                                              .round = (enum fp_round) round });
    check_answers(&(struct fp_model){ .format = { 9, 5 } });
}

static void expect(const struct finding *finding, const char *answer, bool departs)
{
    if (strcmp(finding->answer, answer) != 0 || finding->departs != departs)
        fail_msg("%s: got \"%s\"%s, want \"%s\"%s; %s", finding->line, finding->answer,
                 finding->departs ? " departs" : "", answer, departs ? " departs" : "",
                 finding->detail);
}

static void clean_fakes_are_exact(void **state)
{
    (void) state;
    for (int p = 11; p <= 24; p++)
        for (int round = 0; round < FP_ROUND_COUNT; round++) {
            struct fp_format format = { p, p == 11 ? 15 : 127 };
            struct probe_params params = look_known(format, (enum fp_round) round);
            struct traits traits = TRAITS_NONE(params.model);
            struct finding findings[LINES];
            traits.multiplier = p % 3 - 1; // no product of the shader's
            traits.coarse_bits = p % 2;
            look(probe, &params, &traits, findings);
            for (int line = 0; line < LINES; line++) {
                bool square = line == SQUARE;
                expect(&findings[line], square ? "x * x" : "exact", false);
                assert_int_equal(findings[line].mismatches, 0);
                if (square)
                    assert_true(findings[line].survivors &
                                VERDICT_RULE(fp_round_last((enum fp_round) round)));
            }
        }
}

// Case `at` is n = at - 126; a word is 3 ulp lower, or 400 and 401 higher, than it
// should be.
static uint64_t three_low(int line, int at, int k, uint64_t word)
{
    (void) k;
    return at == 139 && line != LOG2 ? word - 3 : word;
}

static uint64_t off_by(int line, int at, uint64_t word, uint64_t ulps)
{
    return at == 200 && line != SQUARE ? word + ulps : word;
}

static uint64_t off_by_400(int line, int at, int k, uint64_t word)
{
    (void) k;
    return off_by(line, at, word, 400);
}

static uint64_t off_by_401(int line, int at, int k, uint64_t word)
{
    (void) k;
    return off_by(line, at, word, 401);
}

static uint64_t not_finite(int line, int at, int k, uint64_t word)
{
    (void) k;
    return line == EXP2 && (at == 253 || at == 3) ? 0x7f800000 : word;
}

static uint64_t near_zero(int line, int at, int k, uint64_t word)
{
    (void) k;
    return line == LOG2 && at == 126 ? from_double(FP_BINARY32, 0x1p-22) : word;
}

// Below 2^13 an ulp is half as large: 3 steps down are 1.5 ulp of 2^13.
static void one_wrong_n_is_found(void **state)
{
    (void) state;
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    struct finding findings[LINES];
    look_spoilt(probe, &params, &traits, three_low, findings);
    for (int line = 0; line < SQUARE; line++)
        expect(&findings[line],
               line == LOG2 ? "exact" : "exact on 253 of 254, worst 1.50 ulp at n = 13",
               false);
    assert_non_null(strstr(findings[SQUARE].answer, "x * x on 253 of 254, worst "));
    assert_false(findings[SQUARE].departs);
    assert_int_equal(findings[SQUARE].survivors, 0);
    assert_int_equal(findings[EXP2].agree, 253);
    assert_true(findings[EXP2].error_min_ulp == -1.5 &&
                findings[EXP2].error_max_ulp == 0);

    look_spoilt(probe, &params, &traits, not_finite, findings);
    expect(&findings[EXP2], "exact on 252 of 254, not finite at n = -123", true);
    look_spoilt(probe, &params, &traits, near_zero, findings);
    expect(&findings[LOG2], "exact on 253 of 254, worst 2.00 ulp at n = 0", false);
}

// n = 74: exp2 may be 3 + 2 * 74 = 151 ulp off. pow(2, 74) inherits ln(2) 74 2^-21 from
// log2(2) and ln(2) 2^-17 from the product, in all 205.2 + 44.4 ulp more: 400.5.
static void bounds_of_glsl(void **state)
{
    (void) state;
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    struct finding findings[LINES];
    look_spoilt(probe, &params, &traits, off_by_400, findings);
    for (int line = 0; line < SQUARE; line++)
        expect(&findings[line], "exact on 253 of 254, worst 400.00 ulp at n = 74",
               line >= EXP2);
    look_spoilt(probe, &params, &traits, off_by_401, findings);
    for (int line = 0; line < SQUARE; line++)
        expect(&findings[line], "exact on 253 of 254, worst 401.00 ulp at n = 74", true);
    expect(&findings[SQUARE], "x * x", false);
    params.precision = PRECISION_MEDIUMP;
    look_spoilt(probe, &params, &traits, off_by_401, findings);
    for (int line = 0; line < LINES; line++)
        assert_false(findings[line].departs);
}

static int finish(void **state)
{
    (void) state;
    oracle_finish();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_exact),
        cmocka_unit_test(clean_fakes_are_exact),
        cmocka_unit_test(one_wrong_n_is_found),
        cmocka_unit_test(bounds_of_glsl),
    };
    return cmocka_run_group_tests_name("powers", tests, NULL, finish);
}

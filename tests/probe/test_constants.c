// SPDX-License-Identifier: MIT
//
// Constants against run time: a compiler that computes as the device does shows "same"
// everywhere; one that computes otherwise is found, and by its way, wherever this CPU,
// doing the same in four directions of rounding, comes to another number; a function
// that is less exact at run time is no fault.

#include "probe/probe_list.h"
#include "tests/probe/look.h"

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define LINES     16
#define LINE_TINY 4
#define LINE_EXP2 14

static const enum fp_round directions[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };

// Decimal numbers that no compiler of this file may round.
static const volatile double leaves[LINES][3] = {
    { 0.1 },         { 16777217.0 },
    { 16777219.0 },  { 33554431.0 },
    { 1.0e-40 },     { 3.4028235e38 },
    { 0.1, 0.6 },    { 0.1, 0.3 },
    { 1.0, 3.0 },    { 0.1, 0.9 },
    { 2.0 },         { 1.0, 5.9604645e-8 },
    { 0x1p24, 1.0 }, { 1.0e30, 1.0e30, 1.0e-30 },
    { 0.5 },         { 1.0 },
};

#define EXPRESSIONS(SQRT)        \
    switch (line) {              \
    case 6: return a + b;        \
    case 7: return a * b;        \
    case 8:                      \
    case 9: return a / b;        \
    case 10: return SQRT(a);     \
    case 11:                     \
    case 12: return (a + b) - a; \
    case 13: return (a * b) * c; \
    default: return a;           \
    }

static float in_float(int line, const volatile float *in)
{
    volatile float a = in[0], b = in[1], c = in[2];

    EXPRESSIONS(sqrtf)
}

static double in_double(int line, const volatile double *in)
{
    volatile double a = in[0], b = in[1], c = in[2];

    EXPRESSIONS(sqrt)
}

// The literals converted by one direction, the steps taken by another.
static double host(int line, enum fp_round conversion, enum fp_round steps)
{
    volatile float in[3], out;

    fesetround(look_direction(conversion));
    for (int k = 0; k < 3; k++)
        in[k] = (float) leaves[line][k];
    fesetround(look_direction(steps));
    out = in_float(line, in);
    fesetround(FE_TONEAREST);
    return (double) out;
}

static double host_literals(int line, enum traits_constants way, enum fp_round round)
{
    switch (way) {
    case TRAITS_CONSTANTS_NEAREST: return host(line, FP_RNE, FP_RNE);
    case TRAITS_CONSTANTS_DOUBLE: return (double) (float) in_double(line, leaves[line]);
    case TRAITS_CONSTANTS_BY_RULE: return host(line, round, round);
    default: return host(line, FP_RNE, round);
    }
}

static struct traits traits_of(int p, enum fp_round round)
{
    struct fp_format format = p <= 11   ? FP_BINARY16
                              : p == 53 ? FP_BINARY64
                                        : (struct fp_format){ p, 127 };

    return TRAITS_NONE(((struct fp_model){ format, round, false, false }));
}

static struct probe_params params_of(const struct traits *traits)
{
    bool wide = traits->model.format.precision == 53;

    return look_params(wide ? PRECISION_DOUBLE : PRECISION_HIGHP, FORM_PRECISE,
                       traits->model.format);
}

static void all_the_same(void **state)
{
    (void) state;
    for (int p = 11; p <= 25; p++) {
        for (int round = 0; round < FP_ROUND_COUNT; round++) {
            struct traits traits = traits_of(p == 25 ? 53 : p, (enum fp_round) round);
            struct probe_params params = params_of(&traits);
            struct finding findings[LINES];

            traits.by_reciprocal = round % 2;
            traits.coarse_bits = 4;
            look(&probe_constants, &params, &traits, findings);
            for (int line = 0; line < LINES; line++)
                if (strcmp(findings[line].answer, "same") || findings[line].departs)
                    fail_msg("p=%d %s %s: %s, %s", p,
                             fp_round_name((enum fp_round) round), findings[line].line,
                             findings[line].answer, findings[line].detail);
        }
    }
}

static void check_line(const struct traits *traits, int line,
                       const struct finding *finding)
{
    struct probe_params params = params_of(traits);
    enum fp_round round = traits->model.round;
    double want[2] = { host_literals(line, traits->constants, round),
                       host(line, FP_RNE, round) };
    bool differs = !look_same(want[0], want[1]);

    for (int k = 0; k < 2 && line < LINE_EXP2; k++) {
        double got = look_answer(&probe_constants, &params, traits, line, 0, k);

        if (!look_same(got, want[k]))
            fail_msg("%s way %d, %s, answer %d: got %a want %a", fp_round_name(round),
                     traits->constants, finding->line, k, got, want[k]);
    }
    if (differs != !strncmp(finding->answer, "differs: ", 9) ||
        finding->departs != (differs && line != LINE_TINY))
        fail_msg("%s way %d, %s: got %s%s", fp_round_name(round), traits->constants,
                 finding->line, finding->answer, finding->departs ? ", departing" : "");
}

static void each_way(void **state)
{
    (void) state;
    for (int way = 0; way < TRAITS_CONSTANTS_COUNT; way++) {
        for (int i = 0; i < 4; i++) {
            struct traits traits = traits_of(24, directions[i]);
            struct probe_params params = params_of(&traits);
            struct finding findings[LINES];

            traits.constants = (enum traits_constants) way;
            look(&probe_constants, &params, &traits, findings);
            for (int line = 0; line < LINES; line++)
                check_line(&traits, line, &findings[line]);
        }
    }
}

static void names_the_way(void **state)
{
    struct traits traits = traits_of(24, FP_RTZ);
    struct probe_params params = params_of(&traits);
    struct finding findings[LINES];

    (void) state;
    traits.constants = TRAITS_CONSTANTS_NEAREST;
    look(&probe_constants, &params, &traits, findings);
    assert_string_equal(findings[0].answer, "same");
    assert_string_equal(findings[6].answer, "differs: to nearest even");
    assert_true(findings[6].error_known && findings[6].error_max_ulp == 1);
    traits.constants = TRAITS_CONSTANTS_BY_RULE;
    look(&probe_constants, &params, &traits, findings);
    assert_string_equal(findings[0].answer, "differs: converted by rtz");
    traits = traits_of(24, FP_RNE);
    traits.constants = TRAITS_CONSTANTS_DOUBLE;
    look(&probe_constants, &params, &traits, findings);
    assert_string_equal(findings[11].answer, "differs: in binary64");
    assert_string_equal(findings[12].answer, "differs: in binary64");
    assert_string_equal(findings[13].answer, "differs: in binary64");
    assert_string_equal(findings[0].answer, "same");
}

// What is judged of two words, literals and run time, without any fake.
static struct finding judge_words(int line, uint32_t literals, uint32_t run_time)
{
    struct traits known = traits_of(24, FP_RNE), found = known;
    struct probe_params params = params_of(&known);
    uint64_t words[PROBE_OPERANDS], got[2] = { literals, run_time };
    bool defined = true;
    struct lines_seen seen = { .probe = &probe_constants,
                               .params = &params,
                               .known = known,
                               .line = line,
                               .count = 1,
                               .got = { &got[0], &got[1] },
                               .defined = &defined };
    struct finding finding = { .cases = 1 };

    probe_constants.lines->operand(&params, line, 0, words);
    for (int k = 0; k < PROBE_OPERANDS; k++)
        seen.in[k] = &words[k];
    probe_constants.lines->judge(&seen, &finding, &found);
    return finding;
}

static void strange_words(void **state)
{
    struct finding sine = judge_words(15, 0x3f576aa5, 0x3f576aa4);
    struct finding flushed = judge_words(LINE_TINY, 0, 0x000116c2);
    struct finding coarse = judge_words(8, 0x3eaaaaab, 0x3eaaaaac);
    struct finding both = judge_words(8, 0x3eaaaaac, 0x3eaaaaac);

    (void) state;
    assert_string_equal(sine.answer, "differs");
    assert_false(sine.departs);
    assert_true(sine.error_known && sine.error_min_ulp == 1);
    assert_string_equal(flushed.answer, "differs");
    assert_false(flushed.departs);
    assert_string_equal(coarse.answer, "differs");
    assert_true(coarse.departs && coarse.survivors == 0 && coarse.error_max_ulp == -1);
    assert_string_equal(both.answer, "same");
    assert_false(both.departs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_the_same),
        cmocka_unit_test(each_way),
        cmocka_unit_test(names_the_way),
        cmocka_unit_test(strange_words),
    };
    return cmocka_run_group_tests_name("constants", tests, NULL, NULL);
}

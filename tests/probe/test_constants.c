// SPDX-License-Identifier: MIT
//
// Constants: the judge reports a difference exactly where this processor, in four
// directions of rounding, computes another number than at compile time. A function that
// is less exact at run time does not deviate.

#include "probe/list.h"
#include "tests/probe/inquiry.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

static struct group this_group = { .name = "constants" };

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

static void check_line(const struct traits *traits, int line,
                       const struct finding *finding)
{
    struct probe_params params = look_for(traits, FORM_PRECISE);
    enum fp_round round = traits->model.round;
    double want[2] = { host_literals(line, traits->constants, round),
                       host(line, FP_RNE, round) };
    bool differs = !look_same(want[0], want[1]);

    for (int k = 0; k < 2 && line < LINE_EXP2; k++) {
        double got = look_answer(&probe_constants, &params, traits, line, 0, k);

        if (!look_same(got, want[k]))
            fail_msg("%s way %d, %s, answer %d: got %a want %a", fp_round_name(round),
                     traits->constants, finding->expression, k, got, want[k]);
    }
    if (differs != !strncmp(said_answer(finding), "differs: ", 9) ||
        finding->deviates != (differs && line != LINE_TINY))
        fail_msg("%s way %d, %s: got %s%s", fp_round_name(round), traits->constants,
                 finding->expression, said_answer(finding),
                 finding->deviates ? ", deviating" : "");
}

TEST(each_way)
{
    for (int way = 0; way < TRAITS_CONSTANTS_COUNT; way++) {
        for (int i = 0; i < 4; i++) {
            struct traits traits = look_traits(24, directions[i]);
            struct probe_params params = look_for(&traits, FORM_PRECISE);

            traits.constants = (enum traits_constants) way;
            const struct finding *findings = look(&probe_constants, &params, &traits);
            for (int line = 0; line < LINES; line++)
                check_line(&traits, line, &findings[line]);
        }
    }
}

// What is judged of two words, literals and run time, without any fake.
static const struct finding *judge_words(int line, uint32_t literals, uint32_t run_time)
{
    struct inquiry *all = inquiry_ask("constants", line, look_traits(24, FP_RNE));

    all->got[0][0] = literals;
    all->got[1][0] = run_time;
    return inquiry_judge(all);
}

TEST(strange_words)
{
    const struct finding *sine = judge_words(15, 0x3f576aa5, 0x3f576aa4);

    assert_string_equal(said_answer(sine), "differs");
    assert_true(!sine->deviates && sine->error_known && sine->error_min_ulp == 1);
    const struct finding *flushed = judge_words(LINE_TINY, 0, 0x000116c2);

    assert_string_equal(said_answer(flushed), "differs");
    assert_false(flushed->deviates);
    const struct finding *coarse = judge_words(8, 0x3eaaaaab, 0x3eaaaaac);

    assert_string_equal(said_answer(coarse), "differs");
    assert_true(coarse->deviates && !coarse->survivors && coarse->error_max_ulp == -1);
    look_expect(judge_words(8, 0x3eaaaaac, 0x3eaaaaac), "same", false);
}

// SPDX-License-Identifier: MIT
//
// The flush matrix. What the fakes answer is held against the same expressions in
// doubles, where the subnormals of smaller formats are normal numbers; then every way
// of flushing must be found on its lines, by its name, and on no other.

#include "probe/lines.h"
#include "probe/probe.h"
#include "tests/probe/flush_expressions.h"
#include "tests/probe/look.h"
#include "unit/unit.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LINES   FLUSH_LINES
#define COLUMNS 24

static const struct probe *subnormals;

static double value_of(const struct probe_params *params, uint64_t word)
{
    return params->precision == PRECISION_DOUBLE ? fp_from_bits64(word)
                                                 : (double) fp_from_bits((uint32_t) word);
}

// One case by doubles, flushed as the traits say.
static double expected(const struct probe_params *params, const struct traits *traits,
                       int line, const uint64_t *words)
{
    bool all = traits->flushes >> line & 1, arithmetic = !flush_lines[line].moves;
    struct flush flush = {
        .format = params->model.format,
        .in = all || (traits->model.flush_in && arithmetic),
        .out = all || (traits->model.flush_out && arithmetic),
        .chained = params->precision == PRECISION_MEDIUMP,
    };
    double operands[PROBE_OPERANDS];

    for (int k = 0; k < PROBE_OPERANDS; k++)
        operands[k] = value_of(params, words[k]);
    return flush_expected(&flush, line, operands);
}

static void check_answers(const struct probe_params *params, const struct traits *traits)
{
    struct unit unit = unit_model();

    for (int line = 0; line < LINES; line++) {
        uint64_t in[PROBE_OPERANDS][COLUMNS], out[COLUMNS];
        struct lines_call call = {
            .probe = subnormals,
            .params = params,
            .traits = traits,
            .unit = &unit,
            .line = line,
            .count = COLUMNS,
            .in = { in[0], in[1], in[2], in[3] },
            .out = { out },
        };

        assert_string_equal(subnormals->lines->names[line], flush_lines[line].name);
        for (int i = 0; i < COLUMNS; i++) {
            uint64_t words[PROBE_OPERANDS];

            subnormals->lines->operand(params, line, i, words);
            for (int k = 0; k < PROBE_OPERANDS; k++)
                in[k][i] = words[k];
        }
        assert_true(subnormals->lines->answer(&call));
        for (int i = 0; i < COLUMNS; i++) {
            const uint64_t words[] = { in[0][i], in[1][i], in[2][i], in[3][i] };
            double got = value_of(params, out[i]);
            double want = expected(params, traits, line, words);

            if (got != want || !signbit(got) != !signbit(want))
                fail_msg("%s p=%d in %d out %d flushes 0x%llx case %d: %a, %a: "
                         "got %a want %a",
                         flush_lines[line].name, params->model.format.precision,
                         traits->model.flush_in, traits->model.flush_out,
                         (unsigned long long) traits->flushes, i,
                         value_of(params, words[0]), value_of(params, words[1]), got,
                         want);
        }
    }
}

static void answers(void **state)
{
    (void) state;
    for (int i = 0; i < 14 * 5 * FP_ROUND_COUNT; i++) {
        int p = 11 + i % 14, how = i / 14 % 5;
        struct probe_params params =
            look_usual((struct fp_format){ p, p == 11 ? 15 : 127 - (p % 3) * 20 });
        struct traits traits = TRAITS_NONE(params.model);

        // the sum of two zeros of one sign has that sign, under any rule
        traits.model.round = (enum fp_round)(i / 14 / 5);
        traits.model.flush_in = how & 1;
        traits.model.flush_out = how >> 1 & 1;
        traits.flushes = how == 4 ? UINT64_MAX : 0;
        check_answers(&params, &traits);
    }
}

// Every operand of every case is there, and x is what it is said to be.
static void operands(void **state)
{
    (void) state;
    for (int p = 8; p <= 24; p++) {
        struct probe_params params =
            look_usual((struct fp_format){ p, p == 11 ? 15 : 127 });
        double smallest = ldexp(1, 1 - params.model.format.emax);
        double quantum = ldexp(smallest, 1 - p);

        for (int at = 0; at < COLUMNS; at++) {
            uint64_t words[PROBE_OPERANDS];

            subnormals->lines->operand(&params, 0, at, words);
            double x = value_of(&params, words[0]);

            assert_true(fabs(x) < smallest && fabs(x) >= quantum);
            assert_true(x / quantum == floor(x / quantum));
            assert_int_equal(x < 0, at & 1);
            assert_true(value_of(&params, words[1]) == 1);
            assert_true(value_of(&params, words[3]) == 1);
        }
    }
}

static void check(const char *what, const struct finding *finding, int line,
                  const char *want)
{
    const char *answer = *want ? want : "kept";

    if (strcmp(finding->answer, answer) != 0 || finding->departs != !!*want)
        fail_msg("%s: %s: got '%s'%s want '%s'; %s", what, flush_lines[line].name,
                 finding->answer, finding->departs ? ", departs" : "", answer,
                 finding->detail);
    assert_string_equal(finding->line, flush_lines[line].name);
    assert_true(finding->departs == (finding->agree < finding->cases));
    assert_true(!*want || finding->detail[0]);
}

// No defect, whatever the format and the rule.
static void sound(void **state)
{
    (void) state;
    for (int i = 0; i < 20 * FP_ROUND_COUNT; i++) {
        int p = 5 + i % 20;
        struct probe_params params = look_usual(
            p == 8 ? FP_BINARY64 : (struct fp_format){ p, p == 11 ? 15 : 127 });
        struct traits traits = TRAITS_NONE(params.model);
        struct finding findings[LINES];

        traits.model.round = (enum fp_round)(i / 20);
        look(subnormals, &params, &traits, findings);
        for (int line = 0; line < LINES; line++)
            check("sound", &findings[line], line, "");
    }
}

// Defects of others are none here.
static void other_defects(void **state)
{
    struct probe_params params = look_usual(FP_BINARY32);
    struct finding findings[LINES];

    (void) state;
    for (int i = 0; i < 4; i++) {
        struct traits traits = TRAITS_NONE(params.model);

        traits.multiplier = i == 0 ? 0 : -1;
        traits.by_reciprocal = i == 1;
        traits.fma_separate = i == 2;
        traits.nan_equal = i == 3;
        traits.contracts = traits.folds = UINT64_MAX;
        look(subnormals, &params, &traits, findings);
        for (int line = 0; line < LINES; line++)
            check("other defect", &findings[line], line, "");
    }
}

static void arithmetic_flushed(void **state)
{
    (void) state;
    for (int i = 0; i < 3 * 17; i++) {
        int p = 8 + i % 17, how = 1 + i / 17;
        struct probe_params params =
            look_usual(p == 8 ? FP_BINARY64 : (struct fp_format){ p, 127 });
        struct traits traits = TRAITS_NONE(params.model);
        struct finding findings[LINES];

        traits.model.flush_in = how & 1;
        traits.model.flush_out = how >> 1;
        // what the width said of it makes no difference
        params.model.flush_in = params.model.flush_out = i & 1;
        look(subnormals, &params, &traits, findings);
        for (int line = 0; line < LINES; line++)
            check("flushed", &findings[line], line,
                  how == 3   ? flush_lines[line].ftz
                  : how == 1 ? flush_lines[line].in_only
                             : flush_lines[line].out_only);
    }
}

// A half's product with 1 is flushed on the way in as well.
static void halves_flushed(void **state)
{
    struct probe_params params = look_usual(FP_BINARY16);
    struct traits traits = TRAITS_NONE(params.model);
    struct finding findings[LINES];

    (void) state;
    traits.model.flush_in = traits.model.flush_out = true;
    look(subnormals, &params, &traits, findings);
    for (int line = 0; line < LINES; line++)
        assert_int_equal(findings[line].departs, !flush_lines[line].moves);
}

static void one_line_flushed(void **state)
{
    struct probe_params params = look_usual(FP_BINARY32);
    struct finding findings[LINES];

    (void) state;
    for (int flushed = 0; flushed < LINES; flushed++) {
        struct traits traits = TRAITS_NONE(params.model);

        traits.flushes = UINT64_C(1) << flushed;
        look(subnormals, &params, &traits, findings);
        for (int line = 0; line < LINES; line++) {
            if (line != flushed) {
                check("one line", &findings[line], line, "");
                continue;
            }
            assert_true(findings[line].departs);
            assert_int_equal(strncmp(findings[line].answer, "flushed", 7), 0);
            assert_true(findings[line].agree < findings[line].cases);
        }
    }
}

static uint32_t *word_of(const struct pixels *pixels, int line, int at)
{
    return pixels_row(pixels, pixels->height - 1 - line) + at;
}

// Answers that no traits give: what is done to the words of a line, and what is said.
enum spoiling { POSITIVE_ZEROS, HALF_FLUSHED, ULP_OFF, NOISE };

static void spoil(const struct pixels *pixels, int line, enum spoiling how)
{
    for (int at = 0; at < COLUMNS; at++) {
        uint32_t *word = word_of(pixels, line, at);

        switch (how) {
        case POSITIVE_ZEROS: *word &= 0x7fffffff; break;
        case HALF_FLUSHED: *word = at % 3 ? *word : *word & 0x80000000; break;
        case ULP_OFF: *word += 1; break;
        case NOISE: *word ^= 0x10000000; break;
        }
    }
}

static void named(void **state)
{
    static const struct {
        const char *line, *answer;
        enum spoiling how;
        bool flush, departs;
    } cases[] = {
        { "x * 1", "flushed, sign lost", POSITIVE_ZEROS, true, true },
        { "x * 2^k", "flushed on input, sign lost", POSITIVE_ZEROS, true, true },
        { "n - m", "flushed on output, sign lost", POSITIVE_ZEROS, true, true },
        { "varying", "mixed", HALF_FLUSHED, false, true },
        { "load", "mixed", HALF_FLUSHED, false, true },
        { "x + x", "mixed", HALF_FLUSHED, false, true },
        { "sqrt(x)", "kept, not exact", ULP_OFF, false, false },
        { "x / n", "kept, not exact", ULP_OFF, false, false },
        { "x * 2^k", "kept, not exact", ULP_OFF, false, true },
        { "x * 2^k", "other", NOISE, false, true },
        { "log2(x)", "other", NOISE, false, true },
        { "floor(x)", "flushed on input", POSITIVE_ZEROS, true, true },
    };
    struct probe_params params = look_usual(FP_BINARY32);

    (void) state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct traits traits = TRAITS_NONE(params.model);
        struct finding findings[LINES];
        struct pixels pixels;
        int line = 0;

        while (strcmp(flush_lines[line].name, cases[i].line) != 0)
            line++;
        traits.model.flush_in = traits.model.flush_out = cases[i].flush;
        look_paint(subnormals, &params, &traits, &pixels);
        spoil(&pixels, line, cases[i].how);
        look_judge(subnormals, &params, NULL, &pixels, findings);
        if (strcmp(findings[line].answer, cases[i].answer) != 0 ||
            findings[line].departs != cases[i].departs)
            fail_msg("%s: got '%s'%s want '%s'; %s", cases[i].line, findings[line].answer,
                     findings[line].departs ? ", departs" : "", cases[i].answer,
                     findings[line].detail);
        pixels_finish(&pixels);
    }
}

static void absent(void **state)
{
    struct probe_params params = look_usual(FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);
    struct finding findings[LINES];
    struct pixels pixels;

    (void) state;
    look_paint(subnormals, &params, &traits, &pixels);
    for (int at = 0; at < COLUMNS; at++)
        *word_of(&pixels, LINES - 2, at) = LINES_ABSENT;
    look_judge(subnormals, &params, NULL, &pixels, findings);
    assert_string_equal(findings[LINES - 2].answer, "unsupported");
    assert_false(findings[LINES - 2].departs);
    pixels_finish(&pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),
        cmocka_unit_test(operands),
        cmocka_unit_test(sound),
        cmocka_unit_test(other_defects),
        cmocka_unit_test(arithmetic_flushed),
        cmocka_unit_test(halves_flushed),
        cmocka_unit_test(one_line_flushed),
        cmocka_unit_test(named),
        cmocka_unit_test(absent),
    };

    subnormals = probe_find("subnormals");
    return subnormals ? cmocka_run_group_tests_name("subnormals", tests, NULL, NULL) : 1;
}

// SPDX-License-Identifier: MIT
//
// The flush matrix: each way to flush is found on its lines, by its name, and on no
// other line.

#include "probe/expressions.h"
#include "probe/probe.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>
#include <string.h>

static struct group this_group = { .name = "subnormals" };

#define LINES   36
#define COLUMNS 24

enum flush { NOTHING, OPERANDS, RESULTS, BOTH }; // what a device flushes

// The finding of each expression on such a device. An expression without arithmetic keeps
// subnormals.
static const struct {
    const char *name;
    enum flush when; // any of these is flushed
    const char *answer;
    const char *results_only; // where a device flushes results alone; NULL: the same
} expressions[LINES] = {
    { "load", NOTHING, "", NULL },
    { "copy in a loop", NOTHING, "", NULL },
    { "bit cast", NOTHING, "", NULL },
    { "-x", NOTHING, "", NULL },
    { "abs(x)", NOTHING, "", NULL },
    { "b ? x : y", NOTHING, "", NULL },
    { "mix(y, x, b)", NOTHING, "", NULL },
    { "x + 0", BOTH, "flushed, sign kept", NULL },
    { "x + x", BOTH, "flushed on input, sign kept", "flushed on output, sign kept" },
    { "x * 1", BOTH, "flushed, sign kept", NULL },
    { "x * 2^k", OPERANDS, "flushed on input, sign kept", NULL },
    { "n * 2^-k", RESULTS, "flushed on output, sign kept", NULL },
    { "n - m", RESULTS, "flushed on output, sign kept", NULL },
    { "x > y", OPERANDS, "flushed on input", NULL },
    { "x == 0", OPERANDS, "flushed on input", NULL },
    { "x != y", OPERANDS, "flushed on input", NULL },
    { "min(x, n)", BOTH, "flushed, sign kept", NULL },
    { "max(x, -n)", BOTH, "flushed, sign kept", NULL },
    { "clamp(x, -n, n)", BOTH, "flushed, sign kept", NULL },
    { "x / n", OPERANDS, "flushed on input, sign kept", NULL },
    { "n / x", OPERANDS, "flushed on input", NULL },
    { "n / big", RESULTS, "flushed on output, sign kept", NULL },
    { "sqrt(x)", OPERANDS, "flushed on input", NULL },
    { "inversesqrt(x)", OPERANDS, "flushed on input", NULL },
    { "fma(x, 1, 0)", BOTH, "flushed, sign kept", NULL },
    { "fract(x)", BOTH, "flushed", NULL },
    { "floor(x)", OPERANDS, "flushed on input", NULL },
    { "ceil(x)", OPERANDS, "flushed on input", NULL },
    { "sign(x)", OPERANDS, "flushed on input", NULL },
    { "ldexp(n, -k)", RESULTS, "flushed on output, sign kept", NULL },
    { "exp2(-n)", RESULTS, "flushed on output", NULL },
    { "log2(x)", OPERANDS, "flushed on input", NULL },
    { "packHalf2x16(x)", NOTHING, "", NULL },
    { "unpackHalf2x16(x)", NOTHING, "", NULL },
    { "varying", NOTHING, "", NULL },
    { "uniform", NOTHING, "", NULL },
};

extern const struct probe probe_subnormals;
static const struct probe *const subnormals = &probe_subnormals;

// Every operand of every case is there, and x is what it is said to be.
TEST(operands)
{
    for (int p = 8; p <= 24; p++) {
        struct probe_params params =
            look_usual((struct fp_format){ p, p == 11 ? 15 : 127 });
        double smallest = ldexp(1, 1 - params.model.format.emax);
        double quantum = ldexp(smallest, 1 - p);

        for (int at = 0; at < COLUMNS; at++) {
            double in[PROBE_OPERANDS], x;

            look_operands(subnormals, &params, 0, at, in);
            x = in[0];
            assert_true(fabs(x) < smallest && fabs(x) >= quantum);
            assert_true(x / quantum == floor(x / quantum));
            assert_int_equal(x < 0, at & 1);
            assert_true(in[1] == 1 && in[3] == 1);
        }
    }
}

// `want`: "" where subnormals are kept.
static void check(const struct finding *finding, int line, const char *want)
{
    look_expect(finding, *want ? want : "kept", *want != '\0');
    assert_string_equal(finding->expression, expressions[line].name);
    assert_true(finding->deviates == (finding->agree < finding->cases));
    assert_true(!*want || said_detail(finding)[0]);
}

// No defect, whatever the format and the rule.
TEST(sound)
{
    for (int i = 0; i < 20 * FP_ROUND_COUNT; i++) {
        int p = 5 + i % 20;
        struct probe_params params = look_usual(
            p == 8 ? FP_BINARY64 : (struct fp_format){ p, p == 11 ? 15 : 127 });
        struct traits traits = TRAITS_NONE(params.model);

        traits.model.round = (enum fp_round)(i / 20);
        const struct finding *findings = look(subnormals, &params, &traits);
        for (int line = 0; line < LINES; line++)
            check(&findings[line], line, "");
    }
}

// Defects of others are none here.
TEST(other_defects)
{
    struct probe_params params = look_usual(FP_BINARY32);

    for (int i = 0; i < 4; i++) {
        struct traits traits = TRAITS_NONE(params.model);

        traits.multiplier = i == 0 ? 0 : -1;
        traits.by_reciprocal = i == 1;
        traits.fma_separate = i == 2;
        traits.nan_equal = i == 3;
        traits.contracts = traits.folds = UINT64_MAX;
        const struct finding *findings = look(subnormals, &params, &traits);
        for (int line = 0; line < LINES; line++)
            check(&findings[line], line, "");
    }
}

// "" where the expression keeps subnormals.
static const char *flushed_answer(int line, enum flush flush)
{
    if (!(expressions[line].when & flush))
        return "";
    if (flush == RESULTS && expressions[line].results_only)
        return expressions[line].results_only;
    return expressions[line].answer;
}

TEST(arithmetic_flushed)
{
    for (int i = 0; i < 3 * 17; i++) {
        int p = 8 + i % 17, how = 1 + i / 17;
        struct probe_params params =
            look_usual(p == 8 ? FP_BINARY64 : (struct fp_format){ p, 127 });
        struct traits traits = TRAITS_NONE(params.model);

        traits.model.flush_in = how & 1;
        traits.model.flush_out = how >> 1;
        // what the width said of it makes no difference
        params.model.flush_in = params.model.flush_out = i & 1;
        const struct finding *findings = look(subnormals, &params, &traits);
        for (int line = 0; line < LINES; line++)
            check(&findings[line], line, flushed_answer(line, (enum flush) how));
    }
}

// A half's product with 1 is flushed on the way in as well.
TEST(halves_flushed)
{
    struct probe_params params = look_usual(FP_BINARY16);
    struct traits traits = TRAITS_NONE(params.model);

    traits.model.flush_in = traits.model.flush_out = true;
    const struct finding *findings = look(subnormals, &params, &traits);
    for (int line = 0; line < LINES; line++)
        assert_int_equal(findings[line].deviates, expressions[line].when != NOTHING);
}

TEST(one_line_flushed)
{
    struct probe_params params = look_usual(FP_BINARY32);

    for (int flushed = 0; flushed < LINES; flushed++) {
        struct traits traits = TRAITS_NONE(params.model);

        traits.flushes = UINT64_C(1) << flushed;
        const struct finding *findings = look(subnormals, &params, &traits);
        for (int line = 0; line < LINES; line++) {
            if (line != flushed) {
                check(&findings[line], line, "");
                continue;
            }
            assert_true(findings[line].deviates);
            assert_int_equal(strncmp(said_answer(&findings[line]), "flushed", 7), 0);
            assert_true(findings[line].agree < findings[line].cases);
        }
    }
}

// Answers that no traits give: what is done to the words of a line, and what is said.
enum spoiling { POSITIVE_ZEROS, HALF_FLUSHED, ULP_OFF, NOISE };

static void spoil(const struct pixels *pixels, int line, enum spoiling how)
{
    for (int at = 0; at < COLUMNS; at++) {
        uint32_t *word = look_word(pixels, line, at);

        switch (how) {
        case POSITIVE_ZEROS: *word &= 0x7fffffff; break;
        case HALF_FLUSHED: *word = at % 3 ? *word : *word & 0x80000000; break;
        case ULP_OFF: *word += 1; break;
        case NOISE: *word ^= 0x10000000; break;
        }
    }
}

TEST(named)
{
    static const struct {
        const char *line, *answer;
        enum spoiling how;
        bool flush, deviates;
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

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct traits traits = TRAITS_NONE(params.model);
        struct pixels pixels;
        int line = look_line(subnormals, cases[i].line);

        traits.model.flush_in = traits.model.flush_out = cases[i].flush;
        look_paint(subnormals, &params, &traits, &pixels);
        spoil(&pixels, line, cases[i].how);
        const struct finding *findings = look_judge(subnormals, &params, NULL, &pixels);
        look_expect(&findings[line], cases[i].answer, cases[i].deviates);
        pixels_finish(&pixels);
    }
}

TEST(absent)
{
    struct probe_params params = look_usual(FP_BINARY32);
    struct traits traits = TRAITS_NONE(params.model);
    struct pixels pixels;

    look_paint(subnormals, &params, &traits, &pixels);
    for (int at = 0; at < COLUMNS; at++)
        *look_word(&pixels, LINES - 2, at) = EXPRESSIONS_ABSENT;
    const struct finding *findings = look_judge(subnormals, &params, NULL, &pixels);
    assert_string_equal(said_answer(&findings[LINES - 2]), "unsupported");
    assert_false(findings[LINES - 2].deviates);
    pixels_finish(&pixels);
}

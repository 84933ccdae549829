// SPDX-License-Identifier: MIT
//
// Subnormals: the operands are subnormal, and the judge names results that no way to
// flush gives.

#include "probe/expressions.h"
#include "probe/probe.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <math.h>

static struct group this_group = { .name = "subnormals" };

#define LINES   36
#define COLUMNS 24

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

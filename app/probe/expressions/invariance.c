// SPDX-License-Identifier: MIT
//
// How it works. Each expression is computed by two programs, from the same operands, and
// a case is the answers of both. In the vertex stage the second program has the same text
// and more: other code takes products, sums and arguments of the expression again, so
// that a compiler which fuses a product that is used once, or shares what is used twice,
// computes it otherwise. In the fragment stage the second one is the vertex shader.
//
// Outputs of two programs that are declared invariant are the same, if the code that
// leads to them is (GLSL 4.60, 4.8.1; GLSL ES 3.20, 4.6.1), which here it is. Nothing is
// promised of plain ones, nor of a vertex against a fragment. Which of the two answers is
// right is not asked here.
//
// With p = 24 half of all products round, so that of 128 random cases about 60 show a
// product that is fused in one program alone.

#include "base/elementary.h"
#include "base/fp.h"
#include "probe/expressions.h"
#include "probe/list.h"
#include "probe/shared/draws.h"
#include "probe/shared/postfix.h"

#include <math.h>

#define COLUMNS 128

static double invariance_power(double a, double b)
{
    return elementary_pow(fabs(a), b);
}

static double invariance_sine(double a, double b)
{
    (void) b;
    return elementary_sin(a);
}

static double invariance_exponential(double a, double b)
{
    (void) b;
    return elementary_exp(a);
}

// As it is written, and as a compiler may have it too (postfix.h); or a function, of
// which simulated devices have one way.
static const struct line {
    const char *written, *other;
    double (*value)(double a, double b);
} lines[INVARIANCE_COUNT] = {
    [INVARIANCE_MUL_ADD] = { "ab*c+", "abcf", NULL },
    [INVARIANCE_MUL_ADD_MUL] = { "ab*cd*+", "abcd*f", NULL },
    [INVARIANCE_HORNER] = { "ad*b+d*c+", "adbfdcf", NULL },
    [INVARIANCE_MAT4_VEC4] = { "ab*bc*+cd*+da*+", "ab*bc*+cd*da*++", NULL },
    [INVARIANCE_SUM] = { "ab+c+", "abc++", NULL },
    [INVARIANCE_MIX] = { "a1c-*bc*+", "cba-af", NULL },
    [INVARIANCE_DIV] = { "ab/", "a1b/*", NULL },
    [INVARIANCE_LENGTH] = { "aa*bb*+cc*+r", "aabb*fcc*+r", NULL },
    [INVARIANCE_NORMALIZE] = { "aaa*bb*+cc*+r/", "aaabb*fcc*+r/", NULL },
    [INVARIANCE_SIN] = { NULL, NULL, invariance_sine },
    [INVARIANCE_EXP] = { NULL, NULL, invariance_exponential },
    [INVARIANCE_POW] = { NULL, NULL, invariance_power },
};

// Magnitudes in [1/2, 2).
void invariance_operand(const struct probe_params *params, int line, int at,
                        uint64_t *words)
{
    uint64_t state = (uint64_t) (line * COLUMNS + at);

    for (int k = 0; k < PROBE_OPERANDS; k++) {
        int exponent = -draws_below(&state, 2);

        words[k] =
            draws_word(params, draws_number(&state, params->precision_bits, exponent));
    }
}

static bool answers_by_value(const struct expressions_call *call)
{
    const struct fp_model *model = &call->traits->model;
    uint64_t a[EXPRESSIONS_CHUNK], b[EXPRESSIONS_CHUNK];

    expressions_load(call, 0, a);
    expressions_load(call, 1, b);
    for (size_t i = 0; i < call->count; i++) {
        uint64_t x = fp_convert(model->format, FP_BINARY64, FP_RNE, a[i]);
        uint64_t y = fp_convert(model->format, FP_BINARY64, FP_RNE, b[i]);
        double value =
            lines[call->expression].value(fp_from_bits64(x), fp_from_bits64(y));

        a[i] = fp_convert(FP_BINARY64, model->format, model->round, fp_bits64(value));
    }
    expressions_store(call, 0, a);
    expressions_store(call, 1, a);
    return true;
}

bool invariance_answer(const struct expressions_call *call)
{
    const struct line *line = &lines[call->expression];
    enum traits_programs how = call->traits->programs;
    bool vertex = call->params->stage == STAGE_VERTEX;
    bool differs = vertex ? how == TRAITS_PROGRAMS_PLAIN || how == TRAITS_PROGRAMS_EVERY
                          : how == TRAITS_PROGRAMS_STAGES;
    const struct postfix what = { { line->written,
                                    differs ? line->other : line->written } };

    return line->value ? answers_by_value(call) : postfix_answer(call, &what);
}

// How far apart the two answers are, in ulp of the first.
static double answers_apart(const struct expressions_seen *seen, size_t at)
{
    double first = expressions_number(seen, seen->got[0][at]);
    double second = expressions_number(seen, seen->got[1][at]);
    double apart = fabs(expressions_ulps(seen, second, first));

    return isfinite(first) && apart < 1e9 ? apart : 1e9;
}

bool invariance_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found)
{
    size_t first = seen->count;
    double most = 0;

    (void) found;
    finding->agree = finding->cases;
    for (size_t i = seen->count; i-- > 0;) {
        if (!seen->defined[i] || expressions_same(seen->probe, seen->params, 0,
                                                  seen->got[0][i], seen->got[1][i]))
            continue;
        first = i;
        most = fmax(most, answers_apart(seen, i));
        finding->agree--;
    }
    if (first == seen->count) {
        FINDING_SAY(finding, &kind_same);
        return false;
    }
    finding->deviates = seen->params->form == FORM_INVARIANT;
    FINDING_SAY(finding, &kind_programs_differ,
                .count = (int) (finding->cases - finding->agree),
                .of = (int) finding->cases, .value = finding_rounded(most, 3));
    expressions_case(seen, NULL, first, &finding->example);
    FINDING_DETAIL(finding, &kind_case_got);
    return false;
}

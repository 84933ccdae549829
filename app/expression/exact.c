// SPDX-License-Identifier: MIT
//
// The steps of a formula in real numbers, by MPFR. BITS are enough for every sum and
// product of a few numbers of binary64 to be exact. A number that is within 2^-TRUSTED of
// a whole number, or of another, is taken for it: sqrt(a) * sqrt(a) is a.

#include "expression/formula.h"

#include "base/fp.h"
#include "base/memory.h"

#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS    2400
#define TRUSTED 2000

struct formula_exact {
    const struct formula *formula;
    struct fp_format format;
    mpfr_t *reals;   // [step_count] values of floats,
    uint64_t *words; // and of the others
};

typedef int real_function(mpfr_t out, const mpfr_t x, mpfr_rnd_t round);

static real_function *const real_functions[] = {
    [FORMULA_SQRT] = mpfr_sqrt,   [FORMULA_NEGATE] = mpfr_neg,
    [FORMULA_ABS] = mpfr_abs,     [FORMULA_INVERSESQRT] = mpfr_rec_sqrt,
    [FORMULA_SIN] = mpfr_sin,     [FORMULA_COS] = mpfr_cos,
    [FORMULA_TAN] = mpfr_tan,     [FORMULA_ASIN] = mpfr_asin,
    [FORMULA_ACOS] = mpfr_acos,   [FORMULA_ATAN] = mpfr_atan,
    [FORMULA_SINH] = mpfr_sinh,   [FORMULA_COSH] = mpfr_cosh,
    [FORMULA_TANH] = mpfr_tanh,   [FORMULA_ASINH] = mpfr_asinh,
    [FORMULA_ACOSH] = mpfr_acosh, [FORMULA_ATANH] = mpfr_atanh,
    [FORMULA_EXP] = mpfr_exp,     [FORMULA_LOG] = mpfr_log,
    [FORMULA_EXP2] = mpfr_exp2,   [FORMULA_LOG2] = mpfr_log2,
};

typedef int real_function_of_two(mpfr_t out, const mpfr_t x, const mpfr_t y,
                                 mpfr_rnd_t round);

static real_function_of_two *const real_functions_of_two[] = {
    [FORMULA_ADD] = mpfr_add, [FORMULA_SUB] = mpfr_sub,     [FORMULA_MUL] = mpfr_mul,
    [FORMULA_DIV] = mpfr_div, [FORMULA_MIN] = mpfr_min,     [FORMULA_MAX] = mpfr_max,
    [FORMULA_POW] = mpfr_pow, [FORMULA_ATAN2] = mpfr_atan2,
};

static void set_pattern(mpfr_t out, struct fp_format format, uint64_t bits)
{
    mpfr_set_d(out, fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits)),
               MPFR_RNDN);
}

// Returns the pattern nearest to a real number.
static uint64_t nearest_pattern(struct fp_format format, const mpfr_t x)
{
    return fp_convert(FP_BINARY64, format, FP_RNE, fp_bits64(mpfr_get_d(x, MPFR_RNDN)));
}

// Rounds x to a whole number; first to TRUSTED bits, if that gives one.
static void to_whole(mpfr_t out, const mpfr_t x, enum formula_op op)
{
    mpfr_t near;

    mpfr_init2(near, TRUSTED);
    mpfr_set(near, x, MPFR_RNDN);
    if (mpfr_integer_p(near))
        mpfr_set(out, near, MPFR_RNDN);
    else if (op == FORMULA_ROUND_EVEN)
        mpfr_rint(out, x, MPFR_RNDN);
    else
        mpfr_rint(out, x,
                  op == FORMULA_FLOOR  ? MPFR_RNDD
                  : op == FORMULA_CEIL ? MPFR_RNDU
                                       : MPFR_RNDZ);
    mpfr_clear(near);
}

static bool related(enum formula_op op, const mpfr_t x, const mpfr_t y)
{
    mpfr_t near, other;
    bool less, equal;

    mpfr_inits2(TRUSTED, near, other, (mpfr_ptr) NULL);
    mpfr_set(near, x, MPFR_RNDN);
    mpfr_set(other, y, MPFR_RNDN);
    less = mpfr_less_p(near, other);
    equal = mpfr_equal_p(near, other);
    mpfr_clears(near, other, (mpfr_ptr) NULL);
    return op == FORMULA_LESS         ? less
           : op == FORMULA_LESS_EQUAL ? less || equal
           : op == FORMULA_EQUAL      ? equal
                                      : !equal;
}

static uint64_t whole_word(enum formula_base base, mpfr_t x)
{
    mpfr_t near;
    long long number;

    if (base == FORMULA_BOOL)
        return !mpfr_zero_p(x);
    mpfr_init2(near, BITS);
    to_whole(near, x, FORMULA_TRUNC);
    number = base == FORMULA_INT ? mpfr_get_si(near, MPFR_RNDZ)
                                 : (long long) mpfr_get_ui(near, MPFR_RNDZ);
    number = base == FORMULA_INT                 ? (number < INT32_MIN   ? INT32_MIN
                                                    : number > INT32_MAX ? INT32_MAX
                                                                         : number)
             : number < 0 || number > UINT32_MAX ? UINT32_MAX
                                                 : number;
    mpfr_clear(near);
    return (uint32_t) number;
}

// Computes a step of floats from floats.
static void real_step(const struct formula_exact *exact, const struct formula_step *step,
                      mpfr_t out)
{
    mpfr_t *x = &exact->reals[step->args[0]];
    mpfr_t *y = &exact->reals[step->args[1] >= 0 ? step->args[1] : 0];

    switch (step->op) {
    case FORMULA_FMA:
        mpfr_fma(out, *x, *y, exact->reals[step->args[2]], MPFR_RNDN);
        break;
    case FORMULA_FLOOR:
    case FORMULA_CEIL:
    case FORMULA_TRUNC:
    case FORMULA_ROUND_EVEN: to_whole(out, *x, step->op); break;
    default:
        if (step->args[1] >= 0)
            real_functions_of_two[step->op](out, *x, *y, MPFR_RNDN);
        else
            real_functions[step->op](out, *x, MPFR_RNDN);
    }
}

// Sets a literal of the formula of a function, which stands for a number of GLSL's
// specification: pi / 180 in radians().
static void set_constant(mpfr_t out, const struct formula_step *step)
{
    const bool radians = !strcmp(step->function, "radians");

    mpfr_set_d(out, fp_from_bits64(step->word), MPFR_RNDN);
    if (!radians && strcmp(step->function, "degrees") != 0)
        return;
    mpfr_const_pi(out, MPFR_RNDN);
    if (radians)
        mpfr_div_ui(out, out, 180, MPFR_RNDN);
    else
        mpfr_ui_div(out, 180, out, MPFR_RNDN);
}

// Computes a step whose value is a float, but an argument may be none.
static void step_to_real(const struct formula_exact *exact,
                         const struct formula_step *step, const uint64_t *operands,
                         mpfr_t out)
{
    uint64_t word = step->args[0] >= 0 ? exact->words[step->args[0]] : 0;
    enum formula_base from =
        step->args[0] >= 0 ? exact->formula->steps[step->args[0]].base : FORMULA_FLOAT;

    switch (step->op) {
    case FORMULA_OPERAND: set_pattern(out, exact->format, operands[step->word]); break;
    case FORMULA_LITERAL:
        if (step->function)
            set_constant(out, step);
        else
            set_pattern(out, exact->format,
                        fp_convert(FP_BINARY64, exact->format, FP_RNE, step->word));
        break;
    case FORMULA_SELECT:
        mpfr_set(out, exact->reals[step->args[word ? 1 : 2]], MPFR_RNDN);
        break;
    case FORMULA_REINTERPRET: set_pattern(out, FP_BINARY32, word); break;
    case FORMULA_FROM_HALF: set_pattern(out, FP_BINARY16, word); break;
    case FORMULA_CONVERT:
        mpfr_set_d(out, from == FORMULA_INT ? (int32_t) word : (double) word, MPFR_RNDN);
        break;
    default: real_step(exact, step, out);
    }
}

static uint64_t step_to_word(const struct formula_exact *exact,
                             const struct formula_step *step)
{
    const struct formula_step *steps = exact->formula->steps;
    enum formula_base from = step->args[0] >= 0 ? steps[step->args[0]].base : step->base;
    int first = step->args[0] >= 0 ? step->args[0] : 0;
    int second = step->args[1] >= 0 ? step->args[1] : first;
    mpfr_t *x = &exact->reals[first];
    bool undefined = false;

    if (step->op == FORMULA_LITERAL)
        return step->word;
    if (step->op == FORMULA_SELECT)
        return exact->words[step->args[exact->words[first] ? 1 : 2]];
    if (from != FORMULA_FLOAT && step->op == FORMULA_CONVERT)
        return step->base == FORMULA_BOOL ? exact->words[first] != 0
                                          : exact->words[first];
    if (from != FORMULA_FLOAT)
        return formula_integer(step->op, from, exact->words[first], exact->words[second],
                               &undefined);
    switch (step->op) {
    case FORMULA_IS_NAN: return mpfr_nan_p(*x) != 0;
    case FORMULA_IS_INF: return mpfr_inf_p(*x) != 0;
    case FORMULA_REINTERPRET: return nearest_pattern(FP_BINARY32, *x);
    case FORMULA_TO_HALF: return nearest_pattern(FP_BINARY16, *x);
    case FORMULA_CONVERT: return whole_word(step->base, *x);
    default: return related(step->op, *x, exact->reals[second]);
    }
}

struct formula_exact *formula_exact(const struct formula *formula,
                                    struct fp_format format,
                                    const uint64_t operands[FORMULA_OPERANDS])
{
    struct formula_exact *exact = memory_new(1, sizeof *exact);
    size_t count = (size_t) formula->step_count;

    *exact =
        (struct formula_exact){ formula, format, memory_new(count, sizeof *exact->reals),
                                memory_new(count, sizeof *exact->words) };
    for (size_t i = 0; i < count; i++) {
        const struct formula_step *step = &formula->steps[i];

        mpfr_init2(exact->reals[i], BITS);
        if (step->base == FORMULA_FLOAT)
            step_to_real(exact, step, operands, exact->reals[i]);
        else
            exact->words[i] = step_to_word(exact, step);
    }
    return exact;
}

void formula_exact_text(const struct formula_exact *exact, int step, char *text,
                        size_t size)
{
    enum formula_base base = exact->formula->steps[step].base;
    uint32_t word = (uint32_t) exact->words[step];

    if (base == FORMULA_FLOAT) {
        mpfr_snprintf(text, size, "%.*Rg", exact->format.precision == 53 ? 17 : 8,
                      exact->reals[step]);
        if (!strpbrk(text, ".en") && !mpfr_integer_p(exact->reals[step]))
            mpfr_snprintf(text, size, "%.12Rg", exact->reals[step]);
    } else if (base == FORMULA_BOOL)
        snprintf(text, size, "%s", word ? "true" : "false");
    else if (base == FORMULA_INT)
        snprintf(text, size, "%d", (int32_t) word);
    else
        snprintf(text, size, "%u", word);
}

double formula_exact_ulp(const struct formula_exact *exact, int step)
{
    long exponent = 2 - exact->format.emax;

    if (!mpfr_number_p(exact->reals[step]))
        return NAN;
    if (!mpfr_zero_p(exact->reals[step]) && mpfr_get_exp(exact->reals[step]) > exponent)
        exponent = mpfr_get_exp(exact->reals[step]);
    return ldexp(1, (int) exponent - exact->format.precision);
}

double formula_exact_error(const struct formula_exact *exact, int step, double got)
{
    mpfr_t *want = &exact->reals[step], rest;
    double error;

    if (isinf(got) || mpfr_inf_p(*want))
        return mpfr_cmp_d(*want, got) == 0 ? 0 : NAN;
    if (mpfr_nan_p(*want) || isnan(got))
        return NAN;
    if (mpfr_zero_p(*want))
        return got == 0 ? 0 : INFINITY;
    mpfr_init2(rest, BITS);
    mpfr_d_sub(rest, got, *want, MPFR_RNDN);
    mpfr_div_d(rest, rest, formula_exact_ulp(exact, step), MPFR_RNDN);
    error = mpfr_get_d(rest, MPFR_RNDN);
    mpfr_clear(rest);
    return error;
}

void formula_exact_free(struct formula_exact *exact)
{
    for (int i = 0; exact && i < exact->formula->step_count; i++)
        mpfr_clear(exact->reals[i]);
    if (exact)
        free(exact->reals), free(exact->words);
    free(exact);
}

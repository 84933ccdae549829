// SPDX-License-Identifier: MIT
//
// Runs the steps of a formula on arrays of cases. Floats go to the unit one operation
// at a time; everything that does not round is computed here, and functions are those
// of elementary.h, rounded once.

#include "expression/formula.h"

#include "base/elementary.h"
#include "base/fp.h"
#include "base/log.h"
#include "unit/operation_exact.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define POSTFIX_DEPTH 5 // the stack of probe/shared/inside.c

static uint64_t shift_word(enum formula_op op, enum formula_base base, uint32_t x,
                           uint32_t y, bool *undefined)
{
    *undefined |= y > 31;
    if (op == FORMULA_LEFT)
        return x << (y & 31);
    return base == FORMULA_INT ? (uint32_t) ((int32_t) x >> (y & 31)) : x >> (y & 31);
}

static uint32_t divide(enum formula_op op, enum formula_base base, uint32_t x, uint32_t y,
                       bool *undefined)
{
    bool overflows = base == FORMULA_INT && x == 0x80000000u && y == UINT32_MAX;

    *undefined |= y == 0 || overflows;
    // The remainder of a negative number is undefined too.
    *undefined |=
        op == FORMULA_REMAINDER && base == FORMULA_INT && ((x | y) & 0x80000000u);
    if (y == 0 || overflows)
        return 0;
    if (base == FORMULA_INT)
        return (uint32_t) (op == FORMULA_DIV ? (int32_t) x / (int32_t) y
                                             : (int32_t) x % (int32_t) y);
    return op == FORMULA_DIV ? x / y : x % y;
}

uint64_t formula_integer(enum formula_op op, enum formula_base base, uint64_t x64,
                         uint64_t y64, bool *undefined)
{
    uint32_t x = (uint32_t) x64, y = (uint32_t) y64;
    bool is_signed = base == FORMULA_INT,
         less = is_signed ? (int32_t) x < (int32_t) y : x < y;

    switch (op) {
    case FORMULA_ADD: return x + y;
    case FORMULA_SUB: return x - y;
    case FORMULA_MUL: return x * y;
    case FORMULA_DIV:
    case FORMULA_REMAINDER: return divide(op, base, x, y, undefined);
    case FORMULA_AND: return x & y;
    case FORMULA_OR: return x | y;
    case FORMULA_XOR: return x ^ y;
    case FORMULA_LEFT:
    case FORMULA_RIGHT: return shift_word(op, base, x, y, undefined);
    case FORMULA_LESS: return less;
    case FORMULA_LESS_EQUAL: return less || x == y;
    case FORMULA_EQUAL: return x == y;
    case FORMULA_UNEQUAL: return x != y;
    case FORMULA_NEGATE: return -x;
    case FORMULA_NOT: return base == FORMULA_BOOL ? !x : ~x;
    case FORMULA_ABS: return is_signed && x >> 31 ? -x : x;
    case FORMULA_MIN: return less ? x : y;
    case FORMULA_MAX: return less ? y : x;
    default: assert(!"an operation on integers"); return 0;
    }
}

// ---- floats that do not need a unit ----

static double to_number(const struct fp_model *model, uint64_t bits)
{
    return fp_from_bits64(fp_convert(model->format, FP_BINARY64, FP_RNE, bits));
}

static uint64_t to_pattern(const struct fp_model *model, double number)
{
    return fp_convert(FP_BINARY64, model->format, model->round, fp_bits64(number));
}

static double (*const functions_of_one[])(double x) = {
    [FORMULA_SIN] = elementary_sin,     [FORMULA_COS] = elementary_cos,
    [FORMULA_TAN] = elementary_tan,     [FORMULA_ASIN] = elementary_asin,
    [FORMULA_ACOS] = elementary_acos,   [FORMULA_ATAN] = elementary_atan,
    [FORMULA_SINH] = elementary_sinh,   [FORMULA_COSH] = elementary_cosh,
    [FORMULA_TANH] = elementary_tanh,   [FORMULA_ASINH] = elementary_asinh,
    [FORMULA_ACOSH] = elementary_acosh, [FORMULA_ATANH] = elementary_atanh,
    [FORMULA_EXP] = elementary_exp,     [FORMULA_LOG] = elementary_log,
    [FORMULA_EXP2] = elementary_exp2,   [FORMULA_LOG2] = elementary_log2,
};

// Returns x^y; where the result is special, C's.
static double raise_to(double x, double y, bool *undefined)
{
    *undefined |= x < 0 || (x == 0 && y <= 0);
    return x > 0 && isfinite(x) && isfinite(y) ? elementary_pow(x, y) : pow(x, y);
}

static uint64_t apply_function(const struct formula_run *run, enum formula_op op,
                               const uint64_t *args, bool *undefined)
{
    const struct fp_model *model = &run->traits->model;
    double x = to_number(model, args[0]);
    bool coarse = op == FORMULA_SIN || op == FORMULA_COS || op == FORMULA_TAN;

    if (op == FORMULA_INVERSESQRT)
        return operation_exact_inversesqrt(model, args[0]);
    if (op == FORMULA_POW || op == FORMULA_ATAN2) {
        double y = to_number(model, args[1]);
        bool special = isinf(x) || isinf(y) || (x == 0 && y == 0);

        if (op == FORMULA_POW)
            return to_pattern(model, raise_to(x, y, undefined));
        *undefined |= x == 0 && y == 0;
        return to_pattern(model, special ? atan2(x, y) : elementary_atan2(x, y));
    }
    uint64_t bits = to_pattern(model, functions_of_one[op](x));

    return coarse ? traits_coarsen(model->format, run->traits->coarse_bits, bits) : bits;
}

static uint64_t compare_floats(const struct formula_run *run, enum formula_op op,
                               double x, double y)
{
    bool both = isnan(x) && isnan(y) && run->traits->nan_equal;

    switch (op) {
    case FORMULA_LESS: return x < y;
    case FORMULA_LESS_EQUAL: return x <= y;
    case FORMULA_EQUAL: return x == y || both;
    default: return !(x == y || both);
    }
}

static uint64_t least_of(double x, double y, const uint64_t *args, bool largest)
{
    bool swaps = largest ? x < y : y < x;

    if (isnan(x) || isnan(y))
        return args[isnan(x)];
    if (x == 0 && y == 0)
        return args[!signbit(x) != largest];
    return args[swaps];
}

static double to_integral(enum formula_op op, double x)
{
    double low = floor(x), rest = x - low;

    switch (op) {
    case FORMULA_FLOOR: return low;
    case FORMULA_CEIL: return ceil(x);
    case FORMULA_TRUNC: return trunc(x);
    default: return copysign(low + (rest > 0.5 || (rest == 0.5 && fmod(low, 2) != 0)), x);
    }
}

static uint64_t of_floats(const struct formula_run *run, enum formula_op op,
                          const uint64_t *args, bool *undefined)
{
    const struct fp_model *model = &run->traits->model;
    uint64_t sign = fp_zero(model->format, true);
    double x = to_number(model, args[0]), y = to_number(model, args[1]);

    switch (op) {
    case FORMULA_LESS:
    case FORMULA_LESS_EQUAL:
    case FORMULA_EQUAL:
    case FORMULA_UNEQUAL: return compare_floats(run, op, x, y);
    case FORMULA_NEGATE: return args[0] ^ sign;
    case FORMULA_ABS: return args[0] & ~sign;
    case FORMULA_FLOOR:
    case FORMULA_CEIL:
    case FORMULA_TRUNC:
    case FORMULA_ROUND_EVEN: return to_pattern(model, to_integral(op, x));
    case FORMULA_MIN:
    case FORMULA_MAX: return least_of(x, y, args, op == FORMULA_MAX);
    case FORMULA_IS_NAN: return isnan(x);
    case FORMULA_IS_INF: return isinf(x);
    case FORMULA_TO_HALF:
        return fp_convert(model->format, FP_BINARY16, run->traits->half, args[0]);
    default: return apply_function(run, op, args, undefined);
    }
}

// ---- conversions ----

static uint64_t to_integer(enum formula_base base, double x, bool *undefined)
{
    double low = base == FORMULA_INT ? -0x1p31 : 0;
    double high = base == FORMULA_INT ? 0x1p31 - 1 : 0x1p32 - 1, whole_x = trunc(x);

    *undefined |= !(whole_x >= low && whole_x <= high);
    whole_x = isnan(x) ? 0 : fmin(fmax(whole_x, low), high);
    return (uint32_t) (int64_t) whole_x;
}

// Converts a value of `from` to `to`.
static uint64_t convert_value(const struct fp_model *model, enum formula_base from,
                              enum formula_base to, uint64_t word, bool *undefined)
{
    bool negative = from == FORMULA_INT && (uint32_t) word >> 31;
    uint32_t magnitude = negative ? -(uint32_t) word : (uint32_t) word;

    if (to == FORMULA_FLOAT)
        return fp_pack(model->format, fp_round_last(model->round), negative, 0, magnitude,
                       false);
    if (from != FORMULA_FLOAT)
        return to == FORMULA_BOOL ? word != 0 : word;
    if (to == FORMULA_BOOL)
        return to_number(model, word) != 0;
    return to_integer(to, to_number(model, word), undefined);
}

static uint64_t scalar(const struct formula *formula, const struct formula_run *run,
                       const struct formula_step *step, const uint64_t *args,
                       bool *undefined)
{
    const struct fp_model *model = &run->traits->model;
    enum formula_base from =
        step->args[0] >= 0 ? formula->steps[step->args[0]].base : FORMULA_FLOAT;

    switch (step->op) {
    case FORMULA_LITERAL:
        return step->base == FORMULA_FLOAT
                   ? fp_convert(FP_BINARY64, model->format, FP_RNE, step->word)
                   : step->word;
    case FORMULA_SELECT: return args[args[0] ? 1 : 2];
    case FORMULA_REINTERPRET:
        return from == FORMULA_FLOAT
                   ? fp_convert(model->format, FP_BINARY32, FP_RNE, args[0])
                   : fp_convert(FP_BINARY32, model->format, model->round, args[0]);
    case FORMULA_FROM_HALF:
        return fp_convert(FP_BINARY16, model->format, FP_RNE, args[0]);
    case FORMULA_CONVERT:
        return convert_value(model, from, step->base, args[0], undefined);
    default: break;
    }
    return from == FORMULA_FLOAT
               ? of_floats(run, step->op, args, undefined)
               : formula_integer(step->op, from, args[0], args[1], undefined);
}

// ---- what a compiler does, and the unit ----

static uint64_t *step_values(const struct formula_run *run, int step)
{
    return step < 0 ? NULL : run->values + (size_t) step * run->count;
}

// Returns the step of y if step `i` is (x + y) - x; -1 if not.
static int folded_rest(const struct formula *formula, int i)
{
    const struct formula_step *step = &formula->steps[i], *sum;

    if (step->op != FORMULA_SUB)
        return -1;
    sum = &formula->steps[step->args[0]];
    if (sum->op != FORMULA_ADD)
        return -1;
    return sum->args[0] == step->args[1]   ? sum->args[1]
           : sum->args[1] == step->args[1] ? sum->args[0]
                                           : -1;
}

// Computes a sum or difference of which one side is a product in one rounding. Returns
// false if neither side is one.
static bool fuse(const struct formula *formula, const struct formula_run *run, int i,
                 bool *ok)
{
    const struct formula_step *step = &formula->steps[i], *product = NULL;
    uint64_t sign = fp_zero(run->traits->model.format, true), x[FORMULA_CHUNK],
             z[FORMULA_CHUNK];
    struct traits traits = *run->traits;
    int side;

    for (side = 0; side < 2 && !product; side++)
        if (formula->steps[step->args[side]].op == FORMULA_MUL)
            product = &formula->steps[step->args[side]];
    if (!product)
        return false;
    bool second = side == 2, minus = step->op == FORMULA_SUB;

    for (size_t k = 0; k < run->count; k++) {
        x[k] = step_values(run, product->args[0])[k] ^ (minus && second ? sign : 0);
        z[k] = step_values(run, step->args[!second])[k] ^ (minus && !second ? sign : 0);
    }
    traits.fma_separate = false; // what a compiler fuses is one operation
    *ok =
        traits_apply(&traits, run->unit, UNIT_FMA, x, step_values(run, product->args[1]),
                     z, step_values(run, i), run->count);
    return true;
}

static bool by_unit(const struct formula *formula, const struct formula_run *run, int i)
{
    const struct formula_step *step = &formula->steps[i];
    bool sum = step->op == FORMULA_ADD || step->op == FORMULA_SUB, ok;
    int rest = run->traits->folds & TRAITS_FOLDS_SUM ? folded_rest(formula, i) : -1;

    if (rest >= 0) {
        memcpy(step_values(run, i), step_values(run, rest),
               run->count * sizeof *run->values);
        return true;
    }
    if (sum && run->traits->contracts & TRAITS_FUSES_MUL_ADD &&
        fuse(formula, run, i, &ok))
        return ok;
    return traits_apply(run->traits, run->unit, (enum unit_op) step->op,
                        step_values(run, step->args[0]), step_values(run, step->args[1]),
                        step_values(run, step->args[2]), step_values(run, i), run->count);
}

static void one_by_one(const struct formula *formula, const struct formula_run *run,
                       int i)
{
    const struct formula_step *step = &formula->steps[i];

    for (size_t k = 0; k < run->count; k++) {
        uint64_t args[3] = { 0 };
        bool undefined = false;

        for (int n = 0; n < 3; n++)
            args[n] = step->args[n] >= 0 ? step_values(run, step->args[n])[k] : 0;
        step_values(run, i)[k] = scalar(formula, run, step, args, &undefined);
        if (undefined && run->undefined)
            *run->undefined = true;
    }
}

// Moves a value away from zero by so many ulp, or towards it.
static void nudge(const struct formula_run *run, int i)
{
    struct fp_format format = run->traits->model.format;

    for (size_t k = 0; k < run->count; k++) {
        uint64_t *value = &step_values(run, i)[k];

        if (fp_unpack(format, *value).class == FP_CLASS_FINITE)
            *value += (uint64_t) (int64_t) run->nudge;
    }
}

bool formula_run(const struct formula *formula, const struct formula_run *run)
{
    assert(run->count > 0 && run->count <= FORMULA_CHUNK);
    for (int i = 0; i < formula->step_count; i++) {
        const struct formula_step *step = &formula->steps[i];
        bool is_float = step->base == FORMULA_FLOAT && step->op <= FORMULA_FMA;

        if (step->op == FORMULA_OPERAND)
            memcpy(step_values(run, i), run->in[step->word],
                   run->count * sizeof *run->values);
        else if (!is_float)
            one_by_one(formula, run, i);
        else if (!by_unit(formula, run, i))
            return false;
        if (run->nudge && run->nudged == i)
            nudge(run, i);
    }
    return true;
}

// Returns how many values a program of postfix.h has at once.
static int postfix_depth(const char *program)
{
    int depth = 0, most = 0;

    for (; *program; program++) {
        depth += strchr("abcd01", *program) ? 1 : strchr("rn|", *program) ? 0 : -1;
        depth -= *program == 'f';
        most = depth > most ? depth : most;
    }
    return most;
}

bool formula_postfix(const struct formula *formula, int result, char *program,
                     size_t size)
{
    static const char letters[] = "+-*/rf";
    int todo[FORMULA_DEPTH], count = 0;
    size_t at = size;

    // Written from its end: a step, then what computes its last argument, and so on.
    todo[count++] = formula->results[result];
    while (count > 0) {
        const struct formula_step *step = &formula->steps[todo[--count]];
        bool one = step->op == FORMULA_LITERAL && step->word == fp_bits64(1);
        bool zero = step->op == FORMULA_LITERAL && step->word == 0;

        if (step->base != FORMULA_FLOAT || at < 2 || count > FORMULA_DEPTH - 3)
            return false;
        if (step->op == FORMULA_OPERAND)
            program[--at] = (char) ('a' + step->word);
        else if (one || zero)
            program[--at] = one ? '1' : '0';
        else if (step->op <= FORMULA_FMA)
            program[--at] = letters[step->op];
        else if (step->op == FORMULA_NEGATE || step->op == FORMULA_ABS)
            program[--at] = step->op == FORMULA_NEGATE ? 'n' : '|';
        else
            return false;
        for (int k = 0; k < 3; k++)
            if (step->args[k] >= 0)
                todo[count++] = step->args[k];
    }
    memmove(program, program + at, size - at);
    program[size - at] = '\0';
    return postfix_depth(program) <= POSTFIX_DEPTH;
}

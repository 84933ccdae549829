// SPDX-License-Identifier: MIT
//
// How it works
//
// A table: each expression has up to four cases, operands by name, and what IEEE 754-2019
// has for an answer: by the unit for its operations, by the table for functions, whose
// special cases are those of the C standard's Annex F (F.10), or follow from the formula
// that GLSL gives where C has no such function (mod, fract, smoothstep, normalize).
//
//     0 / 0, 0 * inf, inf - inf, sqrt(-1)   invalid: NaN (7.2)
//     1 / 0                                 inf, with the sign of both (7.3)
//     max + ulp/2                           a tie, and the even neighbour is 2^(emax+1):
//                                           to nearest even inf, toward zero max (7.4)
//     min(NaN, 1)                           1: C's fmin, IEEE 754's minimumNumber (9.6)
//
// The operands are data, since a compiler answers for itself where it can: what it makes
// of 0.0 / 0.0 is no answer of the device.

#include "probe/expressions/specials.h"
#include "base/fp.h"
#include "probe/list.h"

#define N NOT_A_NUMBER

// Name, kind, flags, cases {a, b, want}.
// clang-format off
#define TABLE(LINE) \
    LINE("0 / 0", DIV, SPECIALS_NO_NAN, \
         { ZERO, ZERO }, { MINUS_ZERO, ZERO }, { ZERO, MINUS_ZERO }, \
         { MINUS_ZERO, MINUS_ZERO }) \
    LINE("inf / inf", DIV, SPECIALS_NO_NAN, \
         { INF, INF }, { MINUS_INF, INF }, { INF, MINUS_INF }) \
    LINE("inf - inf", SUB, SPECIALS_NO_NAN, { INF, INF }, { MINUS_INF, MINUS_INF }) \
    LINE("0 * inf", MUL, SPECIALS_NO_NAN, \
         { ZERO, INF }, { INF, ZERO }, { MINUS_ZERO, INF }, { ZERO, MINUS_INF }) \
    LINE("sqrt(-1)", SQRT, SPECIALS_UNDEFINED, \
         { MINUS_ONE }, { MINUS_TWO }, { MINUS_INF }, { MINUS_MAX }) \
    LINE("NaN + 1", ADD, SPECIALS_NO_NAN, { N, ONE }, { ONE, N }, { N, INF }, { N, N }) \
    LINE("NaN * 0", MUL, SPECIALS_NO_NAN, { N, ZERO }, { ZERO, N }, { N, INF }, { N, N }) \
    LINE("sqrt(NaN)", SQRT, SPECIALS_NO_NAN, { N }) \
    LINE("bits of a NaN", BITS, SPECIALS_NO_NAN, \
         { N, ONE }, { N, TWO }, { N, THREE }, { N, FOUR }) \
    LINE("NaN == NaN", EQUAL, SPECIALS_NO_NAN, { N, N }, { N, ONE }, { ONE, N }, { N, INF }) \
    LINE("NaN != NaN", UNEQUAL, SPECIALS_NO_NAN, \
         { N, N }, { N, ONE }, { ONE, N }, { N, INF }) \
    LINE("NaN < 1", LESS, SPECIALS_NO_NAN, { N, ONE }, { ONE, N }, { N, N }, { N, INF }) \
    LINE("NaN >= 1", GREATER_EQUAL, SPECIALS_NO_NAN, \
         { N, ONE }, { ONE, N }, { N, N }, { N, MINUS_INF }) \
    LINE("!(NaN < 1)", NOT_LESS, SPECIALS_NO_NAN, \
         { N, ONE }, { ONE, N }, { N, N }, { N, INF }) \
    LINE("isnan(NaN)", TRUTH, SPECIALS_NO_NAN, \
         { N, ONE, ONE }, { INF, ONE, ZERO }, { ONE, ONE, ZERO }, { MINUS_INF, ONE, ZERO }) \
    LINE("isinf(inf)", TRUTH, 0, \
         { INF, ONE, ONE }, { MINUS_INF, ONE, ONE }, { N, ONE, ZERO }, { MAX, ONE, ZERO }) \
    LINE("min(NaN, 1)", FUNCTION, SPECIALS_UNDEFINED, \
         { N, ONE, ONE }, { N, MINUS_ONE, MINUS_ONE }) \
    LINE("min(1, NaN)", FUNCTION, SPECIALS_UNDEFINED, \
         { ONE, N, ONE }, { MINUS_ONE, N, MINUS_ONE }) \
    LINE("max(NaN, 1)", FUNCTION, SPECIALS_UNDEFINED, \
         { N, ONE, ONE }, { N, MINUS_ONE, MINUS_ONE }) \
    LINE("max(1, NaN)", FUNCTION, SPECIALS_UNDEFINED, \
         { ONE, N, ONE }, { MINUS_ONE, N, MINUS_ONE }) \
    LINE("clamp(NaN, 0, 1)", FUNCTION, SPECIALS_UNDEFINED, { N, ZERO, ZERO }) \
    LINE("sign(NaN)", FUNCTION, SPECIALS_NO_NAN, { N, ONE, N }) \
    LINE("-0 + 0", ADD, SPECIALS_RULES, \
         { MINUS_ZERO, ZERO }, { ZERO, MINUS_ZERO }, { MINUS_ZERO, MINUS_ZERO }, \
         { ZERO, ZERO }) \
    LINE("1 - 1", SUB, SPECIALS_RULES, { ONE, ONE }, { MINUS_ONE, MINUS_ONE }) \
    LINE("0 * -1", MUL, 0, \
         { ZERO, MINUS_ONE }, { MINUS_ONE, ZERO }, { MINUS_ZERO, ONE }, \
         { MINUS_ZERO, MINUS_ONE }) \
    LINE("-(0)", FUNCTION, 0, { ZERO, ONE, MINUS_ZERO }, { MINUS_ZERO, ONE, ZERO }) \
    LINE("-0 == 0", EQUAL, 0, { MINUS_ZERO, ZERO }, { ZERO, MINUS_ZERO }) \
    LINE("-0 < 0", LESS, 0, { MINUS_ZERO, ZERO }, { ZERO, MINUS_ZERO }) \
    LINE("1 / 0", DIV, 0, { ONE, ZERO }, { MINUS_ONE, ZERO }, { MAX, ZERO }) \
    LINE("1 / -0", DIV, 0, \
         { ONE, MINUS_ZERO }, { MINUS_ONE, MINUS_ZERO }, { INF, MINUS_ZERO }) \
    LINE("1 / inf", DIV, 0, \
         { ONE, INF }, { ONE, MINUS_INF }, { MINUS_ONE, INF }, { MINUS_ONE, MINUS_INF }) \
    LINE("sqrt(-0)", SQRT, 0, { MINUS_ZERO }, { ZERO }) \
    LINE("min(-0, 0)", FUNCTION, SPECIALS_EITHER_ZERO, \
         { MINUS_ZERO, ZERO, MINUS_ZERO }, { ZERO, MINUS_ZERO, MINUS_ZERO }) \
    LINE("inf + 1", ADD, 0, { INF, ONE }, { ONE, INF }, { MINUS_INF, MAX }) \
    LINE("inf * -1", MUL, 0, { INF, MINUS_ONE }, { MINUS_INF, MINUS_ONE }, { INF, TWO }) \
    LINE("max * 2", MUL, SPECIALS_RULES, \
         { MAX, TWO }, { MINUS_MAX, TWO }, { MAX, MAX }, { MINUS_MAX, MAX }) \
    LINE("max + max", ADD, SPECIALS_RULES, { MAX, MAX }, { MINUS_MAX, MINUS_MAX }) \
    LINE("max + ulp/2", ADD, SPECIALS_RULES, \
         { MAX, HALF_PLACE }, { MINUS_MAX, MINUS_HALF_PLACE }, { HALF_PLACE, MAX }) \
    LINE("max + ulp/4", ADD, SPECIALS_RULES, \
         { MAX, QUARTER_PLACE }, { MINUS_MAX, MINUS_QUARTER_PLACE }, { QUARTER_PLACE, MAX }) \
    LINE("floor(inf)", FUNCTION, 0, { INF, ONE, INF }, { MINUS_INF, ONE, MINUS_INF }) \
    LINE("floor(-0)", FUNCTION, 0, { MINUS_ZERO, ONE, MINUS_ZERO }, { ZERO, ONE, ZERO }) \
    LINE("fract(inf)", FUNCTION, SPECIALS_NO_NAN, { INF, ONE, N }, { MINUS_INF, ONE, N }) \
    LINE("mod(1, 0)", FUNCTION, SPECIALS_NO_NAN, { ONE, ZERO, N }, { ZERO, ZERO, N }) \
    LINE("log2(0)", FUNCTION, SPECIALS_UNDEFINED, \
         { ZERO, ONE, MINUS_INF }, { MINUS_ZERO, ONE, MINUS_INF }) \
    LINE("log2(-1)", FUNCTION, SPECIALS_UNDEFINED, \
         { MINUS_ONE, ONE, N }, { MINUS_INF, ONE, N }) \
    LINE("log(0)", FUNCTION, SPECIALS_UNDEFINED, \
         { ZERO, ONE, MINUS_INF }, { MINUS_ZERO, ONE, MINUS_INF }) \
    LINE("log2(inf)", FUNCTION, 0, { INF, ONE, INF }) \
    LINE("exp2(emax + 1)", FUNCTION, 0, { BEYOND, ONE, INF }, { INF, ONE, INF }) \
    LINE("exp2(-inf)", FUNCTION, 0, { MINUS_INF, ONE, ZERO }) \
    LINE("pow(0, 0)", FUNCTION, SPECIALS_UNDEFINED, \
         { ZERO, ZERO, ONE }, { MINUS_ZERO, ZERO, ONE }, { ZERO, MINUS_ZERO, ONE }) \
    LINE("pow(-2, 2)", FUNCTION, SPECIALS_UNDEFINED | SPECIALS_LOOSE, \
         { MINUS_TWO, TWO, FOUR }, { MINUS_TWO, THREE, MINUS_EIGHT }, \
         { MINUS_ONE, TWO, ONE }) \
    LINE("pow(0, -1)", FUNCTION, SPECIALS_UNDEFINED, \
         { ZERO, MINUS_ONE, INF }, { ZERO, MINUS_TWO, INF }) \
    LINE("tanh(90)", FUNCTION, SPECIALS_LOOSE, \
         { NINETY, ONE, ONE }, { MINUS_NINETY, ONE, MINUS_ONE }, { INF, ONE, ONE }, \
         { MINUS_INF, ONE, MINUS_ONE }) \
    LINE("sinh(90)", FUNCTION, 0, { NINETY, ONE, INF }, { MINUS_NINETY, ONE, MINUS_INF }) \
    LINE("cosh(90)", FUNCTION, 0, { NINETY, ONE, INF }, { MINUS_NINETY, ONE, INF }) \
    LINE("asin(2)", FUNCTION, SPECIALS_UNDEFINED, { TWO, ONE, N }, { MINUS_TWO, ONE, N }) \
    LINE("acos(2)", FUNCTION, SPECIALS_UNDEFINED, { TWO, ONE, N }, { MINUS_TWO, ONE, N }) \
    LINE("atanh(1)", FUNCTION, SPECIALS_UNDEFINED, \
         { ONE, ONE, INF }, { MINUS_ONE, ONE, MINUS_INF }) \
    LINE("atan(inf)", FUNCTION, SPECIALS_LOOSE, \
         { INF, ONE, HALF_PI }, { MINUS_INF, ONE, MINUS_HALF_PI }) \
    LINE("inversesqrt(0)", FUNCTION, SPECIALS_UNDEFINED, { ZERO, ONE, INF }) \
    LINE("inversesqrt(-1)", FUNCTION, SPECIALS_UNDEFINED, \
         { MINUS_ONE, ONE, N }, { MINUS_INF, ONE, N }) \
    LINE("normalize(vec2(0))", FUNCTION, SPECIALS_UNDEFINED, { ZERO, ZERO, N }) \
    LINE("smoothstep(a, a, x)", FUNCTION, SPECIALS_UNDEFINED, \
         { TWO, ONE, ONE }, { HALF, ONE, ZERO }) \
    LINE("sin(inf)", FUNCTION, SPECIALS_NO_NAN, { INF, ONE, N }, { MINUS_INF, ONE, N })
// clang-format on

#define NAME(name, kind, flags, ...) name,
#define ROW(name, kind, flags, ...)  { SPECIALS_##kind, flags, { __VA_ARGS__ } },

static const char *const names[] = { TABLE(NAME) };

const struct specials_row specials_rows[SPECIALS_EXPRESSIONS] = { TABLE(ROW) };

_Static_assert(sizeof names / sizeof *names == SPECIALS_EXPRESSIONS, "a name a line");

int specials_cases(const struct specials_row *row)
{
    int count = 0;

    while (count < SPECIALS_CASES && row->cases[count][0] != NO_NUMBER)
        count++;
    return count;
}

// NaNs that differ: the usual one, negative, with a payload, negative and signalling.
static uint64_t nan_word(struct fp_format carrier, enum specials_number which)
{
    bool wide = carrier.precision == 53;

    switch (which) {
    case TWO: return fp_nan(carrier) | fp_zero(carrier, true);
    case THREE: return wide ? UINT64_C(0x7ff8000012345678) : 0x7fc12345;
    case FOUR: return wide ? UINT64_C(0xfff4000012345678) : 0xffa12345;
    default: return fp_nan(carrier);
    }
}

// Operands 2 and 3 are 1.
static void specials_operand(const struct probe_params *params, int line, int at,
                             uint64_t *words)
{
    const struct specials_row *row = &specials_rows[line];
    struct fp_format format = params->model.format, carrier = expressions_carrier(params);
    int i = at % specials_cases(row);
    enum specials_number b = row->cases[i][1] == NO_NUMBER ? ONE : row->cases[i][1];
    const enum specials_number numbers[PROBE_OPERANDS] = { row->cases[i][0], b, ONE,
                                                           ONE };

    for (int k = 0; k < PROBE_OPERANDS; k++)
        words[k] = fp_convert(format, carrier, FP_RNE, specials_bits(format, numbers[k]));
    // A payload is for the format in which it came.
    if (row->kind == SPECIALS_BITS && format.precision == carrier.precision)
        words[0] = nan_word(carrier, b);
}

const struct probe probe_specials = {
    .name = "specials",
    .forms = 1u << FORM_PLAIN,
    .needs_width = true,
    .operands = PROBE_OPERANDS,
    .expressions =
        &(const struct expressions){
            .names = names,
            .count = SPECIALS_EXPRESSIONS,
            .columns = SPECIALS_CASES,
            .rows = 1,
            .results = 1,
            .signed_zeros = true,
            .in_es2 = true,
            .stages = EXPRESSIONS_STAGES,
            .precisions =
                1u << PRECISION_HIGHP | 1u << PRECISION_MEDIUMP | 1u << PRECISION_DOUBLE,
            .readout = READOUT_BITS,
            .operand = specials_operand,
            .answer = specials_answer,
            .judge = specials_judge,
        },
    .topic = "specials",
};

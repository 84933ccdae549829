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
#include "probe/deviates.h"
#include "probe/list.h"

#define N NOT_A_NUMBER

// Id, word, label, kind, flags, cases {a, b, want}.
// clang-format off
#define TABLE(LINE) \
    LINE(ZERO_DIV_ZERO, "zero-div-zero", "0 / 0", DIV, SPECIALS_NO_NAN, \
         { ZERO, ZERO }, { MINUS_ZERO, ZERO }, { ZERO, MINUS_ZERO }, \
         { MINUS_ZERO, MINUS_ZERO }) \
    LINE(INF_DIV_INF, "inf-div-inf", "inf / inf", DIV, SPECIALS_NO_NAN, \
         { INF, INF }, { MINUS_INF, INF }, { INF, MINUS_INF }) \
    LINE(INF_SUB_INF, "inf-sub-inf", "inf - inf", \
         SUB, SPECIALS_NO_NAN, { INF, INF }, { MINUS_INF, MINUS_INF }) \
    LINE(ZERO_MUL_INF, "zero-mul-inf", "0 * inf", MUL, SPECIALS_NO_NAN, \
         { ZERO, INF }, { INF, ZERO }, { MINUS_ZERO, INF }, { ZERO, MINUS_INF }) \
    LINE(SQRT_MINUS_ONE, "sqrt-minus-one", "sqrt(-1)", SQRT, SPECIALS_UNDEFINED, \
         { MINUS_ONE }, { MINUS_TWO }, { MINUS_INF }, { MINUS_MAX }) \
    LINE(NAN_ADD, "nan-add", "NaN + 1", \
         ADD, SPECIALS_NO_NAN, { N, ONE }, { ONE, N }, { N, INF }, { N, N }) \
    LINE(NAN_MUL_ZERO, "nan-mul-zero", "NaN * 0", \
         MUL, SPECIALS_NO_NAN, { N, ZERO }, { ZERO, N }, { N, INF }, { N, N }) \
    LINE(SQRT_NAN, "sqrt-nan", "sqrt(NaN)", SQRT, SPECIALS_NO_NAN, { N }) \
    LINE(NAN_BITS, "nan-bits", "bits of a NaN", BITS, SPECIALS_NO_NAN, \
         { N, ONE }, { N, TWO }, { N, THREE }, { N, FOUR }) \
    LINE(NAN_EQUAL, "nan-equal", "NaN == NaN", \
         EQUAL, SPECIALS_NO_NAN, { N, N }, { N, ONE }, { ONE, N }, { N, INF }) \
    LINE(NAN_UNEQUAL, "nan-unequal", "NaN != NaN", UNEQUAL, SPECIALS_NO_NAN, \
         { N, N }, { N, ONE }, { ONE, N }, { N, INF }) \
    LINE(NAN_LESS, "nan-less", "NaN < 1", \
         LESS, SPECIALS_NO_NAN, { N, ONE }, { ONE, N }, { N, N }, { N, INF }) \
    LINE(NAN_GREATER_EQUAL, "nan-greater-equal", "NaN >= 1", \
         GREATER_EQUAL, SPECIALS_NO_NAN, \
         { N, ONE }, { ONE, N }, { N, N }, { N, MINUS_INF }) \
    LINE(NAN_NOT_LESS, "nan-not-less", "!(NaN < 1)", NOT_LESS, SPECIALS_NO_NAN, \
         { N, ONE }, { ONE, N }, { N, N }, { N, INF }) \
    LINE(ISNAN, "isnan", "isnan(NaN)", TRUTH, SPECIALS_NO_NAN, \
         { N, ONE, ONE }, { INF, ONE, ZERO }, { ONE, ONE, ZERO }, { MINUS_INF, ONE, ZERO }) \
    LINE(ISINF, "isinf", "isinf(inf)", TRUTH, 0, \
         { INF, ONE, ONE }, { MINUS_INF, ONE, ONE }, { N, ONE, ZERO }, { MAX, ONE, ZERO }) \
    LINE(MIN_NAN_FIRST, "min-nan-first", "min(NaN, 1)", FUNCTION, SPECIALS_UNDEFINED, \
         { N, ONE, ONE }, { N, MINUS_ONE, MINUS_ONE }) \
    LINE(MIN_NAN_SECOND, "min-nan-second", "min(1, NaN)", \
         FUNCTION, SPECIALS_UNDEFINED, \
         { ONE, N, ONE }, { MINUS_ONE, N, MINUS_ONE }) \
    LINE(MAX_NAN_FIRST, "max-nan-first", "max(NaN, 1)", FUNCTION, SPECIALS_UNDEFINED, \
         { N, ONE, ONE }, { N, MINUS_ONE, MINUS_ONE }) \
    LINE(MAX_NAN_SECOND, "max-nan-second", "max(1, NaN)", \
         FUNCTION, SPECIALS_UNDEFINED, \
         { ONE, N, ONE }, { MINUS_ONE, N, MINUS_ONE }) \
    LINE(CLAMP_NAN, "clamp-nan", "clamp(NaN, 0, 1)", \
         FUNCTION, SPECIALS_UNDEFINED, { N, ZERO, ZERO }) \
    LINE(SIGN_NAN, "sign-nan", "sign(NaN)", FUNCTION, SPECIALS_NO_NAN, { N, ONE, N }) \
    LINE(ZERO_SUM, "zero-sum", "-0 + 0", ADD, SPECIALS_RULES, \
         { MINUS_ZERO, ZERO }, { ZERO, MINUS_ZERO }, { MINUS_ZERO, MINUS_ZERO }, \
         { ZERO, ZERO }) \
    LINE(ONE_SUB_ONE, "one-sub-one", "1 - 1", \
         SUB, SPECIALS_RULES, { ONE, ONE }, { MINUS_ONE, MINUS_ONE }) \
    LINE(ZERO_MUL_MINUS_ONE, "zero-mul-minus-one", "0 * -1", MUL, 0, \
         { ZERO, MINUS_ONE }, { MINUS_ONE, ZERO }, { MINUS_ZERO, ONE }, \
         { MINUS_ZERO, MINUS_ONE }) \
    LINE(NEG_ZERO, "neg-zero", "-(0)", \
         FUNCTION, 0, { ZERO, ONE, MINUS_ZERO }, { MINUS_ZERO, ONE, ZERO }) \
    LINE(ZERO_EQUAL, "zero-equal", "-0 == 0", \
         EQUAL, 0, { MINUS_ZERO, ZERO }, { ZERO, MINUS_ZERO }) \
    LINE(ZERO_LESS, "zero-less", "-0 < 0", \
         LESS, 0, { MINUS_ZERO, ZERO }, { ZERO, MINUS_ZERO }) \
    LINE(ONE_DIV_ZERO, "one-div-zero", "1 / 0", \
         DIV, 0, { ONE, ZERO }, { MINUS_ONE, ZERO }, { MAX, ZERO }) \
    LINE(ONE_DIV_MINUS_ZERO, "one-div-minus-zero", "1 / -0", DIV, 0, \
         { ONE, MINUS_ZERO }, { MINUS_ONE, MINUS_ZERO }, { INF, MINUS_ZERO }) \
    LINE(ONE_DIV_INF, "one-div-inf", "1 / inf", DIV, 0, \
         { ONE, INF }, { ONE, MINUS_INF }, { MINUS_ONE, INF }, { MINUS_ONE, MINUS_INF }) \
    LINE(SQRT_MINUS_ZERO, "sqrt-minus-zero", "sqrt(-0)", \
         SQRT, 0, { MINUS_ZERO }, { ZERO }) \
    LINE(MIN_ZEROS, "min-zeros", "min(-0, 0)", FUNCTION, SPECIALS_EITHER_ZERO, \
         { MINUS_ZERO, ZERO, MINUS_ZERO }, { ZERO, MINUS_ZERO, MINUS_ZERO }) \
    LINE(INF_ADD, "inf-add", "inf + 1", \
         ADD, 0, { INF, ONE }, { ONE, INF }, { MINUS_INF, MAX }) \
    LINE(INF_MUL, "inf-mul", "inf * -1", \
         MUL, 0, { INF, MINUS_ONE }, { MINUS_INF, MINUS_ONE }, { INF, TWO }) \
    LINE(MAX_TIMES_2, "max-times-2", "max * 2", MUL, SPECIALS_RULES, \
         { MAX, TWO }, { MINUS_MAX, TWO }, { MAX, MAX }, { MINUS_MAX, MAX }) \
    LINE(MAX_ADD_MAX, "max-add-max", "max + max", \
         ADD, SPECIALS_RULES, { MAX, MAX }, { MINUS_MAX, MINUS_MAX }) \
    LINE(MAX_HALF_ULP, "max-half-ulp", "max + ulp/2", ADD, SPECIALS_RULES, \
         { MAX, HALF_PLACE }, { MINUS_MAX, MINUS_HALF_PLACE }, { HALF_PLACE, MAX }) \
    LINE(MAX_QUARTER_ULP, "max-quarter-ulp", "max + ulp/4", ADD, SPECIALS_RULES, \
         { MAX, QUARTER_PLACE }, { MINUS_MAX, MINUS_QUARTER_PLACE }, { QUARTER_PLACE, MAX }) \
    LINE(FLOOR_INF, "floor-inf", "floor(inf)", \
         FUNCTION, 0, { INF, ONE, INF }, { MINUS_INF, ONE, MINUS_INF }) \
    LINE(FLOOR_MINUS_ZERO, "floor-minus-zero", "floor(-0)", \
         FUNCTION, 0, { MINUS_ZERO, ONE, MINUS_ZERO }, { ZERO, ONE, ZERO }) \
    LINE(FRACT_INF, "fract-inf", "fract(inf)", \
         FUNCTION, SPECIALS_NO_NAN, { INF, ONE, N }, { MINUS_INF, ONE, N }) \
    LINE(MOD_ZERO, "mod-zero", "mod(1, 0)", \
         FUNCTION, SPECIALS_NO_NAN, { ONE, ZERO, N }, { ZERO, ZERO, N }) \
    LINE(LOG2_ZERO, "log2-zero", "log2(0)", FUNCTION, SPECIALS_UNDEFINED, \
         { ZERO, ONE, MINUS_INF }, { MINUS_ZERO, ONE, MINUS_INF }) \
    LINE(LOG2_MINUS_ONE, "log2-minus-one", "log2(-1)", FUNCTION, SPECIALS_UNDEFINED, \
         { MINUS_ONE, ONE, N }, { MINUS_INF, ONE, N }) \
    LINE(LOG_ZERO, "log-zero", "log(0)", FUNCTION, SPECIALS_UNDEFINED, \
         { ZERO, ONE, MINUS_INF }, { MINUS_ZERO, ONE, MINUS_INF }) \
    LINE(LOG2_INF, "log2-inf", "log2(inf)", FUNCTION, 0, { INF, ONE, INF }) \
    LINE(EXP2_BEYOND, "exp2-beyond", "exp2(emax + 1)", \
         FUNCTION, 0, { BEYOND, ONE, INF }, { INF, ONE, INF }) \
    LINE(EXP2_MINUS_INF, "exp2-minus-inf", "exp2(-inf)", \
         FUNCTION, 0, { MINUS_INF, ONE, ZERO }) \
    LINE(POW_ZERO_ZERO, "pow-zero-zero", "pow(0, 0)", FUNCTION, SPECIALS_UNDEFINED, \
         { ZERO, ZERO, ONE }, { MINUS_ZERO, ZERO, ONE }, { ZERO, MINUS_ZERO, ONE }) \
    LINE(POW_MINUS_TWO, "pow-minus-two", "pow(-2, 2)", \
         FUNCTION, SPECIALS_UNDEFINED | SPECIALS_LOOSE, \
         { MINUS_TWO, TWO, FOUR }, { MINUS_TWO, THREE, MINUS_EIGHT }, \
         { MINUS_ONE, TWO, ONE }) \
    LINE(POW_ZERO_MINUS_ONE, "pow-zero-minus-one", "pow(0, -1)", \
         FUNCTION, SPECIALS_UNDEFINED, \
         { ZERO, MINUS_ONE, INF }, { ZERO, MINUS_TWO, INF }) \
    LINE(TANH_LARGE, "tanh-large", "tanh(90)", FUNCTION, SPECIALS_LOOSE | SPECIALS_BY_EXP, \
         { NINETY, ONE, ONE }, { MINUS_NINETY, ONE, MINUS_ONE }, { INF, ONE, ONE }, \
         { MINUS_INF, ONE, MINUS_ONE }) \
    LINE(SINH_LARGE, "sinh-large", "sinh(90)", \
         FUNCTION, 0, { NINETY, ONE, INF }, { MINUS_NINETY, ONE, MINUS_INF }) \
    LINE(COSH_LARGE, "cosh-large", "cosh(90)", \
         FUNCTION, 0, { NINETY, ONE, INF }, { MINUS_NINETY, ONE, INF }) \
    LINE(ASIN_TWO, "asin-two", "asin(2)", \
         FUNCTION, SPECIALS_UNDEFINED, { TWO, ONE, N }, { MINUS_TWO, ONE, N }) \
    LINE(ACOS_TWO, "acos-two", "acos(2)", \
         FUNCTION, SPECIALS_UNDEFINED, { TWO, ONE, N }, { MINUS_TWO, ONE, N }) \
    LINE(ATANH_ONE, "atanh-one", "atanh(1)", FUNCTION, SPECIALS_UNDEFINED, \
         { ONE, ONE, INF }, { MINUS_ONE, ONE, MINUS_INF }) \
    LINE(ATAN_INF, "atan-inf", "atan(inf)", FUNCTION, SPECIALS_LOOSE, \
         { INF, ONE, HALF_PI }, { MINUS_INF, ONE, MINUS_HALF_PI }) \
    LINE(INVERSESQRT_ZERO, "inversesqrt-zero", "inversesqrt(0)", \
         FUNCTION, SPECIALS_UNDEFINED, { ZERO, ONE, INF }) \
    LINE(INVERSESQRT_MINUS_ONE, "inversesqrt-minus-one", "inversesqrt(-1)", \
         FUNCTION, SPECIALS_UNDEFINED, \
         { MINUS_ONE, ONE, N }, { MINUS_INF, ONE, N }) \
    LINE(NORMALIZE_ZERO, "normalize-zero", "normalize(vec2(0))", \
         FUNCTION, SPECIALS_UNDEFINED, { ZERO, ZERO, N }) \
    LINE(SMOOTHSTEP_SAME, "smoothstep-same", "smoothstep(a, a, x)", \
         FUNCTION, SPECIALS_UNDEFINED, \
         { TWO, ONE, ONE }, { HALF, ONE, ZERO }) \
    LINE(SIN_INF, "sin-inf", "sin(inf)", \
         FUNCTION, SPECIALS_NO_NAN, { INF, ONE, N }, { MINUS_INF, ONE, N }) \
    LINE(MIX_NAN_ZERO, "mix-nan-zero", "mix(1, NaN, 0)", \
         FUNCTION, SPECIALS_NO_NAN, { N, ZERO, N }, { INF, ZERO, N }) \
    LINE(MIX_NAN_ONE, "mix-nan-one", "mix(NaN, 1, 1)", \
         FUNCTION, SPECIALS_NO_NAN, { N, ONE, N }, { INF, ONE, N }) \
    LINE(MIX_FALSE, "mix-false", "mix(1, NaN, false)", SELECT, 0, \
         { N, ONE, ONE }, { INF, ONE, ONE }, { TWO, HALF, TWO }) \
    LINE(SELECT_NAN, "select-nan", "false ? NaN : 1", SELECT, 0, \
         { N, ONE, ONE }, { INF, ONE, ONE }, { TWO, HALF, TWO }) \
    LINE(FRACT_LITTLE, "fract-little", "fract(-ulp/4)", SUB, SPECIALS_LOOSE, \
         { MINUS_LITTLE, MINUS_ONE })
// clang-format on

#define ID(id, word, text, kind, flags, ...) LINE_##id,
#define EXPRESSION(id, word, text, kind, flags, ...) \
    [LINE_##id] = { word, .label = text },
#define ROW(id, word, text, kind, flags, ...) \
    [LINE_##id] = { SPECIALS_##kind, flags, { __VA_ARGS__ } },

enum line { TABLE(ID) LINES };

_Static_assert(LINES == SPECIALS_EXPRESSIONS, "the header counts the expressions");

static const struct expression list[SPECIALS_EXPRESSIONS] = { TABLE(EXPRESSION) };

const struct specials_row specials_rows[SPECIALS_EXPRESSIONS] = { TABLE(ROW) };

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

// Operands 2 and 3 are 1. Operand 1 is the floor of operand 0 for fract(), which the
// shader does not see.
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

// Whether the case that is told is wrong by a sign alone, of a zero or made by one.
static bool is_sign_of_zero(const struct finding_case *example)
{
    uint64_t sign = UINT64_C(1) << (example->wide ? 63 : 31);
    bool zero = !(example->want[0] & ~sign);

    for (int i = 0; i < example->operands; i++)
        zero |= example->in[i] == sign;
    return zero && (example->got[0] ^ example->want[0]) == sign;
}

static bool takes_nan(const struct finding_case *example)
{
    uint64_t infinity = example->wide ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23;
    uint64_t sign = UINT64_C(1) << (example->wide ? 63 : 31);

    for (int i = 0; i < example->operands; i++)
        if ((example->in[i] & ~sign) > infinity)
            return true;
    return false;
}

// An operand that is not selected has no effect, not even a NaN (GLSL 4.60, 8.3).
static bool is_selected(const struct finding *finding)
{
    return finding_asks(finding, "mix-false") || finding_asks(finding, "select-nan");
}

static bool breaks_special(const struct result *result, const struct finding *finding)
{
    static const char *const promised[] = { "isnan",
                                            "isinf",
                                            "zero-sum",
                                            "one-sub-one",
                                            "zero-mul-minus-one",
                                            "neg-zero",
                                            "zero-equal",
                                            "zero-less",
                                            "one-div-zero",
                                            "one-div-minus-zero",
                                            "one-div-inf",
                                            "sqrt-minus-zero",
                                            "min-zeros",
                                            "inf-add",
                                            "inf-mul",
                                            "floor-minus-zero",
                                            "mix-false",
                                            "select-nan",
                                            NULL };
    const struct finding_case *example = &finding->example;

    return !deviates_is_narrow(result) && deviates_is_listed(finding, promised) &&
           example->wanted && (!takes_nan(example) || is_selected(finding)) &&
           !is_sign_of_zero(example);
}

const struct probe probe_specials = {
    .name = "specials",
    .forms = 1u << FORM_PLAIN,
    .needs_width = true,
    .operands = PROBE_OPERANDS,
    .expressions =
        &(const struct expressions){
            .list = list,
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
            .kinds = specials_kinds,
            .alike = ALIKE_EVERYWHERE,
            .judge = specials_judge,
            .breaks_glsl = breaks_special,
        },
    .topic = "specials",
};

// SPDX-License-Identifier: MIT
//
// What MPFR has is rounded once, and its answer tells on which side of the rounded value
// the exact one lies, so that tanh(400), which is 1 but for 2^-1154, needs no more bits
// than tanh(1). Over- and underflow are told by MPFR's flags.

#include "sweep/exact_value.h"

#include "sweep/exact_composed.h"

#include <assert.h>

// A function of MPFR of one or two operands, or one of ours.
static const struct {
    int (*one)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    int (*two)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
    void (*own)(struct exact_value *, const struct exact_ask *);
} functions[MATH_COUNT] = {
    [MATH_SIN] = { .one = mpfr_sin },
    [MATH_COS] = { .one = mpfr_cos },
    [MATH_TAN] = { .one = mpfr_tan },
    [MATH_ASIN] = { .one = mpfr_asin },
    [MATH_ACOS] = { .one = mpfr_acos },
    [MATH_ATAN] = { .one = mpfr_atan },
    [MATH_SINH] = { .one = mpfr_sinh },
    [MATH_COSH] = { .one = mpfr_cosh },
    [MATH_TANH] = { .one = mpfr_tanh },
    [MATH_ASINH] = { .one = mpfr_asinh },
    [MATH_ACOSH] = { .one = mpfr_acosh },
    [MATH_ATANH] = { .one = mpfr_atanh },
    [MATH_EXP] = { .one = mpfr_exp },
    [MATH_EXP2] = { .one = mpfr_exp2 },
    [MATH_EXP10] = { .one = mpfr_exp10 },
    [MATH_EXPM1] = { .one = mpfr_expm1 },
    [MATH_LOG] = { .one = mpfr_log },
    [MATH_LOG2] = { .one = mpfr_log2 },
    [MATH_LOG10] = { .one = mpfr_log10 },
    [MATH_LOG1P] = { .one = mpfr_log1p },
    [MATH_SQRT] = { .one = mpfr_sqrt },
    [MATH_RSQRT] = { .own = exact_composed_rsqrt },
    [MATH_RCP] = { .own = exact_composed_rcp },
    [MATH_CBRT] = { .one = mpfr_cbrt },
    [MATH_RCBRT] = { .own = exact_composed_rcbrt },
    [MATH_SINPI] = { .own = exact_composed_sinpi },
    [MATH_COSPI] = { .own = exact_composed_cospi },
    [MATH_ERF] = { .one = mpfr_erf },
    [MATH_ERFC] = { .one = mpfr_erfc },
    [MATH_ERFCX] = { .own = exact_composed_erfcx },
    [MATH_ERFINV] = { .own = exact_composed_erfinv },
    [MATH_ERFCINV] = { .own = exact_composed_erfcinv },
    [MATH_NORMCDF] = { .own = exact_composed_normcdf },
    [MATH_NORMCDFINV] = { .own = exact_composed_normcdfinv },
    [MATH_LGAMMA] = { .own = exact_composed_lgamma },
    [MATH_TGAMMA] = { .one = mpfr_gamma },
    [MATH_J0] = { .one = mpfr_j0 },
    [MATH_J1] = { .own = exact_composed_j1 },
    [MATH_Y0] = { .one = mpfr_y0 },
    [MATH_Y1] = { .one = mpfr_y1 },
    [MATH_I0] = { .own = exact_composed_i0 },
    [MATH_I1] = { .own = exact_composed_i1 },
    [MATH_FLOOR] = { .one = mpfr_rint_floor },
    [MATH_CEIL] = { .one = mpfr_rint_ceil },
    [MATH_ROUND] = { .one = mpfr_rint_round },
    [MATH_ROUND_EVEN] = { .one = mpfr_rint_roundeven },
    [MATH_TRUNC] = { .one = mpfr_rint_trunc },
    [MATH_FRACT] = { .own = exact_composed_fract },
    [MATH_ABS] = { .one = mpfr_abs },
    [MATH_SIGN] = { .own = exact_composed_sign },
    [MATH_DEGREES] = { .own = exact_composed_degrees },
    [MATH_RADIANS] = { .own = exact_composed_radians },
    [MATH_SATURATE] = { .own = exact_composed_saturate },
    [MATH_LOGB] = { .own = exact_composed_logb },
    [MATH_ILOGB] = { .own = exact_composed_logb },
    [MATH_FREXP] = { .own = exact_composed_frexp },
    [MATH_FREXP_EXP] = { .own = exact_composed_frexp_exp },
    [MATH_MODF] = { .one = mpfr_frac },
    [MATH_MODF_INT] = { .one = mpfr_rint_trunc },
    [MATH_IDENTITY] = { .one = mpfr_set },
    [MATH_FROM_INT] = { .one = mpfr_set },
    [MATH_FROM_UINT] = { .one = mpfr_set },
    [MATH_FROM_HALF] = { .one = mpfr_set },
    [MATH_FROM_HALF_HIGH] = { .one = mpfr_set },
    [MATH_DIV] = { .two = mpfr_div },
    [MATH_POW] = { .two = mpfr_pow },
    [MATH_ATAN2] = { .two = mpfr_atan2 },
    [MATH_FMOD] = { .two = mpfr_fmod },
    [MATH_REMAINDER] = { .two = mpfr_remainder },
    [MATH_REMQUO] = { .two = mpfr_remainder },
    [MATH_REMQUO_LOW] = { .own = exact_composed_remquo_low },
    [MATH_HYPOT] = { .two = mpfr_hypot },
    [MATH_LDEXP] = { .own = exact_composed_ldexp },
    [MATH_JN] = { .own = exact_composed_jn },
    [MATH_YN] = { .own = exact_composed_yn },
};

// A thread's numbers, kept from call to call: the last three are the operands and y.
static _Thread_local struct {
    mpfr_t numbers[EXACT_VALUE_TEMPS + 3];
    bool ready;
} kept;

static mpfr_ptr number_kept(int index, mpfr_prec_t precision)
{
    if (!kept.ready)
        for (int i = 0; i < EXACT_VALUE_TEMPS + 3; i++)
            mpfr_init2(kept.numbers[i], 256);
    kept.ready = true;
    mpfr_set_prec(kept.numbers[index], precision);
    return kept.numbers[index];
}

mpfr_ptr exact_value_temp(int index, mpfr_prec_t precision)
{
    assert(index >= 0 && index < EXACT_VALUE_TEMPS);
    return number_kept(index, precision);
}

void exact_value_finish(void)
{
    if (kept.ready)
        for (int i = 0; i < EXACT_VALUE_TEMPS + 3; i++)
            mpfr_clear(kept.numbers[i]);
    kept.ready = false;
    mpfr_free_cache();
}

void exact_value_zero(struct exact_value *value, bool negative)
{
    value->class = EXACT_ZERO;
    value->negative = negative;
}

void exact_value_infinity(struct exact_value *value, bool negative)
{
    value->class = EXACT_INFINITE;
    value->negative = negative;
}

void exact_value_number(struct exact_value *value, long number)
{
    assert(number != 0);
    mpfr_set_si(value->y, number, MPFR_RNDN);
    value->class = EXACT_NUMBER;
    value->exact = true;
}

static void far(struct exact_value *value, bool large)
{
    int exponent = large ? EXACT_VALUE_FAR : -EXACT_VALUE_FAR;
    bool negative = mpfr_signbit(value->y) != 0;

    mpfr_set_si_2exp(value->y, negative ? -1 : 1, exponent, MPFR_RNDN);
    value->class = EXACT_NUMBER;
    value->exact = value->far = true;
}

void exact_value_rounded(struct exact_value *value, int ternary)
{
    value->negative = mpfr_signbit(value->y) != 0;
    value->class = EXACT_NUMBER;
    if (mpfr_nan_p(value->y))
        value->class = EXACT_NAN;
    else if (mpfr_overflow_p() || mpfr_underflow_p())
        far(value, mpfr_overflow_p());
    else if (mpfr_inf_p(value->y))
        value->class = EXACT_INFINITE;
    else if (mpfr_zero_p(value->y))
        value->class = EXACT_ZERO;
    else if (ternary == 0)
        value->exact = true;
    else {
        value->side = ternary > 0 ? -1 : 1;
        value->error = mpfr_get_exp(value->y) - mpfr_get_prec(value->y);
    }
}

void exact_value_close(struct exact_value *value, mpfr_srcptr from, double limit,
                       int side)
{
    mpfr_set(value->y, from, MPFR_RNDN);
    exact_value_rounded(value, 1);
    value->side = 0;
    if (limit != 0 && !value->exact && mpfr_cmp_d(value->y, limit) == 0)
        value->side = side;
}

void exact_value_unpack(mpfr_ptr out, struct fp_format format, uint64_t bits)
{
    struct fp_parts parts = fp_unpack(format, bits);

    switch (parts.class) {
    case FP_CLASS_NAN: mpfr_set_nan(out); break;
    case FP_CLASS_INFINITE: mpfr_set_inf(out, parts.negative ? -1 : 1); break;
    case FP_CLASS_ZERO: mpfr_set_zero(out, parts.negative ? -1 : 1); break;
    case FP_CLASS_FINITE:
        mpfr_set_ui_2exp(out, parts.significand, parts.exponent, MPFR_RNDN);
        mpfr_setsign(out, out, parts.negative, MPFR_RNDN);
        break;
    }
}

static void first_operand(mpfr_ptr out, enum math_id math, bool wide, uint64_t bits)
{
    switch (math) {
    case MATH_FROM_INT: mpfr_set_si(out, (int32_t) (uint32_t) bits, MPFR_RNDN); break;
    case MATH_FROM_UINT: mpfr_set_ui(out, (uint32_t) bits, MPFR_RNDN); break;
    case MATH_FROM_HALF: exact_value_unpack(out, FP_BINARY16, bits & 0xffff); break;
    case MATH_FROM_HALF_HIGH:
        exact_value_unpack(out, FP_BINARY16, bits >> 16 & 0xffff);
        break;
    default: exact_value_unpack(out, wide ? FP_BINARY64 : FP_BINARY32, bits); break;
    }
}

void exact_value_of(struct exact_value *value, enum math_id math, bool wide,
                    struct operands operands, int precision)
{
    mpfr_ptr a = number_kept(EXACT_VALUE_TEMPS, 64);
    mpfr_ptr b = number_kept(EXACT_VALUE_TEMPS + 1, 64);
    struct exact_ask ask = { math, a, b, (int32_t) (uint32_t) operands.b, precision };

    assert((unsigned) math < MATH_COUNT && precision >= 64 && precision <= 1 << 16);
    *value = (struct exact_value){ .y = number_kept(EXACT_VALUE_TEMPS + 2, precision) };
    first_operand(a, math, wide, operands.a);
    if (math_list[math].operands == MATH_FLOATS)
        exact_value_unpack(b, wide ? FP_BINARY64 : FP_BINARY32, operands.b);
    mpfr_clear_flags();
    if (functions[math].one)
        exact_value_rounded(value, functions[math].one(value->y, a, MPFR_RNDN));
    else if (functions[math].two)
        exact_value_rounded(value, functions[math].two(value->y, a, b, MPFR_RNDN));
    else
        functions[math].own(value, &ask);
}

// SPDX-License-Identifier: MIT
//
// How it works: MPFR rounds a value once, and its return value tells on which side of
// the rounded value the exact one lies. So tanh(400), which is 1 except for 2^-1154,
// needs no more bits than tanh(1). MPFR's flags show overflow and underflow.

#include "sweep/exact_value.h"

#include "sweep/exact.h"

#include "base/fp.h"
#include "base/memory.h"

#include <assert.h>
#include <gmp.h>
#include <stdlib.h>

static void *value_new(size_t size)
{
    return memory_resize(NULL, 1, size);
}

static void *value_resize(void *old, size_t before, size_t size)
{
    (void) before;
    return memory_resize(old, 1, size);
}

static void value_free(void *memory, size_t size)
{
    (void) size;
    free(memory);
}

// Makes GMP use the program's memory, before main(): without memory, the program ends
// with its own message, where GMP would abort.
__attribute__((constructor)) static void value_use_memory(void)
{
    mp_set_memory_functions(value_new, value_resize, value_free);
}

#define ONE(id, name) [MATH_##id] = { .one = mpfr_##name },
#define TWO(id, name) [MATH_##id] = { .two = mpfr_##name },
#define OWN(id, name) [MATH_##id] = { .own = exact_##name },

// The functions: MPFR's, of one or two operands, and ours.
static const struct {
    int (*one)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    int (*two)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
    exact_function *own;
} functions[MATH_COUNT] = {
    // clang-format off
    ONE(SIN, sin) ONE(COS, cos) ONE(TAN, tan) ONE(ASIN, asin) ONE(ACOS, acos)
    ONE(ATAN, atan) ONE(SINH, sinh) ONE(COSH, cosh) ONE(TANH, tanh) ONE(ASINH, asinh)
    ONE(ACOSH, acosh) ONE(ATANH, atanh) ONE(EXP, exp) ONE(EXP2, exp2) ONE(EXP10, exp10)
    ONE(EXPM1, expm1) ONE(LOG, log) ONE(LOG2, log2) ONE(LOG10, log10) ONE(LOG1P, log1p)
    ONE(SQRT, sqrt) OWN(RSQRT, composed_rsqrt) OWN(RCP, composed_rcp) ONE(CBRT, cbrt)
    OWN(RCBRT, composed_rcbrt) OWN(SINPI, composed_turns) OWN(COSPI, composed_turns)
    ONE(ERF, erf) ONE(ERFC, erfc) OWN(ERFCX, composed_erfcx) OWN(ERFINV, inverse_erfinv)
    OWN(ERFCINV, inverse_erfcinv) OWN(NORMCDF, composed_normcdf)
    OWN(NORMCDFINV, inverse_normcdfinv) OWN(LGAMMA, composed_lgamma) ONE(TGAMMA, gamma)
    ONE(J0, j0) OWN(J1, bessel_j1) ONE(Y0, y0) ONE(Y1, y1) OWN(I0, bessel_i)
    OWN(I1, bessel_i) ONE(FLOOR, rint_floor) ONE(CEIL, rint_ceil) ONE(ROUND, rint_round)
    ONE(ROUND_EVEN, rint_roundeven) ONE(TRUNC, rint_trunc) OWN(FRACT, parts_fract)
    ONE(ABS, abs) OWN(SIGN, parts_sign) OWN(DEGREES, composed_scaled)
    OWN(RADIANS, composed_scaled) OWN(SATURATE, parts_saturate) OWN(LOGB, parts_logb)
    OWN(ILOGB, parts_logb) OWN(FREXP, parts_frexp) OWN(FREXP_EXP, parts_frexp_exp)
    ONE(MODF, frac) ONE(MODF_INT, rint_trunc) ONE(IDENTITY, set) ONE(FROM_INT, set)
    ONE(FROM_UINT, set) ONE(FROM_HALF, set) ONE(FROM_HALF_HIGH, set) TWO(DIV, div)
    TWO(POW, pow) TWO(ATAN2, atan2) TWO(FMOD, fmod) TWO(REMAINDER, remainder)
    TWO(REMQUO, remainder) OWN(REMQUO_LOW, parts_remquo_low) TWO(HYPOT, hypot)
    OWN(LDEXP, parts_ldexp) OWN(JN, bessel_jn) OWN(YN, bessel_yn)
    // clang-format on
};

// The numbers of a thread, kept from call to call: the last three are the operands and
// y.
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

void exact_finish_thread(void)
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

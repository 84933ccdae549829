// SPDX-License-Identifier: MIT
//
// How it works
//
// By MPFR: emin and emax are set to the format's, the operation is rounded to p bits
// by MPFR, and mpfr_subnormalize does the rest. By hand: the result is computed with
// so many bits that sums and products are exact, and quotients and roots are cut off
// with a note that something is missing; divided by the last place it is a whole
// number k and a fraction, and the rule says k or k + 1.

#include "tests/unit/oracle.h"

#include <assert.h>
#include <mpfr.h>

struct exact {
    mpfr_t value;
    bool more; // the magnitude is a little larger than that of value
};

static int field_width(struct fp_format format)
{
    int width = 0;
    while ((2 * format.emax + 1) >> width != 0)
        width++;
    return width;
}

// Enough for the exact sum of the smallest and the largest product.
static mpfr_prec_t exact_precision(struct fp_format format)
{
    return 4 * (format.emax + format.precision) + 64;
}

static void decode(mpfr_t value, struct fp_format format, uint64_t bits)
{
    int fraction_bits = format.precision - 1;
    uint64_t fraction = bits % (UINT64_C(1) << fraction_bits);
    int width = field_width(format);
    int field = (int) (bits >> fraction_bits & ((UINT64_C(1) << width) - 1));
    int sign = bits >> (fraction_bits + width) & 1 ? -1 : 1;

    if (field > 2 * format.emax && fraction == 0)
        mpfr_set_inf(value, sign);
    else if (field > 2 * format.emax)
        mpfr_set_nan(value);
    else if (field == 0)
        mpfr_set_ui_2exp(value, fraction, 1 - format.emax - fraction_bits, MPFR_RNDN);
    else
        mpfr_set_ui_2exp(value, fraction + (UINT64_C(1) << fraction_bits),
                         field - format.emax - fraction_bits, MPFR_RNDN);
    mpfr_setsign(value, value, sign < 0, MPFR_RNDN);
}

// `value` is a datum of the format.
static uint64_t encode(struct fp_format format, mpfr_t value)
{
    int fraction_bits = format.precision - 1, emin = 1 - format.emax;
    uint64_t special = (uint64_t) (2 * format.emax + 1) << fraction_bits;
    uint64_t sign = (uint64_t) (mpfr_signbit(value) != 0)
                    << (fraction_bits + field_width(format));
    if (mpfr_nan_p(value))
        return special + (UINT64_C(1) << (fraction_bits - 1));
    if (mpfr_inf_p(value))
        return sign + special;
    if (mpfr_zero_p(value))
        return sign;

    int exponent = (int) mpfr_get_exp(value) - 1;
    int field = exponent < emin ? 0 : exponent + format.emax;
    int last = (exponent < emin ? emin : exponent) - fraction_bits;
    mpfr_t places;
    mpfr_init2(places, 64);
    mpfr_mul_2si(places, value, -last, MPFR_RNDN);
    mpfr_abs(places, places, MPFR_RNDN);
    assert(mpfr_integer_p(places));
    uint64_t significand = mpfr_get_ui(places, MPFR_RNDN);
    mpfr_clear(places);
    uint64_t hidden = field == 0 ? 0 : UINT64_C(1) << fraction_bits;
    return sign + ((uint64_t) field << fraction_bits) + significand - hidden;
}

static int operate(enum unit_op op, mpfr_t out, mpfr_t in[3], mpfr_rnd_t round)
{
    switch (op) {
    case UNIT_ADD: return mpfr_add(out, in[0], in[1], round);
    case UNIT_SUB: return mpfr_sub(out, in[0], in[1], round);
    case UNIT_MUL: return mpfr_mul(out, in[0], in[1], round);
    case UNIT_DIV: return mpfr_div(out, in[0], in[1], round);
    case UNIT_SQRT: return mpfr_sqrt(out, in[0], round);
    case UNIT_FMA: return mpfr_fma(out, in[0], in[1], in[2], round);
    default: assert(false); return 0;
    }
}

// Cuts the smaller of two numbers `guard` places below the last place of the larger.
static void cut_smaller(struct fp_format format, int guard, mpfr_t a, mpfr_t b)
{
    if (!mpfr_regular_p(a) || !mpfr_regular_p(b))
        return;
    bool a_larger = mpfr_cmpabs(a, b) >= 0;
    long exponent = mpfr_get_exp(a_larger ? a : b) - 1;
    if (exponent < 1 - format.emax)
        exponent = 1 - format.emax;
    long last = exponent - (format.precision - 1) - guard;
    mpfr_ptr smaller = a_larger ? b : a;
    mpfr_mul_2si(smaller, smaller, -last, MPFR_RNDN);
    mpfr_trunc(smaller, smaller);
    mpfr_mul_2si(smaller, smaller, last, MPFR_RNDN);
}

// Whether k + 1 is taken; `to_half` is the sign of the fraction less 1/2.
static bool takes_next(enum fp_round round, bool negative, bool odd, int to_half)
{
    bool nearest = to_half > 0;
    switch (round) {
    case FP_RNE: return nearest || (to_half == 0 && odd);
    case FP_RNA: return nearest || to_half == 0;
    case FP_RNZ: return nearest;
    case FP_RNU: return nearest || (to_half == 0 && !negative);
    case FP_RND: return nearest || (to_half == 0 && negative);
    case FP_RNO: return nearest || (to_half == 0 && !odd);
    case FP_RTZ: return false;
    case FP_RAZ: return true;
    case FP_RUP: return !negative;
    case FP_RDN: return negative;
    case FP_RO: return !odd;
    default: assert(false); return false;
    }
}

static enum fp_round last_rule(enum fp_round round)
{
    if (round >= FP_RNA_NS1)
        return FP_RNA;
    if (round >= FP_RNE_NS1)
        return FP_RNE;
    return round >= FP_CHOP_G0 ? FP_RTZ : round;
}

// Rounds a result that is neither zero nor special to whole places of the format.
static void round_by_hand(struct fp_format format, enum fp_round round,
                          struct exact *exact)
{
    bool negative = mpfr_signbit(exact->value) != 0;
    long exponent = mpfr_get_exp(exact->value) - 1;
    if (exponent < 1 - format.emax)
        exponent = 1 - format.emax;
    long last = exponent - (format.precision - 1);

    mpfr_t places, fraction;
    mpfr_inits2(mpfr_get_prec(exact->value), places, fraction, (mpfr_ptr) 0);
    mpfr_mul_2si(exact->value, exact->value, -last, MPFR_RNDN);
    mpfr_abs(exact->value, exact->value, MPFR_RNDN);
    mpfr_trunc(places, exact->value);
    mpfr_sub(fraction, exact->value, places, MPFR_RNDN);
    int to_half = mpfr_cmp_d(fraction, 0.5);
    if (to_half == 0 && exact->more)
        to_half = 1;
    mpfr_div_2ui(fraction, places, 1, MPFR_RNDN);
    bool odd = !mpfr_integer_p(fraction);
    bool inexact = exact->more || !mpfr_equal_p(places, exact->value);
    if (inexact && takes_next(round, negative, odd, to_half))
        mpfr_add_ui(places, places, 1, MPFR_RNDN);

    mpfr_mul_2si(places, places, last, MPFR_RNDN);
    if (mpfr_get_exp(places) - 1 > format.emax) {
        // a directed rule that stays below gives the largest finite number
        bool infinite = takes_next(round, negative, true, 1);
        mpfr_set_inf(places, 1);
        if (!infinite) {
            mpfr_set_ui_2exp(places, 1, format.emax + 1, MPFR_RNDN);
            mpfr_set_ui_2exp(fraction, 1, format.emax + 1 - format.precision, MPFR_RNDN);
            mpfr_sub(places, places, fraction, MPFR_RNDN);
        }
    }
    mpfr_setsign(exact->value, places, negative, MPFR_RNDN);
    mpfr_clears(places, fraction, (mpfr_ptr) 0);
}

static void load(const struct fp_model *model, mpfr_t value, uint64_t bits)
{
    decode(value, model->format, bits);
    if (model->flush_in && mpfr_regular_p(value) &&
        mpfr_get_exp(value) - 1 < 1 - model->format.emax)
        mpfr_set_zero(value, mpfr_signbit(value) ? -1 : 1);
}

// MPFR knows the sign of a zero sum by the direction it is given.
static void compute(enum unit_op op, const struct fp_model *model, mpfr_t in[3],
                    struct exact *exact)
{
    int guard = model->round < FP_CHOP_G0   ? -1
                : model->round < FP_RNE_NS1 ? (int) (model->round - FP_CHOP_G0)
                                            : (int) (model->round - FP_RNE_NS1) % 3 + 1;
    if (guard >= 0 && (op == UNIT_ADD || op == UNIT_SUB))
        cut_smaller(model->format, guard, in[0], in[1]);
    exact->more = operate(op, exact->value, in, MPFR_RNDZ) != 0;
    if (mpfr_zero_p(exact->value) && model->round == FP_RDN)
        operate(op, exact->value, in, MPFR_RNDD);
}

uint64_t oracle_by_hand(enum unit_op op, const struct fp_model *model, uint64_t a,
                        uint64_t b, uint64_t c)
{
    struct fp_format format = model->format;
    const uint64_t bits[3] = { a, b, c };
    mpfr_t in[3];
    struct exact exact;
    mpfr_init2(exact.value, exact_precision(format));
    for (int i = 0; i < 3; i++) {
        mpfr_init2(in[i], 64);
        load(model, in[i], i < unit_op_arity(op) ? bits[i] : 0);
    }

    compute(op, model, in, &exact);
    if (mpfr_regular_p(exact.value)) {
        if (model->flush_out && mpfr_get_exp(exact.value) - 1 < 1 - format.emax)
            mpfr_set_zero(exact.value, mpfr_signbit(exact.value) ? -1 : 1);
        else
            round_by_hand(format, last_rule(model->round), &exact);
    }
    uint64_t result = encode(format, exact.value);
    mpfr_clears(in[0], in[1], in[2], exact.value, (mpfr_ptr) 0);
    return result;
}

static bool mpfr_direction(const struct fp_model *model, mpfr_rnd_t *round)
{
    if (model->flush_in || model->flush_out)
        return false;
    switch (model->round) {
    case FP_RNE: *round = MPFR_RNDN; return true;
    case FP_RTZ: *round = MPFR_RNDZ; return true;
    case FP_RAZ: *round = MPFR_RNDA; return true;
    case FP_RUP: *round = MPFR_RNDU; return true;
    case FP_RDN: *round = MPFR_RNDD; return true;
    default: return false;
    }
}

uint64_t oracle(enum unit_op op, const struct fp_model *model, uint64_t a, uint64_t b,
                uint64_t c)
{
    struct fp_format format = model->format;
    const uint64_t bits[3] = { a, b, c };
    mpfr_rnd_t round;
    if (!mpfr_direction(model, &round))
        return oracle_by_hand(op, model, a, b, c);

    mpfr_t in[3], out;
    mpfr_init2(out, format.precision);
    for (int i = 0; i < 3; i++) {
        mpfr_init2(in[i], 64);
        decode(in[i], format, i < unit_op_arity(op) ? bits[i] : 0);
    }
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    // MPFR's significands are in [1/2, 1)
    mpfr_set_emin(3 - format.emax - format.precision);
    mpfr_set_emax(format.emax + 1);
    int ternary = operate(op, out, in, round);
    mpfr_subnormalize(out, ternary, round);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    uint64_t result = encode(format, out);
    mpfr_clears(in[0], in[1], in[2], out, (mpfr_ptr) 0);
    return result;
}

double oracle_value(struct fp_format format, uint64_t bits)
{
    mpfr_t value;
    mpfr_init2(value, 53);
    decode(value, format, bits);
    double result = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clear(value);
    return result;
}

int oracle_finish(void **state)
{
    mpfr_free_cache();
    return 0;
}

// SPDX-License-Identifier: MIT

#include "tests/device/foreign_oracle.h"

#include <assert.h>
#include <math.h>
#include <mpfr.h>

#define PLACES 2400 // an exact sum of any two doubles

struct step {
    mpfr_t down, up; // the neighbours of smaller and larger magnitude
    mpfr_t middle;
};

static bool fits(mpfr_t value, int bits)
{
    return mpfr_zero_p(value) || mpfr_min_prec(value) <= (mpfr_prec_t) bits;
}

static bool takes_larger(enum fp_round round, bool negative, bool smaller_is_even,
                         int to_middle)
{
    switch (round) {
    case FP_RTZ: return false;
    case FP_RAZ: return true;
    case FP_RUP: return !negative;
    case FP_RDN: return negative;
    case FP_RO: return smaller_is_even;
    default: break;
    }
    if (to_middle)
        return to_middle > 0;
    return round == FP_RNA || (round == FP_RNE && !smaller_is_even) ||
           (round == FP_RNU && !negative) || (round == FP_RND && negative) ||
           (round == FP_RNO && smaller_is_even);
}

// `sum` to `bits` bits; *larger is the neighbour that it did not take, if any, or the
// same, and *chance its fraction of the way from the smaller to the larger one.
static void step_to(mpfr_t sum, int bits, enum fp_round round, struct step *step)
{
    bool negative = mpfr_sgn(sum) < 0;

    mpfr_set(step->down, sum, MPFR_RNDN);
    mpfr_set(step->up, sum, MPFR_RNDN);
    if (fits(sum, bits))
        return;
    mpfr_prec_round(step->down, bits, MPFR_RNDZ);
    mpfr_prec_round(step->up, bits, MPFR_RNDA);
    mpfr_prec_round(step->down, PLACES, MPFR_RNDN);
    mpfr_prec_round(step->up, PLACES, MPFR_RNDN);
    mpfr_add(step->middle, step->down, step->up, MPFR_RNDN);
    mpfr_div_2ui(step->middle, step->middle, 1, MPFR_RNDN);
    bool up = takes_larger(round, negative, fits(step->down, bits - 1),
                           mpfr_cmpabs(sum, step->middle));

    // the middle is where the sum was, as a fraction
    mpfr_sub(step->middle, sum, step->down, MPFR_RNDN);
    mpfr_set(sum, up ? step->up : step->down, MPFR_RNDN);
}

// The exponent of the last place of a number of magnitude `value`.
static int last_place(struct fp_format format, double value)
{
    int exponent = value != 0 ? ilogb(value) : -5000;

    return (exponent < 1 - format.emax ? 1 - format.emax : exponent) -
           (format.precision - 1);
}

// Truncates to a multiple of 2^place.
static void chop(mpfr_t value, int place)
{
    mpfr_mul_2si(value, value, -place, MPFR_RNDN);
    mpfr_trunc(value, value);
    mpfr_mul_2si(value, value, place, MPFR_RNDN);
}

// The smaller operand as it is added.
static void align(const struct foreign_adder *adder, const struct adder_rule *rule,
                  struct fp_format format, double larger, mpfr_t smaller, mpfr_t work)
{
    int last = last_place(format, larger);
    double sign = mpfr_sgn(smaller), value = mpfr_get_d(smaller, MPFR_RNDN);

    if (adder->far && sign != 0 && ilogb(larger) - ilogb(value) > adder->far)
        mpfr_set_zero(smaller, 1);
    if (rule->guard < 0)
        return;
    mpfr_set(work, smaller, MPFR_RNDN);
    chop(smaller, last - rule->guard);
    mpfr_sub(work, work, smaller, MPFR_RNDN);
    chop(work, last - rule->guard - rule->sticky);
    if (!rule->sticky || mpfr_zero_p(work))
        return;
    mpfr_set_d(work, ldexp(sign, last - rule->guard - 1), MPFR_RNDN);
    mpfr_add(smaller, smaller, work, MPFR_RNDN);
}

static double overflowed(const struct fp_model *model, enum fp_round round, double value)
{
    struct fp_format format = model->format;
    double largest = (2 - ldexp(1, 1 - format.precision)) * ldexp(1, format.emax);
    bool stays = round == FP_RTZ || round == FP_RO || (round == FP_RUP && value < 0) ||
                 (round == FP_RDN && value > 0);

    if (fabs(value) <= largest)
        return value;
    return copysign(stays ? largest : INFINITY, value);
}

static double flushed(const struct fp_model *model, double value, bool flush)
{
    bool is_small = fabs(value) < ldexp(1, 1 - model->format.emax);

    return flush && is_small ? copysign(0, value) : value;
}

// The exact sum of what is added is in `sum`.
static struct foreign_sum finish(const struct fp_model *model,
                                 const struct adder_rule *rule, mpfr_t sum,
                                 struct step *step)
{
    int precision = model->format.precision;
    double value = mpfr_get_d(sum, MPFR_RNDZ);

    if (flushed(model, value, model->flush_out) == 0)
        return (struct foreign_sum){ copysign(0, value), copysign(0, value), 0 };
    if (rule->bits > precision)
        step_to(sum, rule->bits, rule->first, step);
    step_to(sum, precision, rule->last, step);
    double got = overflowed(model, rule->last, mpfr_get_d(sum, MPFR_RNDN));
    double down = overflowed(model, FP_RNE, mpfr_get_d(step->down, MPFR_RNDN));
    double up = overflowed(model, FP_RNE, mpfr_get_d(step->up, MPFR_RNDN));
    int to_half = 0;

    if (down == up || rule->draw == FOREIGN_DRAW_NONE)
        return (struct foreign_sum){ got, got, 0 };
    mpfr_sub(step->up, step->up, step->down, MPFR_RNDN);
    mpfr_div(step->middle, step->middle, step->up, MPFR_RNDN);
    to_half = mpfr_cmp_d(step->middle, 0.5);
    if (rule->draw == FOREIGN_DRAW_TIE && to_half)
        down = up = to_half < 0 ? down : up;
    return (struct foreign_sum){ down, up, mpfr_get_d(step->middle, MPFR_RNDN) };
}

struct foreign_sum foreign_oracle(const struct foreign_adder *adder,
                                  const struct fp_model *model, double a, double b)
{
    double x = flushed(model, a, model->flush_in), y = flushed(model, b, model->flush_in);
    double larger = fabs(x) >= fabs(y) ? x : y, smaller = fabs(x) >= fabs(y) ? y : x;
    const struct adder_rule *rule =
        adder->by_sign && larger < 0 ? &adder->negative : &adder->rule;
    mpfr_t sum, addend;
    struct step step;

    if (x == -y) {
        bool negative =
            signbit(x) == signbit(y) ? signbit(x) : adder->rule.last == FP_RDN;

        return (struct foreign_sum){ negative ? -0.0 : 0.0, negative ? -0.0 : 0.0, 0 };
    }
    mpfr_inits2(PLACES, sum, addend, step.down, step.up, step.middle, (mpfr_ptr) 0);
    mpfr_set_d(addend, smaller, MPFR_RNDN);
    align(adder, rule, model->format, larger, addend, step.middle);
    mpfr_add_d(sum, addend, larger, MPFR_RNDN);
    struct foreign_sum result = finish(model, rule, sum, &step);

    mpfr_clears(sum, addend, step.down, step.up, step.middle, (mpfr_ptr) 0);
    return result;
}

// SPDX-License-Identifier: MIT
//
// The elementary functions against MPFR: where random and hard arguments of doubles are,
// the result has 100 bits that are right, and the double is the nearest. "exhaustive"
// takes a hundred times as many, and every 64th float of two functions.

#include "base/elementary.h"

#include "base/fp_bits.h"
#include "base/real.h"
#include "tests/shared/group.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <mpfr.h>

static int finish(void **state)
{
    mpfr_free_cache();
    return 0;
}

static struct group this_group = { .name = "elementary", .tear_down = finish };

#define BITS_RIGHT 110 // of every result
#define FINE       400 // bits of MPFR's

typedef int mpfr_function(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t round);

// A function where its double is neither 0 nor infinite: exponents of |x| in [low, high],
// x in [from, to].
static const struct function {
    const char *name;
    double (*value)(double x);
    struct real (*real)(struct real x);
    mpfr_function *mpfr;
    int low, high;
    double from, to;
} functions[] = {
#define F(name, low, high, from, to) \
    { #name, elementary_##name, real_##name, mpfr_##name, low, high, from, to },
    // clang-format off
    F(sin, -1074, 1023, -DBL_MAX, DBL_MAX) F(cos, -1074, 1023, -DBL_MAX, DBL_MAX)
    F(tan, -1074, 1023, -DBL_MAX, DBL_MAX) F(asin, -1074, 0, -1, 1)
    F(acos, -1074, 0, -1, 0x1.fffffffffffffp-1) F(atan, -1074, 1023, -DBL_MAX, DBL_MAX)
    F(sinh, -1074, 9, -710, 710) F(cosh, -1074, 9, -710, 710) F(tanh, -1074, 9, -710, 710)
    F(asinh, -1074, 1023, -DBL_MAX, DBL_MAX)
    F(acosh, 0, 1023, 0x1.0000000000001p+0, DBL_MAX)
    F(atanh, -1074, -1, -0x1.fffffffffffffp-1, 0x1.fffffffffffffp-1)
    F(exp, -1074, 9, -745, 709) F(exp2, -1074, 9, -1074, 1023.5)
    F(expm1, -1074, 9, -745, 709) F(log, -1074, 1023, DBL_TRUE_MIN, DBL_MAX)
    F(log2, -1074, 1023, DBL_TRUE_MIN, DBL_MAX)
    F(log1p, -1074, 1023, -0x1.fffffffffffffp-1, DBL_MAX)
// clang-format on
#undef F
};

static uint64_t state_of_draws = 754;

static uint64_t draw(void)
{
    uint64_t z = state_of_draws += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static double draw_fraction(void)
{
    return 1 + (double) (draw() >> 12) * 0x1p-52;
}

// Random ones of all exponents; of small exponents; next to 1; next to k pi/2 or k log 2,
// with a small k and, of pi/2, a large one.
static double draw_argument(const struct function *function, int at)
{
    static const double periods[] = { 0x1.921fb54442d18p+0, 0x1.62e42fefa39efp-1 };
    double sign = draw() & 1 ? -1 : 1;
    int range = function->high - function->low + 1;
    int exponent = function->low + (int) (draw() % (uint64_t) range);

    switch (at % 5) {
    case 0: return sign * ldexp(draw_fraction(), exponent);
    case 1: return sign * ldexp(draw_fraction(), (int) (draw() % 14) - 7);
    case 2: return sign * (1 + ldexp(draw_fraction() - 1.5, -(int) (draw() % 52)));
    case 3: return sign * periods[draw() & 1] * (double) (draw() % 1000);
    default:
        return sign * periods[0] * floor(ldexp(draw_fraction(), (int) (draw() % 52)));
    }
}

static void set_real(mpfr_ptr out, struct real x)
{
    mpfr_set_uj_2exp(out, (uint64_t) (x.significand >> 64), 64 + x.exponent, MPFR_RNDN);
    mpfr_t low;
    mpfr_init2(low, 64);
    mpfr_set_uj_2exp(low, (uint64_t) x.significand, x.exponent, MPFR_RNDN);
    mpfr_add(out, out, low, MPFR_RNDN);
    mpfr_clear(low);
    if (x.negative)
        mpfr_neg(out, out, MPFR_RNDN);
}

// How many bits of `got` are right.
static double bits_right(mpfr_srcptr want, struct real got)
{
    mpfr_t error;
    double bits = FINE;

    mpfr_init2(error, FINE);
    set_real(error, got);
    mpfr_sub(error, error, want, MPFR_RNDN);
    if (!mpfr_zero_p(error) && !mpfr_zero_p(want)) {
        mpfr_div(error, error, want, MPFR_RNDN);
        mpfr_abs(error, error, MPFR_RNDN);
        mpfr_log2(error, error, MPFR_RNDN);
        bits = -mpfr_get_d(error, MPFR_RNDN);
    } else if (!mpfr_zero_p(error)) {
        bits = 0;
    }
    mpfr_clear(error);
    return bits;
}

// The double nearest to `fine`, which MPFR has to 400 bits.
static double nearest(mpfr_srcptr fine)
{
    return mpfr_get_d(fine, MPFR_RNDN);
}

static void check_double(const char *name, double x, double y, double got, double want)
{
    if (got != want || signbit(got) != signbit(want))
        fail_msg("%s(%a, %a): got %a want %a", name, x, y, got, want);
}

static void check_argument(const struct function *function, double x, double *bits)
{
    mpfr_t in, fine;

    mpfr_init2(in, 53);
    mpfr_init2(fine, FINE);
    mpfr_set_d(in, x, MPFR_RNDN);
    function->mpfr(fine, in, MPFR_RNDN);
    double right = bits_right(fine, function->real(real_of(x)));

    if (right < BITS_RIGHT)
        fail_msg("%s(%a): %.1f bits are right", function->name, x, right);
    check_double(function->name, x, 0, function->value(x), nearest(fine));
    *bits = fmin(*bits, right);
    mpfr_clears(in, fine, (mpfr_ptr) 0);
}

TEST_EACH(as_mpfr, functions)
{
    const struct function *function = *state;
    double bits = FINE;
    int count = group_every ? 1000000 : 5000;

    for (int i = 0; i < count; i++) {
        double x = draw_argument(function, i);

        if (x >= function->from && x <= function->to)
            check_argument(function, x, &bits);
    }
    print_message("%s: %.1f bits\n", function->name, bits);
}

// The doubles nearest to multiples of pi/2, of all exponents: J.-M. Muller's program
// ("Elementary Functions", 3rd ed., chapter 11) finds 6381956970095103 * 2^797 as the
// nearest of all; and those that 53 bits of pi give.
TEST(next_to_multiples_of_a_right_angle)
{
    double bits = FINE;

    for (int i = 0; i < 3; i++) {
        check_argument(&functions[i], ldexp(6381956970095103, 797), &bits);
        check_argument(&functions[i], -ldexp(6381956970095103, 797), &bits);
        for (double k = 1; k < 0x1p+60; k *= 1.25)
            check_argument(&functions[i], floor(k) * 0x1.921fb54442d18p+0, &bits);
        check_argument(&functions[i], DBL_MAX, &bits);
        check_argument(&functions[i], DBL_TRUE_MIN, &bits);
    }
}

// Every 2^16th float, "exhaustive" every 64th.
TEST(floats)
{
    static const int some[] = { 0, 9, 15 };

    for (size_t k = 0; k < COUNT_OF(some); k++) {
        const struct function *function = &functions[some[k]];
        double bits = FINE;

        for (uint64_t word = 1; word < UINT64_C(0x7f800000);
             word += group_every ? 64 : 65521)
            check_argument(function, fp_from_bits((uint32_t) word), &bits);
    }
}

TEST(powers_as_mpfr)
{
    double worst = FINE;

    for (int i = 0; i < (group_every ? 1000000 : 5000); i++) {
        double x = ldexp(draw_fraction(), i % 3 ? 0 : (int) (draw() % 2000) - 1000);
        if (i % 4 == 1)
            x = 1 + ldexp(draw_fraction() - 1.5, -(int) (draw() % 50));
        double most = 1021 / fmax(fabs(elementary_log2(x)), 1e-9);
        double y = (draw_fraction() - 1.5) * 2 * most;
        mpfr_t base, power, fine;
        mpfr_inits2(53, base, power, (mpfr_ptr) 0);
        mpfr_init2(fine, FINE);
        mpfr_set_d(base, x, MPFR_RNDN);
        mpfr_set_d(power, y, MPFR_RNDN);
        mpfr_pow(fine, base, power, MPFR_RNDN);
        struct real got = real_exp2(real_multiply(real_of(y), real_log2(real_of(x))));
        worst = fmin(worst, bits_right(fine, got));
        check_double("pow", x, y, elementary_pow(x, y), nearest(fine));
        mpfr_clears(base, power, fine, (mpfr_ptr) 0);
    }
    print_message("pow: %.1f bits\n", worst);
    assert_true(worst >= BITS_RIGHT - 10);
}

TEST(angles_as_mpfr)
{
    double worst = FINE;

    for (int i = 0; i < (group_every ? 1000000 : 5000); i++) {
        double y = ldexp(draw_fraction() * (draw() & 1 ? 1 : -1), (int) (draw() % 40));
        double x = ldexp(draw_fraction() * (draw() & 1 ? 1 : -1), (int) (draw() % 40));
        mpfr_t up, right, fine;
        mpfr_inits2(53, up, right, (mpfr_ptr) 0);
        mpfr_init2(fine, FINE);
        mpfr_set_d(up, y, MPFR_RNDN);
        mpfr_set_d(right, x, MPFR_RNDN);
        mpfr_atan2(fine, up, right, MPFR_RNDN);
        worst = fmin(worst, bits_right(fine, real_atan2(real_of(y), real_of(x))));
        check_double("atan2", y, x, elementary_atan2(y, x), nearest(fine));
        mpfr_clears(up, right, fine, (mpfr_ptr) 0);
    }
    print_message("atan2: %.1f bits\n", worst);
    assert_true(worst >= BITS_RIGHT);
}

// Where a result is a double or the middle of two, it is met exactly.
TEST(exact_cases)
{
    for (int k = -1074; k <= 1023; k++) {
        assert_true(elementary_exp2(k) == ldexp(1, k));
        assert_true(elementary_log2(ldexp(1, k)) == k);
    }
    for (int k = 1; k < 200; k++) {
        assert_true(elementary_pow(k, 3) == (double) k * k * k);
        assert_true(elementary_pow((double) k * k, 0.5) == k);
        assert_true(elementary_pow(k, 1) == k && elementary_pow(k, 0) == 1);
    }
    // (2^18 - 1)^3 has 54 bits: the middle of two
    assert_true(elementary_pow(262143, 3) == 0x1.fffe800060000p+53);
}

static const struct special {
    double (*value)(double x);
    double x, want;
} specials[] = {
    { elementary_sin, -0.0, -0.0 },
    { elementary_sin, INFINITY, NAN },
    { elementary_cos, -INFINITY, NAN },
    { elementary_cos, 0, 1 },
    { elementary_tan, -0.0, -0.0 },
    { elementary_asin, 1.5, NAN },
    { elementary_asin, -0.0, -0.0 },
    { elementary_acos, 1, 0 },
    { elementary_acos, -1, 0x1.921fb54442d18p+1 },
    { elementary_acos, -1.5, NAN },
    { elementary_atan, INFINITY, 0x1.921fb54442d18p+0 },
    { elementary_atan, -INFINITY, -0x1.921fb54442d18p+0 },
    { elementary_sinh, -INFINITY, -INFINITY },
    { elementary_sinh, 711, INFINITY },
    { elementary_cosh, -INFINITY, INFINITY },
    { elementary_tanh, -INFINITY, -1 },
    { elementary_tanh, 1e300, 1 },
    { elementary_tanh, -0.0, -0.0 },
    { elementary_asinh, -INFINITY, -INFINITY },
    { elementary_asinh, -0.0, -0.0 },
    { elementary_acosh, 1, 0 },
    { elementary_acosh, 0.5, NAN },
    { elementary_acosh, INFINITY, INFINITY },
    { elementary_atanh, 1, INFINITY },
    { elementary_atanh, -1, -INFINITY },
    { elementary_atanh, 2, NAN },
    { elementary_exp, INFINITY, INFINITY },
    { elementary_exp, -INFINITY, 0 },
    { elementary_exp, 1e300, INFINITY },
    { elementary_exp, -0.0, 1 },
    { elementary_exp2, -1076, 0 },
    { elementary_exp2, 1024, INFINITY },
    { elementary_expm1, -INFINITY, -1 },
    { elementary_expm1, -0.0, -0.0 },
    { elementary_log, 0, -INFINITY },
    { elementary_log, -1, NAN },
    { elementary_log, 1, 0 },
    { elementary_log, INFINITY, INFINITY },
    { elementary_log2, -0.0, -INFINITY },
    { elementary_log1p, -1, -INFINITY },
    { elementary_log1p, -2, NAN },
    { elementary_log1p, -0.0, -0.0 },
    { elementary_exp, NAN, NAN },
    { elementary_log, NAN, NAN },
    { elementary_acosh, NAN, NAN },
};

TEST(special_values)
{
    for (size_t i = 0; i < COUNT_OF(specials); i++) {
        double got = specials[i].value(specials[i].x);

        if (isnan(specials[i].want)
                ? !isnan(got)
                : got != specials[i].want || signbit(got) != signbit(specials[i].want))
            fail_msg("%zu: of %g: got %g want %g", i, specials[i].x, got,
                     specials[i].want);
    }
    assert_true(isnan(elementary_pow(-1, 2)) && isnan(elementary_pow(2, INFINITY)) &&
                isnan(elementary_pow(0, 1)) && isnan(elementary_atan2(NAN, 1)));
    assert_true(elementary_atan2(0, 0) == 0 && elementary_atan2(0, -0.0) > 3);
    assert_true(elementary_pow(2, 5000) == INFINITY && elementary_pow(2, -5000) == 0);
}

// No rounding direction has an effect.
TEST(environment_is_nothing)
{
    static const int directions[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };

    for (size_t i = 0; i < COUNT_OF(functions); i++)
        for (int k = 0; k < 20; k++) {
            double x = ldexp(draw_fraction(), -1), want = functions[i].value(x);

            for (size_t d = 0; d < COUNT_OF(directions); d++) {
                fesetround(directions[d]);
                double got = functions[i].value(x);
                fesetround(FE_TONEAREST);
                assert_true(got == want || (isnan(got) && isnan(want)));
            }
        }
}

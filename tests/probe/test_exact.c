// SPDX-License-Identifier: MIT
//
// Sums of products without rounding, against MPFR with so many bits that it does not
// round either.

#include "base/fp.h"
#include "tests/base/operands.h"
#include "tests/shared/group.h"
#include "tests/unit/oracle.h"
#include "unit/exact.h"

#include <math.h>
#include <mpfr.h>

static struct group this_group = { .name = "exact", .tear_down = oracle_finish };

// value += x, or x * y
static void gather(mpfr_t value, struct fp_format format, uint64_t x, double y)
{
    mpfr_t term;
    mpfr_init2(term, 2200);
    mpfr_set_d(term, oracle_value(format, x), MPFR_RNDN);
    mpfr_mul_d(term, term, y, MPFR_RNDN);
    mpfr_add(value, value, term, MPFR_RNDN);
    mpfr_clear(term);
}

static void check_log(const struct exact *sum, mpfr_t value)
{
    if (mpfr_zero_p(value)) {
        assert_true(exact_is_zero(sum) && exact_log2(sum) == -INFINITY);
        return;
    }
    assert_false(exact_is_zero(sum));
    mpfr_abs(value, value, MPFR_RNDN);
    mpfr_log2(value, value, MPFR_RNDN);
    assert_true(fabs(mpfr_get_d(value, MPFR_RNDN) - exact_log2(sum)) < 1e-11);
}

// Sums of five products and a datum, of which the last often cancels the rest.
TEST(sums_are_exact)
{
    uint64_t seed = 4;
    mpfr_t value;
    mpfr_init2(value, 2200);
    for (int i = 0; i < 20000; i++) {
        struct exact sum = { { 0 }, false };
        int reach = i % 3 == 0 ? 3 : 90;
        mpfr_set_zero(value, 1);
        for (int k = 0; k < 6; k++) {
            uint64_t bits = operands_random(&seed);
            double x =
                ldexp((double) (bits >> 11), (int) (bits % (unsigned) reach) - 100);
            double y = k == 5 ? 1 : ldexp((double) (operands_random(&seed) >> 12), -60);
            x = bits & 1024 ? -x : x;
            y = bits & 2048 && k < 5 ? -y : y;
            gather(value, FP_BINARY64, fp_bits64(x), y);
            if (k == 5)
                exact_add(&sum, FP_BINARY64, fp_bits64(-x), true);
            else
                exact_add_product(&sum, FP_BINARY64, fp_bits64(x), fp_bits64(y));
        }
        check_log(&sum, value);
    }
    mpfr_clear(value);
    struct exact lost = { { 0 }, false };
    exact_add(&lost, FP_BINARY64, fp_nan(FP_BINARY64), false);
    assert_true(!exact_is_zero(&lost) && exact_log2(&lost) == INFINITY);
}

// SPDX-License-Identifier: MIT
//
// Two functions that the probe operations relies on equal MPFR: errors in ulps, and
// 1 / sqrt(a) rounded once.

#include "base/fp.h"
#include "tests/base/operands.h"
#include "tests/shared/group.h"
#include "tests/unit/oracle.h"
#include "unit/operation_exact.h"

#include <math.h>
#include <mpfr.h>

static struct group this_group = { .name = "operation_exact",
                                   .tear_down = oracle_finish };

#define PLACES   400
#define SEED     UINT64_C(20220715)
#define PER_KIND 1500

static const struct fp_format formats[] = {
    { 5, 15 }, { 8, 31 }, { 11, 15 }, { 17, 63 }, { 24, 127 }, { 53, 1023 },
};

#define FORMATS COUNT_OF(formats)

// (-1)^negative significand 2^exponent
static void set_parts(mpfr_t value, struct fp_parts parts)
{
    mpfr_set_ui_2exp(value, parts.significand, parts.exponent, MPFR_RNDN);
    if (parts.negative)
        mpfr_neg(value, value, MPFR_RNDN);
}

// The number asked for, with PLACES places.
static void set_exact(mpfr_t value, const struct operation_exact *exact)
{
    mpfr_t a, b, c;

    mpfr_inits2(64, a, b, c, (mpfr_ptr) 0);
    set_parts(a, exact->a);
    set_parts(b, exact->b);
    set_parts(c, exact->c);
    switch (exact->kind) {
    case OPERATION_EXACT_SUM:
    case OPERATION_EXACT_STEPS: mpfr_fma(value, a, b, c, MPFR_RNDN); break;
    case OPERATION_EXACT_QUOTIENT: mpfr_div(value, a, b, MPFR_RNDN); break;
    case OPERATION_EXACT_ROOT: mpfr_sqrt(value, a, MPFR_RNDN); break;
    case OPERATION_EXACT_RECIPROCAL_ROOT: mpfr_rec_sqrt(value, a, MPFR_RNDN); break;
    }
    mpfr_clears(a, b, c, (mpfr_ptr) 0);
}

static double oracle_error(const struct operation_exact *exact, int precision,
                           struct fp_parts got)
{
    mpfr_t value, answer, product;

    mpfr_inits2(PLACES, value, answer, product, (mpfr_ptr) 0);
    set_exact(value, exact);
    set_parts(answer, got);
    long exponent = mpfr_get_exp(value) - 1;
    if (exact->kind == OPERATION_EXACT_STEPS) {
        set_parts(product, exact->a);
        mpfr_mul_ui(product, product, exact->b.significand, MPFR_RNDN);
        mpfr_mul_2si(product, product, exact->b.exponent, MPFR_RNDN);
        exponent =
            exponent > mpfr_get_exp(product) - 1 ? exponent : mpfr_get_exp(product) - 1;
    }
    mpfr_sub(answer, answer, value, MPFR_RNDN);
    mpfr_mul_2si(answer, answer, precision - 1 - exponent, MPFR_RNDN);
    double error = mpfr_get_d(answer, MPFR_RNDN);
    mpfr_clears(value, answer, product, (mpfr_ptr) 0);
    return error;
}

static struct fp_parts random_parts(struct fp_format format, int range, uint64_t *seed)
{
    uint64_t bits = operands_random(seed);
    struct fp_parts parts = {
        .class = FP_CLASS_FINITE,
        .negative = bits & 1,
        .exponent =
            (int) (bits >> 1 & 0xffff) % range - range / 2 - (format.precision - 1),
        .significand = operands_random(seed) >> (64 - format.precision),
    };

    parts.significand |= UINT64_C(1) << (format.precision - 1);
    if (bits >> 20 & 1) // next to a power of two
        parts.significand = (UINT64_C(1) << (format.precision - (bits >> 21 & 1))) +
                            (bits >> 22 & 3) * (bits >> 21 & 1) - !(bits >> 21 & 1);
    return parts;
}

// An answer `ulps` beside the exact number rounded down.
static struct fp_parts near_answer(const struct operation_exact *exact, int precision,
                                   int ulps)
{
    struct fp_parts got = { .class = FP_CLASS_FINITE };
    mpfr_exp_t exponent;
    mpfr_t value, whole;

    mpfr_inits2(PLACES, value, whole, (mpfr_ptr) 0);
    set_exact(value, exact);
    exponent = mpfr_zero_p(value) ? 0 : mpfr_get_exp(value) - precision;
    mpfr_mul_2si(whole, value, -exponent, MPFR_RNDN);
    mpfr_trunc(whole, whole);
    got.negative = mpfr_signbit(whole) != 0;
    mpfr_abs(whole, whole, MPFR_RNDN);
    got.significand = mpfr_get_ui(whole, MPFR_RNDN) + (uint64_t) ulps;
    got.exponent = (int) exponent;
    mpfr_clears(value, whole, (mpfr_ptr) 0);
    return got;
}

static void check_error(struct fp_format format, enum operation_exact_kind kind,
                        uint64_t *seed)
{
    int range = kind == OPERATION_EXACT_SUM ? 8 : format.emax / 4 + 2;
    struct operation_exact exact = {
        .kind = kind,
        .a = random_parts(format, range, seed),
        .b = random_parts(format, range, seed),
        .c = random_parts(format, range, seed),
    };
    uint64_t how = operands_random(seed);

    if (kind >= OPERATION_EXACT_ROOT)
        exact.a.negative = false;
    struct fp_parts got = near_answer(&exact, format.precision, (int) (how % 5));
    if (how >> 8 % 8 == 0)
        got.exponent++;
    if (near_answer(&exact, format.precision, 0).significand == 0)
        return; // an exact zero has no ulp
    double want = oracle_error(&exact, format.precision, got);
    double error = operation_exact_error_ulp(&exact, format.precision, got);
    if (fabs(error - want) > fmax(0x1p-40, 0x1p-20 * fabs(want)))
        fail_msg(
            "kind %d, p=%d: 0x%llx 2^%d, 0x%llx 2^%d, answer 0x%llx 2^%d: got %a want %a",
            kind, format.precision, (unsigned long long) exact.a.significand,
            exact.a.exponent, (unsigned long long) exact.b.significand, exact.b.exponent,
            (unsigned long long) got.significand, got.exponent, error, want);
}

TEST(errors_are_mpfrs)
{
    uint64_t seed = SEED;

    for (size_t f = 0; f < FORMATS; f++)
        for (int kind = 0; kind <= OPERATION_EXACT_RECIPROCAL_ROOT; kind++)
            for (int i = 0; i < PER_KIND; i++)
                check_error(formats[f], (enum operation_exact_kind) kind, &seed);
}

TEST(hard_errors)
{
    const struct fp_parts one = { .class = FP_CLASS_FINITE, .significand = 1 };
    const struct fp_parts zero = { .class = FP_CLASS_ZERO, .exponent = -1074 };
    struct fp_parts huge = { FP_CLASS_FINITE, false, 900, 1 };
    struct operation_exact none = { OPERATION_EXACT_SUM, zero, one, zero };
    struct operation_exact sum = { OPERATION_EXACT_SUM, one, one, zero };
    struct operation_exact root = { OPERATION_EXACT_ROOT, one, zero, zero };
    struct operation_exact reciprocal = { OPERATION_EXACT_RECIPROCAL_ROOT, one, zero,
                                          zero };
    struct fp_parts minus = one;

    minus.negative = true;
    assert_true(operation_exact_error_ulp(&none, 24, zero) == 0);
    assert_true(isinf(operation_exact_error_ulp(&none, 24, one)));
    assert_true(operation_exact_error_ulp(&sum, 24, zero) == -0x1p23);
    assert_true(operation_exact_error_ulp(&sum, 24, huge) == 0x1p923);
    assert_true(operation_exact_error_ulp(&root, 24, minus) == -0x1p24);
    assert_true(operation_exact_error_ulp(&reciprocal, 24, minus) == -0x1p24);
    assert_true(operation_exact_error_ulp(&reciprocal, 24, zero) == -0x1p23);
    assert_true(operation_exact_error_ulp(&reciprocal, 24, huge) == 0x1p923);
}

// 1 / sqrt(a) by MPFR's directions; the rules to nearest differ in ties, of which there
// are none, and to odd is toward zero with the last bit set if something is missing.
static uint64_t oracle_inversesqrt(const struct fp_model *model, uint64_t bits)
{
    struct fp_format format = model->format;
    struct fp_parts a = fp_unpack(format, bits);
    mpfr_rnd_t round = MPFR_RNDN;
    mpfr_t in, out;

    if (model->round == FP_RTZ || model->round == FP_RDN || model->round == FP_RO)
        round = MPFR_RNDZ;
    if (model->round == FP_RAZ || model->round == FP_RUP)
        round = MPFR_RNDU;
    mpfr_init2(in, 64);
    mpfr_init2(out, format.precision);
    set_parts(in, a);
    int inexact = mpfr_rec_sqrt(out, in, round);
    mpfr_exp_t exponent = mpfr_get_exp(out) - format.precision;
    mpfr_mul_2si(out, out, -exponent, MPFR_RNDN);
    uint64_t significand = mpfr_get_ui(out, MPFR_RNDN);
    if (model->round == FP_RO && inexact)
        significand |= 1;
    mpfr_clears(in, out, (mpfr_ptr) 0);
    return fp_pack(format, FP_RNE, false, (int) exponent, significand, false);
}

static void check_inversesqrt(struct fp_format format, enum fp_round round, uint64_t bits)
{
    struct fp_model model = { .format = format, .round = round };
    uint64_t got = operation_exact_inversesqrt(&model, bits);
    uint64_t want = oracle_inversesqrt(&model, bits);

    if (got != want)
        fail_msg("p=%d %s 0x%llx: got 0x%llx want 0x%llx", format.precision,
                 fp_round_name(round), (unsigned long long) bits,
                 (unsigned long long) got, (unsigned long long) want);
}

// All of two small formats, subnormals too, and random ones of the others.
TEST(inversesqrt_is_mpfrs)
{
    uint64_t seed = SEED;

    for (size_t f = 0; f < FORMATS; f++) {
        struct fp_format format = formats[f];
        uint64_t infinity = fp_infinity(format, false);
        uint64_t step = infinity > 40000 ? 0 : 1;

        for (uint64_t i = 1; i < (step ? infinity : 8000); i++) {
            uint64_t bits = step ? i : operands_random(&seed) % (infinity - 1) + 1;

            for (int round = 0; round < FP_CHOP_G0; round++)
                check_inversesqrt(format, (enum fp_round) round, bits);
        }
    }
}

TEST(inversesqrt_of_specials)
{
    struct fp_format format = FP_BINARY32;
    struct fp_model model = { .format = format, .round = FP_RNE };
    struct fp_model flush = { format, FP_RNE, true, true };

    assert_int_equal(operation_exact_inversesqrt(&model, 0), 0x7f800000);
    assert_int_equal(operation_exact_inversesqrt(&model, 0x80000000), 0xff800000);
    assert_int_equal(operation_exact_inversesqrt(&model, 0x7f800000), 0);
    assert_int_equal(operation_exact_inversesqrt(&model, 0xff800000), fp_nan(format));
    assert_int_equal(operation_exact_inversesqrt(&model, 0xbf800000), fp_nan(format));
    assert_int_equal(operation_exact_inversesqrt(&model, 0x7fc00001), fp_nan(format));
    assert_int_equal(operation_exact_inversesqrt(&model, 1), 0x64b504f3);
    assert_int_equal(operation_exact_inversesqrt(&flush, 1), 0x7f800000);
    assert_int_equal(operation_exact_inversesqrt(&flush, 0x80000001), 0xff800000);
    assert_int_equal(operation_exact_inversesqrt(&flush, 0x7f7fffff), 0x1f800000);
}

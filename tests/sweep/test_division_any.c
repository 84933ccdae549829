// SPDX-License-Identifier: MIT
//
// test_division_any [exhaustive]: Markstein's division, one at a time and eight, and of
// any operands: as the processor divides, whichever path is taken, whatever environment
// is found. Skipped without AVX2 and FMA.

#include "base/fp_bits.h"
#include "sweep/division_proof.h"
#include "sweep/division_slow.h"
#include "tests/shared/group.h"
#include "tests/sweep/division_cases.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// One at a time and eight at a time: the same bits, for any count.
static void test_widths(void **unused)
{
    static const struct markstein hows[] = {
        { .halley = true },
        { .refinements = 1, .halley = true },
        { .refinements = 2, .halley = true, .raised = true },
        { .refinements = 3 },
        { .refinements = 1, .raised = true },
    };
    float a[67], b[67], r[67], q[4][68];

    for (int run = 0; run < 5000; run++) {
        struct markstein how = hows[run % 5];
        size_t count = division_cases_draw() % 67 + 1;

        for (int k = 0; k < 4; k++)
            q[k][count] = 77;
        for (size_t i = 0; i < count; i++) {
            a[i] = division_cases_mantissa(division_cases_draw());
            b[i] = division_cases_mantissa(i % 3 ? division_cases_draw() : 0x123456);
        }
        markstein_estimates(MARKSTEIN_AVX2, b, q[0], count);
        markstein_estimates(MARKSTEIN_SCALAR, b, r, count);
        assert_memory_equal(q[0], r, count * sizeof *r);
        markstein_divide(&how, a, b, q[0], count);
        markstein_improve(&how, b, r, q[1], count);
        markstein_quotients(&how, a, b, q[1], q[2], count);
        how.width = MARKSTEIN_AVX2;
        markstein_improve(&how, b, r, r, count);
        assert_memory_equal(q[1], r, count * sizeof *r);
        markstein_divide(&how, a, b, q[1], count);
        markstein_quotients(&how, a, b, r, q[3], count);
        for (int k = 1; k < 4; k++) {
            assert_memory_equal(q[0], q[k], count * sizeof *a);
            assert_true(q[k][count] == 77);
        }
    }
}

static void test_slow(void **unused)
{
    for (int i = 0; i < 3000000; i++) {
        uint32_t a = division_cases_draw(), b = division_cases_draw(), got, want;

        if (i % 4 == 1)
            a &= 0x807fffff;
        if (i % 4 == 2)
            b = (b & 0x80ffffff) + (a & 0x7f000000);
        got = division_slow(a, b);
        want = fp_bits(division_cases_divided(fp_from_bits(a), fp_from_bits(b)));
        assert_true(isnan(fp_from_bits(want)) ? got == DIVISION_NAN : got == want);
    }
}

static const struct markstein anys[] = {
    { 1, true, false, MARKSTEIN_SCALAR, MARKSTEIN_SKETCH },
    { 1, true, false, MARKSTEIN_AVX2, MARKSTEIN_WIDE },
    { 1, true, true, MARKSTEIN_AVX2, MARKSTEIN_WIDE },
    { 2, true, true, MARKSTEIN_SCALAR, MARKSTEIN_WIDE },
};

// The one divisor whose fraction has its bits all set may be off, as in test_proof.
static void check_any(const struct markstein *how, const float *a, const float *b,
                      size_t count)
{
    float q[256];

    assert_true(count <= 256);
    markstein_divide(how, a, b, q, count);
    for (size_t i = 0; i < count; i++) {
        uint32_t want = fp_bits(division_cases_divided(a[i], b[i])), got = fp_bits(q[i]);
        bool spoiled = !how->raised &&
                       (fp_bits(b[i]) & DIVISION_CASES_TOP) == DIVISION_CASES_TOP &&
                       division_cases_spoils_top();

        if (isnan(fp_from_bits(want)) ? isnan(q[i]) : got == want)
            continue;
        if (spoiled && got + 1 == want && (want & DIVISION_CASES_TOP) == 1)
            continue;
        fail_msg("0x%08x / 0x%08x: got 0x%08x, want 0x%08x", fp_bits(a[i]), fp_bits(b[i]),
                 got, want);
    }
}

static void test_specials(void **unused)
{
    static const uint32_t edges[] = {
        0,          1,          2,          0x007fffff, 0x00800000, 0x00800001,
        0x00ffffff, 0x01000000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x3fffffff,
        0x40000000, 0x7e7fffff, 0x7e800000, 0x7e800001, 0x7f000000, 0x7f7fffff,
        0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff,
    };
    const size_t count = COUNT_OF(edges);
    float a[2 * COUNT_OF(edges)], b[2 * COUNT_OF(edges)];

    for (size_t k = 0; k < 4; k++)
        for (size_t i = 0; i < 2 * count; i++) {
            for (size_t j = 0; j < 2 * count; j++) {
                a[j] = fp_from_bits(edges[i / 2] | (uint32_t) (i % 2) << 31);
                b[j] = fp_from_bits(edges[j / 2] | (uint32_t) (j % 2) << 31);
            }
            check_any(&anys[k], a, b, 2 * count);
        }
}

// Every pair of exponents, for some mantissas of the edges; or all numbers of the domain.
static void check_exponents(const struct markstein *how, uint32_t mask)
{
    struct domain domain = domain_whole(DOMAIN_EXPONENTS, 32);
    float a[256], b[256];
    uint32_t number = 0;
    size_t count = 0;

    do {
        struct operands pair = domain_operands(&domain, number);

        a[count] = fp_from_bits((uint32_t) pair.a);
        b[count] = fp_from_bits((uint32_t) pair.b);
        if (++count == 256) {
            check_any(how, a, b, count);
            count = 0;
        }
        // the next number that has no bits but those of the mask
        number = ((number | ~mask) + 1) & mask;
    } while (number != 0);
    check_any(how, a, b, count);
}

static void test_exponents(void **unused)
{
    // fractions 0, 1 and 0x7fffff, 0x7ffffe, of both
    for (size_t k = 0; k < 3; k++)
        check_exponents(&anys[k], 0xffff0909);
}

// Without a refinement the fast path is wrong here, the slow one never: so one sees which
// was taken.
static void test_limits(void **unused)
{
    static const struct {
        int a, b;     // powers of two by which 1.5... and 1.3... are scaled
        bool slow[2]; // by the limits of the sketch, and wide
    } cases[] = {
        { 0, 0, { false, false } },    { 127, 0, { true, false } },
        { 126, 0, { true, false } },   { 125, 0, { false, false } },
        { -126, 0, { false, false } }, { -126, 1, { true, true } },
        { 0, 126, { true, true } },    { 0, 125, { false, false } },
        { 0, -126, { true, false } },  { -1, -126, { false, false } },
        { 127, 127, { true, true } },  { -127, 0, { true, true } },
        { 0, -127, { true, true } },   { 127, -1, { true, true } },
    };
    struct markstein how = { .halley = true };
    float a, b, q;

    do {
        a = division_cases_mantissa(division_cases_draw());
        b = division_cases_mantissa(division_cases_draw());
        markstein_divide(&how, &a, &b, &q, 1);
    } while (a < b || b == 1 || q == division_cases_divided(a, b) || fp_bits(a) % 2 ||
             fp_bits(b) % 2);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int k = 0; k < 4; k++) {
            float x = ldexpf(a, cases[i].a), y = ldexpf(b, cases[i].b);

            how.width = (enum markstein_width)(k / 2);
            how.operands = (enum markstein_operands)(MARKSTEIN_SKETCH + k % 2);
            markstein_divide(&how, &x, &y, &q, 1);
            if ((q == division_cases_divided(x, y)) != cases[i].slow[k % 2])
                fail_msg("case %zu, limits %d: the other path", i, k % 2);
        }
}

// Whatever the environment is on entry, it is the same afterwards, and does not matter.
static void test_environment(void **unused)
{
    static const int directions[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
    const struct markstein raised = {
        .refinements = 1, .halley = true, .raised = true, .width = MARKSTEIN_AVX2
    };
    float a[9], b[9], want[9], got[9];

    for (int i = 0; i < 9; i++) {
        a[i] = division_cases_mantissa(division_cases_draw());
        b[i] = division_cases_mantissa(division_cases_draw());
    }
    markstein_divide(&raised, a, b, want, 9);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(fesetround(directions[i]), 0);
        markstein_divide(&raised, a, b, got, 9);
        assert_int_equal(fegetround(), directions[i]);
        fesetround(FE_TONEAREST);
        assert_memory_equal(got, want, sizeof got);
    }
}

static const struct function *function_of(const char *name)
{
    int count;
    const struct function *functions = sweep_division_functions(&count);

    for (int i = 0; i < count; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

// Functions by name: on both grids, against the processor.
static void test_functions(void **unused)
{
    static const struct {
        const char *name;
        enum domain_kind domain;
        bool right;
    } cases[] = {
        { "cpu:div.markstein", DOMAIN_MANTISSAS, true },
        { "cpu:div.markstein.avx2", DOMAIN_DIVISION, true },
        { "cpu:div.markstein.raised", DOMAIN_DIVISION, true },
        { "cpu:div.markstein2", DOMAIN_MANTISSAS, true },
        { "cpu:div.markstein0", DOMAIN_MANTISSAS, false },
        { "cpu:div.full.c", DOMAIN_EXPONENTS, true },
        { "cpu:div.full.avx", DOMAIN_EXPONENTS, true },
        { "cpu:div.full.raised", DOMAIN_EXPONENTS, true },
    };
    static uint32_t got[10001];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct function *function = function_of(cases[i].name);
        struct domain domain = domain_whole(cases[i].domain, 0);
        uint64_t first = UINT64_C(0x345678123456) & domain.last & ~UINT64_C(0xffff);
        int wrong = 0;

        assert_non_null(function);
        sweep_division_results(function, &domain, first, 10001, got);
        for (uint64_t k = 0; k < 10001; k++) {
            struct operands pair = domain_operands(&domain, first + k);
            uint32_t want = fp_bits(division_cases_divided(
                fp_from_bits((uint32_t) pair.a), fp_from_bits((uint32_t) pair.b)));

            // the divisor that an estimate may spoil is test_proof's
            if ((pair.b & DIVISION_CASES_TOP) != DIVISION_CASES_TOP &&
                !isnan(fp_from_bits(want)))
                wrong += got[k] != want;
        }
        assert_true(cases[i].right ? wrong == 0 : wrong > 500);
    }
}

static void test_all_exponents(void **unused)
{
    for (size_t k = 0; k < 3; k++)
        check_exponents(&anys[k], 0xffffffff);
}

// The estimate of a divisor has the same bits at every exponent, but where it would be
// subnormal.
static void test_estimates_of_exponents(void **unused)
{
    for (uint32_t fraction = 0; fraction < DIVISION_FRACTIONS; fraction++) {
        float r = division_cases_estimate(division_cases_mantissa(fraction));

        for (int exponent = -126; exponent <= 125; exponent++)
            assert_true(division_cases_estimate(
                            ldexpf(division_cases_mantissa(fraction), exponent)) ==
                        ldexpf(r, -exponent));
    }
}

TEST_GROUP(division_any)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_widths),    cmocka_unit_test(test_slow),
        cmocka_unit_test(test_specials),  cmocka_unit_test(test_exponents),
        cmocka_unit_test(test_limits),    cmocka_unit_test(test_environment),
        cmocka_unit_test(test_functions),
    };
    const struct CMUnitTest all[] = {
        cmocka_unit_test(test_all_exponents),
        cmocka_unit_test(test_estimates_of_exponents),
    };
    int count;

    if (!markstein_can()) {
        sweep_division_functions(&count);
        if (count != 0)
            return EXIT_FAILURE;
        printf("1..0 # SKIP no AVX2 and FMA\n");
        return EXIT_SUCCESS;
    }
    if (group_every)
        return cmocka_run_group_tests(all, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

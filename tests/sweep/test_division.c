// SPDX-License-Identifier: MIT
//
// test_division [exhaustive]: whether Markstein's division is right. Two oracles agree
// and reject; enumeration and brute force find the same wrong quotients in whole columns,
// of right and of broken algorithms and of reciprocals made worse. Skipped without AVX2
// and FMA.

#include "base/fp_bits.h"
#include "sweep/backend.h"
#include "tests/shared/group.h"
#include "tests/sweep/division_cases.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct markstein published = { .refinements = 1, .halley = true };
static const struct markstein raised = { .refinements = 1,
                                         .halley = true,
                                         .raised = true };
static const struct markstein twice = { .refinements = 2, .halley = true };
static const struct markstein newton = { .refinements = 1 };

static void check_oracles(float a, float b)
{
    uint32_t right = fp_bits(division_cases_divided(a, b));
    const uint32_t others[] = { right - 1,
                                right + 1,
                                right ^ 0x80000000,
                                right + 0x00800000,
                                right - 0x00800000,
                                right ^ 0x00400000,
                                0,
                                0x7f800000,
                                0x7fc00000,
                                1,
                                0x7f7fffff,
                                right + 2,
                                right - 2 };

    assert_true(division_right_by_integers(a, b, fp_from_bits(right)));
    assert_true(division_right_by_residual(a, b, fp_from_bits(right)));
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        assert_false(division_right_by_integers(a, b, fp_from_bits(others[i])));
        assert_false(division_right_by_residual(a, b, fp_from_bits(others[i])));
    }
}

// Every pair of mantissas near an edge, and random ones.
static void test_oracles(void **unused)
{
    static const uint32_t edges[] = { 0,
                                      1,
                                      2,
                                      3,
                                      0x3fffff,
                                      0x400000,
                                      0x400001,
                                      0x7ffffd,
                                      DIVISION_CASES_TOP - 1,
                                      DIVISION_CASES_TOP };
    const int count = (int) COUNT_OF(edges);

    for (int i = 0; i < count * count; i++)
        check_oracles(division_cases_mantissa(edges[i % count]),
                      division_cases_mantissa(edges[i / count]));
    for (int i = 0; i < 200000; i++) {
        uint32_t fraction = division_cases_draw(),
                 near = fraction + division_cases_draw() % 7 - 3;

        check_oracles(division_cases_mantissa(division_cases_draw()),
                      division_cases_mantissa(fraction));
        check_oracles(division_cases_mantissa(near), division_cases_mantissa(fraction));
    }
}

// Brute force over one divisor, and the enumeration for it, find as many.
static uint64_t check_column(struct division_ask ask, uint32_t fraction)
{
    struct division_column column;
    struct division_proof proof;

    ask.first = ask.last = fraction;
    assert_true(division_sweep(&ask, fraction, &column));
    assert_true(division_prove(&ask, &proof));
    assert_int_equal(column.disagreements, 0);
    assert_int_equal(proof.disagreements, 0);
    assert_int_equal(proof.divisors, 1);
    assert_int_equal(proof.open, 0);
    assert_int_equal(proof.wrong, column.wrong);
    assert_true(proof.first_wrong == column.first_wrong);
    assert_true(!column.wrong || proof.got == column.got);
    return column.wrong;
}

static void test_columns(void **unused)
{
    static const uint32_t edges[] = { 0,
                                      1,
                                      2,
                                      0x3fffff,
                                      0x400000,
                                      0x600000,
                                      0x7ffff0,
                                      DIVISION_CASES_TOP - 1,
                                      DIVISION_CASES_TOP };
    const struct markstein *const hows[] = { &published, &raised, &twice };

    for (size_t i = 0; i < 9 + 3; i++) {
        uint32_t fraction = i < 9 ? edges[i] : division_cases_draw() & DIVISION_CASES_TOP;

        // one algorithm each, all for the divisor that may be spoiled
        for (size_t k = 0; k < 3; k++) {
            struct division_ask ask = { .how = *hows[k] };
            bool spoiled = fraction == DIVISION_CASES_TOP && hows[k] != &raised &&
                           division_cases_spoils_top();

            if (k == i % 3 || fraction == DIVISION_CASES_TOP)
                assert_int_equal(check_column(ask, fraction), spoiled);
        }
    }
}

// Newton's step makes too little of 12 bits: some divisors, found by enumeration, have
// wrong quotients, and brute force finds as many in each.
static void test_newton(void **unused)
{
    struct division_ask ask = { .how = newton };
    struct division_proof proof;
    uint64_t wrong = 0;

    for (int i = 0; i < 4; i++) {
        ask.first = (uint32_t) i << 21;
        ask.last = DIVISION_CASES_TOP;
        // the first wrong one from there on
        for (bool found = false; !found && ask.first < DIVISION_CASES_TOP;
             ask.first += 4096) {
            ask.last = ask.first + 4095;
            assert_true(division_prove(&ask, &proof));
            found = proof.wrong != 0;
        }
        assert_true(proof.wrong > 0);
        wrong += check_column(ask, (uint32_t) (proof.first_wrong >> 23));
    }
    assert_true(wrong >= 4);
}

// Reciprocals that are off by 2^-10 before Newton's step, by 2^-20 after it: a thousand
// times more candidates, among them many that are wrong. Evens of every kind.
static void test_worse_reciprocals(void **unused)
{
    float *estimates = malloc(sizeof *estimates * DIVISION_FRACTIONS);
    struct division_ask ask = { .how = newton, .estimates = estimates };
    uint64_t wrong = 0, large = 0;

    assert_non_null(estimates);
    for (uint32_t i = 0; i < DIVISION_FRACTIONS; i++)
        estimates[i] = (float) ((1 + 0x1p-10) / (double) division_cases_mantissa(i));
    for (int twos = 0; twos <= 23; twos += 4) {
        uint32_t divisor = (division_cases_draw() | 1) << twos;

        wrong += check_column(ask, divisor & DIVISION_CASES_TOP);
    }
    // The error is -eta^2 a/b, so quotients just above a midpoint go wrong. After two
    // refinements with reciprocals that are too large, those just below a midpoint do.
    ask.how = twice;
    for (uint32_t i = 0; i < DIVISION_FRACTIONS; i++)
        estimates[i] = (float) (1.00984 / (double) division_cases_mantissa(i));
    for (int i = 0; i < 4; i++)
        large += check_column(ask, (division_cases_draw() | 1) & DIVISION_CASES_TOP);
    assert_true(large > 0);
    assert_true(wrong > 50);
    // a reciprocal that is none, and one that is far off: swept
    estimates[5] = NAN;
    assert_int_equal(check_column(ask, 5), DIVISION_FRACTIONS);
    estimates[6] = 1e30f;
    assert_true(check_column(ask, 6) > 0);
    free(estimates);
}

// Checks the proof for a range of divisors and each algorithm.
static void check_proof(uint32_t first, uint32_t last)
{
    const struct markstein *const hows[] = { &published, &raised, &twice };
    bool whole = first == 0 && last == DIVISION_CASES_TOP;
    struct division_proof proof;

    for (int k = 0; k < 3; k++) {
        struct division_ask ask = { .how = *hows[k], .first = first, .last = last };
        bool spoiled = hows[k] != &raised && last == DIVISION_CASES_TOP &&
                       division_cases_spoils_top();

        assert_true(division_prove(&ask, &proof));
        assert_int_equal(proof.divisors, last - first + 1);
        assert_int_equal(proof.disagreements, 0);
        assert_int_equal(proof.swept + proof.open, 0);
        assert_int_equal(proof.wrong, spoiled);
        assert_true(!spoiled ||
                    (proof.got == DIVISION_CASES_HALF &&
                     proof.first_wrong == (uint64_t) DIVISION_CASES_TOP << 23));
        assert_int_equal(proof.proved, whole && !spoiled);
        assert_true(proof.eta_max > 0 && proof.eta_max < 0x1p-23);
    }
}

static void check_refuted(const struct markstein *how, uint32_t first, uint32_t last)
{
    struct division_ask ask = { .how = *how, .first = first, .last = last };
    struct division_proof proof;

    assert_true(division_prove(&ask, &proof));
    assert_true(proof.wrong > 0);
    assert_false(proof.proved);
}

static bool stop_at_once(void *context)
{
    ++*(int *) context;
    return true;
}

static void test_proof(void **unused)
{
    int asked = 0;
    struct division_ask ask = {
        .how = raised, .last = DIVISION_CASES_TOP, .stop = stop_at_once, .context = &asked
    };
    struct division_proof proof;

    check_proof(0, DIVISION_CASES_TOP >> 3);
    check_proof(DIVISION_CASES_TOP - (DIVISION_CASES_TOP >> 3), DIVISION_CASES_TOP);
    check_refuted(&newton, 0, DIVISION_CASES_TOP >> 3);
    assert_false(division_prove(&ask, &proof));
    assert_int_equal(asked, 1);
    assert_false(proof.proved);
}

// Divides arrays of every length at once, in steps, and one by one, and writes nothing
// behind them.
static void test_lengths(void **unused)
{
    const struct markstein *const hows[] = { &published, &raised, &twice, &newton };
    float a[68], b[68], r[68], q[2][68], one;

    for (int run = 0; run < 2000; run++) {
        const struct markstein *how = hows[run % 4];
        size_t count = division_cases_draw() % 67 + 1;

        for (size_t i = 0; i < count; i++) {
            a[i] = division_cases_mantissa(division_cases_draw());
            b[i] = division_cases_mantissa(i % 3 ? division_cases_draw() : 0x123456);
        }
        r[count] = q[0][count] = q[1][count] = 77;
        markstein_estimates(b, r, count);
        markstein_improve(how, b, r, r, count);
        markstein_quotients(how, a, b, r, q[0], count);
        markstein_divide(how, a, b, q[1], count);
        assert_memory_equal(q[0], q[1], count * sizeof *a);
        assert_true(r[count] == 77 && q[0][count] == 77 && q[1][count] == 77);
        for (size_t i = 0; i < count; i++) {
            markstein_divide(how, a + i, b + i, &one, 1);
            assert_true(one == q[0][i]);
        }
    }
}

// The environment on entry does not matter, and is the same afterwards.
static void test_environment(void **unused)
{
    static const int directions[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
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

// Compares the functions of that name, on both grids, with the processor's division.
static void test_functions(void **unused)
{
    static const enum domain_kind kinds[] = { DOMAIN_MANTISSAS, DOMAIN_DIVISION };
    static uint32_t got[10001];
    int count, found = 0;
    const struct function *functions = sweep_cpu_functions(&count);

    for (int i = 0; i < 2 * count; i++) {
        const struct function *function = &functions[i / 2];
        struct domain domain = domain_whole(kinds[i % 2], 0);
        uint64_t first = UINT64_C(0x345678123456) & domain.last & ~UINT64_C(0xffff);
        struct markstein how;

        if (!sweep_cpu_division(function, &how))
            continue;
        found++;
        assert_true(how.halley && how.refinements == 1);
        assert_int_equal(how.raised, strstr(function->name, "raised") != NULL);
        sweep_cpu_results(function, &domain, first, 10001, got);
        for (uint64_t k = 0; k < 10001; k++) {
            struct operands pair = domain_operands(&domain, first + k);

            // The largest divisor, which an estimate may spoil, is test_proof's.
            if ((pair.b & DIVISION_CASES_TOP) != DIVISION_CASES_TOP)
                assert_int_equal(got[k], fp_bits(division_cases_divided(
                                             fp_from_bits((uint32_t) pair.a),
                                             fp_from_bits((uint32_t) pair.b))));
        }
    }
    assert_int_equal(found, 4);
}

static void test_whole_proof(void **unused)
{
    check_proof(0, DIVISION_CASES_TOP);
    check_refuted(&newton, 0, DIVISION_CASES_TOP);
}

TEST_GROUP(division)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracles),   cmocka_unit_test(test_columns),
        cmocka_unit_test(test_newton),    cmocka_unit_test(test_worse_reciprocals),
        cmocka_unit_test(test_proof),     cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_functions), cmocka_unit_test(test_environment),
    };
    const struct CMUnitTest all[] = { cmocka_unit_test(test_whole_proof) };

    if (!markstein_can()) {
        printf("1..0 # SKIP no AVX2 and FMA\n");
        return EXIT_SUCCESS;
    }
    if (group_every)
        return cmocka_run_group_tests(all, NULL, NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

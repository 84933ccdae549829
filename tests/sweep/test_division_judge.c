// SPDX-License-Identifier: MIT
//
// The arithmetic by which a GPU judges divisions, on a CPU: over whole divisors what it
// counts is what judge_results counts, and of single results what integers say.

#include "sweep/division_judge_long.h"
#include "sweep/judge.h"
#include "sweep/tally.h"
#include "tests/shared/group.h"
#include "tests/sweep/division_cases.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

static struct group this_group = { .name = "division_judge" };

#define ROW ((size_t) 1 << 23)

// Ways to be wrong.

static uint32_t correct(float a, float b)
{
    return fp_bits(a / b);
}

static uint32_t by_reciprocal(float a, float b)
{
    return fp_bits(a * (1 / b));
}

static uint32_t some_ulp_off(float a, float b)
{
    static const int off[] = { 1, -1, 2, -2, 3, -3, 4, -4, 100, -100, 1 << 20 };

    return correct(a, b) +
           (uint32_t) (division_cases_draw() % 16 ? 0 : off[division_cases_draw() % 11]);
}

static uint32_t ten_bits(float a, float b)
{
    return correct(a, b) & 0xffffe000;
}

static uint32_t odd_ones(float a, float b)
{
    static const uint32_t odd[] = {
        0x7fc00000, 0xffffffff, 0x7f800001, 0x7f800000, 0xff800000, 0x00000000,
        0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x80800000, 0xbf800000,
        0x7f7fffff, 0xff7fffff, 0x5f800000, 0x1f800000,
    };

    return division_cases_draw() % 64 ? correct(a, b) : odd[division_cases_draw() % 16];
}

static uint32_t (*const ways[])(float, float) = { correct, by_reciprocal, some_ulp_off,
                                                  ten_bits, odd_ones };
#define WAYS COUNT_OF(ways)

static void count_long(struct cell *cell, const struct division_judged *judged,
                       uint64_t number, uint32_t got, bool has, int32_t steps)
{
    struct cell_worst worst[3] = { { fabs(judged->error), number, got },
                                   { judged->relative, number, got },
                                   { judged->absolute, number, got } };

    cell->kinds[judged->kind]++;
    if (judged->kind == CELL_WRONG) {
        if (cell->first_wrong == CELL_NONE) {
            cell->first_wrong = number;
            cell->first_wrong_got = got;
        }
        return;
    }
    cell->bins[division_judge_bin(judged->error)]++;
    tally_worst(&cell->ulp, &worst[0]);
    if (judged->relative > 0)
        tally_worst(&cell->relative, &worst[1]);
    tally_worst(&cell->absolute, &worst[2]);
    if (fabs(judged->error) > CELL_SUM_LIMIT) {
        cell->beyond++;
        return;
    }
    steps = has ? steps : division_judge_sum(judged->error);
    cell->sum += steps;
    cell->sum_abs += abs(steps);
}

// As the kernel does it, but that a candidate for an extreme is what its residual makes
// one of, or a number in `every`.
static void count_row(struct cell *cell, uint32_t fraction, const uint32_t *got,
                      uint32_t every)
{
    struct division_row row = division_judge_row(fraction);

    for (uint32_t i = 0; i < ROW; i++) {
        double a = division_judge_mantissa(i);
        double residual = division_judge_residual(&row, a, got[i]);
        bool below = i < fraction;
        double size = fabs(residual);
        double low[3] = { cell->ulp.error * DIVISION_JUDGE_SLACK,
                          cell->relative.error * DIVISION_JUDGE_SLACK,
                          cell->absolute.error * DIVISION_JUDGE_SLACK };
        bool has = size < division_judge_limit(&row, below, DIVISION_JUDGE_MOST);
        bool candidate = size >= division_judge_limit(&row, below, low[0]) ||
                         size >= row.b * low[2] || size >= a * low[1];
        int32_t steps = has ? division_judge_steps(&row, below, residual) : 0;

        if (has && !candidate && !division_judge_edge(steps) &&
            division_cases_draw() % every) {
            int bin = division_judge_inner_bin(division_judge_eighth(steps));

            assert_in_range(division_judge_eighth(steps) + 16, 0, 31);
            cell->kinds[CELL_FINITE]++;
            cell->bins[bin]++;
            cell->sum += steps;
            cell->sum_abs += abs(steps);
        } else {
            struct division_judged judged =
                division_judge_one(&row, a, (double) fp_from_bits(got[i]));

            count_long(cell, &judged, (uint64_t) fraction << 23 | i, got[i], has, steps);
        }
    }
    for (int bin = CELL_ZERO - 3; bin <= CELL_ZERO + 3; bin++)
        cell->correct += cell->bins[bin];
}

static void expect(uint32_t fraction, size_t way, const char *what, uint64_t got,
                   uint64_t want)
{
    if (got != want)
        fail_msg("divisor 0x%06x, way %zu: %s: got %llx want %llx", fraction, way, what,
                 (unsigned long long) got, (unsigned long long) want);
}

static void compare_worst(uint32_t fraction, size_t way, const char *what,
                          const struct cell_worst *got, const struct cell_worst *want)
{
    expect(fraction, way, what, fp_bits64(got->error), fp_bits64(want->error));
    expect(fraction, way, what, got->number, want->number);
    expect(fraction, way, what, got->got, want->got);
}

// The sums are of exact errors, the judge's of errors of a quotient in double precision.
static void compare(uint32_t fraction, size_t way, const struct cell *got,
                    const struct cell *want)
{
    for (int i = 0; i < CELL_KIND_COUNT; i++)
        expect(fraction, way, "kinds", got->kinds[i], want->kinds[i]);
    for (int i = 0; i < CELL_BINS; i++)
        expect(fraction, way, "bins", got->bins[i], want->bins[i]);
    expect(fraction, way, "correct", got->correct, want->correct);
    expect(fraction, way, "beyond", got->beyond, want->beyond);
    expect(fraction, way, "first wrong", got->first_wrong, want->first_wrong);
    expect(fraction, way, "first wrong", got->first_wrong_got, want->first_wrong_got);
    compare_worst(fraction, way, "ulp", &got->ulp, &want->ulp);
    compare_worst(fraction, way, "relative", &got->relative, &want->relative);
    compare_worst(fraction, way, "absolute", &got->absolute, &want->absolute);
    assert_in_range(llabs(got->sum - want->sum), 0, ROW / 256);
    assert_in_range(llabs(got->sum_abs - want->sum_abs), 0, ROW / 256);
}

static void judge_row(const struct domain *domain, uint32_t fraction, size_t way)
{
    const struct judge judge = { JUDGE_LIBM, judge_isa_best(),
                                 MATH_DIV,   FUNCTION_BINARY32,
                                 FP_RNE,     INFINITY,
                                 domain };
    uint32_t *words = malloc(ROW * sizeof *words);
    struct noted_list nothing = { 0 };
    struct cell want[2], got[2];

    assert_non_null(words);
    for (uint32_t i = 0; i < ROW; i++)
        words[i] =
            ways[way](division_cases_mantissa(i), division_cases_mantissa(fraction));
    for (int i = 0; i < 2; i++) {
        tally_clear(&want[i]);
        tally_clear(&got[i]);
    }
    judge_results(&judge, (uint64_t) fraction << 23, ROW, words, want, &nothing);
    count_row(&got[0], fraction, words, 1000);
    compare(fraction, way, &got[0], &want[0]);
    // The way that a result takes is no matter.
    count_row(&got[1], fraction, words, 3);
    assert_memory_equal(&got[0], &got[1], sizeof got[0]);
    free(words);
}

// 1, its neighbour, the largest, 4/3, 3/2, and one more.
TEST(whole_divisors_are_judged_alike)
{
    static const uint32_t fractions[] = { 0, 1, 0x7fffff, 0x2aaaab, 0x400000, 0x5b3c91 };
    struct domain domain = domain_whole(DOMAIN_DIVISION, 0);

    for (size_t i = 0; i < COUNT_OF(fractions); i++)
        judge_row(&domain, fractions[i], i % WAYS);
    judge_row(&domain, division_cases_draw() & 0x7fffff, 1);
}

// A result by integers: q = Q 2^-24, a = A 2^-23, b = B 2^-23; Q B - A 2^24 in units of
// ulp / 8 is that times 8 (or 4) by B.
static void check_integers(uint32_t fraction, uint32_t i, uint32_t got)
{
    struct division_row row = division_judge_row(fraction);
    double a = division_judge_mantissa(i);
    double residual = division_judge_residual(&row, a, got);
    bool below = i < fraction;
    int exponent = (int) (got >> 23) - 126;
    int64_t b = (1 << 23) | fraction;
    int64_t q = (int64_t) ldexp((1 << 23) | (got & 0x7fffff), exponent);
    int64_t off = q * b - (int64_t) ((1 << 23) | i) * (1 << 24);
    int64_t eighths = llabs(off) * (below ? 8 : 4), bin = eighths / b;
    struct division_judged judged =
        division_judge_one(&row, a, (double) fp_from_bits(got));
    int want;

    bin = bin < 8 * 4 ? bin : CELL_STEPS + ilogb((double) bin / 8) - 1;
    want = off < 0 ? CELL_ZERO - (int) bin : CELL_ZERO + (int) bin;
    assert_true(residual * 0x1p47 == (double) off);
    assert_int_equal(division_judge_bin(judged.error), want);
    assert_int_equal(division_judge_bin(judged.error), tally_bin(judged.error));
    if (fabs(residual) < division_judge_limit(&row, below, DIVISION_JUDGE_MOST)) {
        int32_t steps = division_judge_steps(&row, below, residual);

        assert_true(fabs((double) off * (below ? 1 : 0.5) / (double) b -
                         steps * 0x1p-16) <= 0x1.0001p-17);
        if (!division_judge_edge(steps))
            assert_int_equal(division_judge_inner_bin(division_judge_eighth(steps)),
                             want);
    }
    // No midpoints, but for a number below a power of two.
    assert_true(llabs(off) * (below ? 2 : 1) != b || (!below && exponent == 0));
    assert_int_equal(
        want >= CELL_ZERO - 3 && want <= CELL_ZERO + 3,
        got == correct(division_cases_mantissa(i), division_cases_mantissa(fraction)));
}

TEST(single_results_are_as_integers_say)
{
    for (int n = 0; n < 2000000; n++) {
        uint32_t fraction = division_cases_draw() & 0x7fffff,
                 i = division_cases_draw() & 0x7fffff;
        int off = (int) (division_cases_draw() % 9) - 4;

        // Small integers have quotients on the edges of bins.
        if (n % 4 == 0)
            fraction = division_cases_draw() % 64 << 17;
        if (n % 8 == 0)
            i = division_cases_draw() % 64 << 17;
        off = n % 16 ? off : off * 100;
        check_integers(
            fraction, i,
            correct(division_cases_mantissa(i), division_cases_mantissa(fraction)) +
                (uint32_t) off);
        check_integers(fraction, fraction, 0x3f800000u + (uint32_t) (off % 5));
    }
}

// A word that is no quotient never looks like one.
TEST(others_are_far)
{
    for (int n = 0; n < 2000000; n++) {
        struct division_row row = division_judge_row(division_cases_draw() & 0x7fffff);
        bool any = division_cases_draw() & 1;
        uint32_t sign = division_cases_draw(), got = sign;

        if (!any)
            got = sign << 31 | (division_cases_draw() % 4 * 0x7f800000 >> 1);
        float value = fp_from_bits(got);

        if (value > 0.4f && value < 2.1f)
            continue;
        for (int below = 0; below < 2; below++) {
            double a = division_judge_mantissa(division_cases_draw() & 0x7fffff);

            assert_true(fabs(division_judge_residual(&row, a, got)) >
                        division_judge_limit(&row, below, DIVISION_JUDGE_MOST));
        }
    }
}

// SPDX-License-Identifier: MIT
//
// The operands of the probe operations: normal, with normal results, in any format; the
// same whoever asks; and hard, each row in the way it is meant to be.

#include "base/fp.h"
#include "probe/shared/cases.h"
#include "probe/shared/operation_exact.h"
#include "tests/shared/group.h"
#include "unit/unit.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

static struct group this_group = { .name = "cases" };

#define COUNT CASES_COUNT

static const struct fp_format formats[] = {
    { 5, 15 }, { 8, 31 }, { 11, 15 }, { 17, 63 }, { 24, 127 }, { 53, 1023 },
};

// Formats in which not every case has room.
static const struct fp_format narrow[] = {
    { 2, 2 },  { 3, 3 },   { 4, 7 },   { 5, 3 },   { 5, 5 },   { 11, 5 },
    { 17, 7 }, { 17, 15 }, { 24, 15 }, { 24, 31 }, { 53, 15 }, { 53, 127 },
};

static const enum unit_op ops[CASES_KINDS] = {
    [CASES_SUM] = UNIT_ADD,        [CASES_PRODUCT] = UNIT_MUL,
    [CASES_QUOTIENT] = UNIT_DIV,   [CASES_FUSED] = UNIT_FMA,
    [CASES_ROOT] = UNIT_SQRT,      [CASES_RECIPROCAL_ROOT] = UNIT_SQRT,
    [CASES_RECIPROCAL] = UNIT_DIV,
};

// What is asked of a case; *exact is the same in operation_exact.h's words.
static uint64_t result_of(struct fp_format format, enum cases kind, const uint64_t in[3],
                          struct operation_exact *exact)
{
    struct fp_model model = { .format = format, .round = FP_RNE };
    struct unit unit = unit_model();
    uint64_t one = fp_pack(format, FP_RNE, false, 0, 1, false), out;
    bool reciprocal = kind == CASES_RECIPROCAL;
    uint64_t a = reciprocal ? one : in[0], b = reciprocal ? in[0] : in[1], c = 0;

    if (kind == CASES_FUSED)
        c = in[2];
    struct unit_call call = { ops[kind], model, &out, &a, &b, &c, 1 };
    assert_true(unit.apply(&unit, &call));
    exact->a = fp_unpack(format, a);
    exact->b = fp_unpack(format, b);
    exact->c = fp_unpack(format, c);
    exact->kind = ops[kind] == UNIT_DIV    ? OPERATION_EXACT_QUOTIENT
                  : ops[kind] == UNIT_SQRT ? OPERATION_EXACT_ROOT
                                           : OPERATION_EXACT_SUM;
    if (kind == CASES_SUM) {
        exact->c = exact->b;
        exact->b = fp_unpack(format, one);
    } else if (kind == CASES_RECIPROCAL_ROOT) {
        out = operation_exact_inversesqrt(&model, a);
        exact->kind = OPERATION_EXACT_RECIPROCAL_ROOT;
    }
    return out;
}

// And not in the uppermost binade, where rounding may overflow.
static bool is_normal(struct fp_format format, uint64_t bits)
{
    double value = fabs(fp_from_bits64(fp_convert(format, FP_BINARY64, FP_RNE, bits)));

    return value >= ldexp(1, 1 - format.emax) && value < ldexp(1, format.emax);
}

// What is computed on the way where there are two steps: a * b, or 1 / b.
static uint64_t middle_of(struct fp_format format, enum cases kind, const uint64_t in[3])
{
    struct operation_exact exact;
    uint64_t one = fp_pack(format, FP_RNE, false, 0, 1, false);

    if (kind == CASES_FUSED)
        return result_of(format, CASES_PRODUCT, in, &exact);
    if (kind == CASES_QUOTIENT)
        return result_of(format, CASES_RECIPROCAL, (uint64_t[3]){ in[1] }, &exact);
    return one;
}

static void check_row(struct fp_format format, enum cases kind, int least)
{
    struct operation_exact exact;
    uint64_t all[COUNT][3];
    int distinct = 0;

    for (int i = 0; i < COUNT; i++) {
        bool again = false;

        cases_get(format, kind, i, all[i]);
        for (int k = 0; k < i && !again; k++)
            again = memcmp(all[i], all[k], sizeof all[i]) == 0;
        distinct += !again;
        for (int k = 0; k < 3; k++)
            if (all[i][k] != 0 && !is_normal(format, all[i][k]))
                fail_msg("p=%d emax=%d kind %d case %d: operand %d is not normal",
                         format.precision, format.emax, kind, i, k);
        if (!is_normal(format, result_of(format, kind, all[i], &exact)) ||
            !is_normal(format, middle_of(format, kind, all[i])))
            fail_msg("p=%d emax=%d kind %d case %d: the result is not normal",
                     format.precision, format.emax, kind, i);
    }
    if (distinct < least)
        fail_msg("p=%d emax=%d kind %d: %d different cases", format.precision,
                 format.emax, kind, distinct);
}

TEST(operands_and_results_are_normal)
{
    for (int kind = 0; kind < CASES_KINDS; kind++) {
        for (size_t f = 0; f < COUNT_OF(formats); f++)
            check_row(formats[f], (enum cases) kind,
                      formats[f].precision < 11 ? 20 : 100);
        for (size_t f = 0; f < COUNT_OF(narrow); f++)
            check_row(narrow[f], (enum cases) kind, 1);
    }
}

// How many exact results of a row lie within `reach` ulps of a middle between two
// numbers, and of a number, at each side, but not on it.
struct near {
    int middle_above, middle_below, number_above, number_below, ties;
};

static struct near count_near(struct fp_format format, enum cases kind, double reach)
{
    struct near near = { 0 };
    struct operation_exact exact;
    uint64_t in[3];

    for (int i = 0; i < COUNT; i++) {
        cases_get(format, kind, i, in);
        uint64_t got = result_of(format, kind, in, &exact);
        double error =
            operation_exact_error_ulp(&exact, format.precision, fp_unpack(format, got));

        near.ties += fabs(error) == 0.5;
        near.middle_above += error < 0.5 && error > 0.5 - reach;
        near.middle_below += -error < 0.5 && -error > 0.5 - reach;
        near.number_above += error < 0 && -error < reach;
        near.number_below += error > 0 && error < reach;
    }
    return near;
}

// With 24 bits: how near, and how many of a kind at the least.
TEST(rows_are_hard)
{
    static const struct {
        enum cases kind;
        double reach;
        int near, ties;
    } wanted[] = {
        { CASES_SUM, 0x1p-20, 4, 8 },
        { CASES_PRODUCT, 0x1p-20, 6, 32 },
        { CASES_QUOTIENT, 0x1p-20, 12, 0 },
        { CASES_FUSED, 0x1p-20, 5, 20 },
        { CASES_ROOT, 0x1p-16, 12, 0 },
        { CASES_RECIPROCAL, 0x1p-5, 10, 0 },
        { CASES_RECIPROCAL_ROOT, 0x1p-4, 10, 0 },
    };

    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        struct near near = count_near(FP_BINARY32, wanted[i].kind, wanted[i].reach);

        if (near.middle_above < wanted[i].near || near.middle_below < wanted[i].near ||
            near.number_above < wanted[i].near || near.number_below < wanted[i].near ||
            near.ties < wanted[i].ties || (near.ties > 0 && wanted[i].ties == 0))
            fail_msg("kind %d: middles %d %d, numbers %d %d, ties %d", wanted[i].kind,
                     near.middle_above, near.middle_below, near.number_above,
                     near.number_below, near.ties);
    }
}

static void *ask_all(void *sum)
{
    uint64_t in[3];

    for (int round = 0; round < 3; round++) {
        for (size_t f = 0; f < COUNT_OF(formats); f++) {
            for (int i = 0; i < COUNT * CASES_KINDS; i++) {
                cases_get(formats[f], (enum cases)(i / COUNT), i % COUNT, in);
                for (int k = 0; k < 3; k++)
                    *(uint64_t *) sum = *(uint64_t *) sum * 31 + in[k];
            }
        }
    }
    return NULL;
}

// Rows come and go: there are more than are kept.
TEST(threads_get_the_same)
{
    pthread_t threads[3];
    uint64_t sums[4] = { 0 };

    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, ask_all, &sums[i]), 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    ask_all(&sums[3]);
    for (int i = 0; i < 3; i++)
        assert_true(sums[i] == sums[3]);
}

// What committed captures were asked: no compiler, or machine, asks another thing.
TEST(every_compiler_makes_the_same)
{
    uint64_t sum = 0;

    ask_all(&sum);
    assert_int_equal(sum, UINT64_C(0x51236f876b1c5ac6));
}

// SPDX-License-Identifier: MIT
//
// The judge on a CPU, whatever the function: faults of one ulp are found, each of them,
// by each kind of judge and each width of vector; all widths that have a fused
// multiply-add say the same, byte for byte; pieces, the environment and the room for what
// is noted make no difference.

#include "sweep/exact.h"
#include "sweep/judge.h"
#include "sweep/judge_reference.h"
#include "sweep/tally.h"
#include "tests/shared/group.h"
#include "tests/sweep/judged.h"

#include "base/fp.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "judge_faults" };

#define COUNT 8192

static struct noted room[JUDGE_NOTED];
static uint32_t results[COUNT];
static const struct domain bits = { .kind = DOMAIN_BITS, .bits = 32, .last = UINT32_MAX };

// Makes the results of the numbers from `first` on, rounded from the double, which is
// right except for near-ties.
static void make(enum math_id math, enum function_type type, uint64_t first)
{
    for (uint64_t i = 0; i < COUNT; i++) {
        uint32_t a = (uint32_t) domain_operands(&bits, first + i).a;
        float value = (float) judge_libm_value(math, (double) fp_from_bits(a), 0);

        results[i] = fp_bits(value);
        if (type == FUNCTION_BINARY16)
            results[i] =
                (uint32_t) fp_convert(FP_BINARY32, FP_BINARY16, FP_RNE, fp_bits(value));
    }
}

static struct noted_list run(const struct judge *judge, uint64_t first, size_t piece,
                             struct cell sides[2])
{
    struct noted_list list = { room, 0 };

    tally_clear(&sides[0]);
    tally_clear(&sides[1]);
    for (size_t i = 0; i < COUNT; i += piece) {
        size_t here = COUNT - i < piece ? COUNT - i : piece;

        judge_results(judge, first + i, here, results + i, sides, &list);
    }
    return list;
}

// A function each whose results are far apart, tiny, saturated; at |x| in a few binades.
static const struct {
    enum math_id math;
    int chunk;
} places[] = {
    { MATH_TANH, 126 },  { MATH_TANH, 20 }, { MATH_TANH, 140 }, { MATH_EXP2, 130 },
    { MATH_EXP2, 90 },   { MATH_SIN, 128 }, { MATH_SIN, 250 },  { MATH_COS, 100 },
    { MATH_LOG, 127 },   { MATH_SQRT, 3 },  { MATH_RCP, 250 },  { MATH_RCP, 1 },
    { MATH_ERF, 128 },   { MATH_J0, 130 },  { MATH_EXPM1, 60 }, { MATH_LGAMMA, 128 },
    { MATH_FLOOR, 133 }, { MATH_SIN, 0 },
};

#define PLACES COUNT_OF(places)

static struct judge best_of(enum math_id math)
{
    return judge_for(&(struct function){ .math = math }, &bits);
}

static uint64_t wrong_of(const struct cell sides[2])
{
    return tally_inputs(&sides[0]) + tally_inputs(&sides[1]) - sides[0].correct -
           sides[1].correct;
}

TEST(each_fault_is_found)
{
    for (size_t p = 0; p < PLACES; p++)
        for (int kind = JUDGE_SLEEF; kind <= JUDGE_LIBM; kind++)
            for (int isa = 0; isa <= (int) judge_isa_best(); isa++) {
                struct judge judge = { .kind = (enum judge_kind) kind,
                                       .isa = (enum judge_isa) isa,
                                       .math = places[p].math,
                                       .domain = &bits };
                uint64_t first = ((uint64_t) places[p].chunk << 24) + 0x70000, faults = 0;
                struct cell sides[2];

                if (!judge_can(judge.kind, judge.math, judge.type))
                    continue;
                make(judge.math, judge.type, first);
                run(&judge, first, COUNT, sides);
                assert_int_equal(wrong_of(sides), 0);
                for (int i = (int) p; i < COUNT; i += 61 + isa) {
                    if (isnan(fp_from_bits(results[i])) ||
                        isinf(fp_from_bits(results[i])))
                        continue;
                    results[i] += i & 1 || !(results[i] << 1) ? 1 : UINT32_MAX;
                    faults++;
                }
                run(&judge, first, COUNT, sides);
                assert_int_equal(wrong_of(sides), faults);
            }
}

// "sleef-nofma" may judge differently, as its name shows.
TEST(widths_say_the_same)
{
    struct cell want[2], got[2];

    if (judge_isa_best() == JUDGE_BASELINE)
        skip();
    for (int m = 0; m < MATH_COUNT; m++) {
        struct judge judge = { .math = (enum math_id) m, .domain = &bits };
        bool one = math_list[m].operands == MATH_FLOAT;

        if (!one || !judge_can(JUDGE_SLEEF, judge.math, judge.type))
            continue;
        for (int chunk = 1;
             chunk<DOMAIN_CHUNKS; chunk += chunk> 105 && chunk < 140 ? 3 : 19) {
            uint64_t first = ((uint64_t) chunk << 24) + 0x123456;

            make(judge.math, judge.type, first);
            for (int i = 0; i < COUNT; i += 7)
                results[i] += (uint32_t) i % 5 - 2;
            judge.isa = JUDGE_AVX2;
            run(&judge, first, COUNT, want);
            judge.isa = judge_isa_best();
            run(&judge, first, COUNT, got);
            assert_memory_equal(got, want, sizeof got);
            judge.isa = JUDGE_BASELINE;
            if (strcmp(judge_name(&judge), "double") != 0)
                continue;
            run(&judge, first, COUNT, got);
            assert_memory_equal(got, want, sizeof got);
        }
    }
}

TEST(pieces_make_no_difference)
{
    static const size_t pieces[] = { 2, 10, 1024, 1026, 5000 };
    static struct noted kept[JUDGE_NOTED];

    for (size_t p = 0; p < PLACES; p++) {
        struct judge judge = best_of(places[p].math);
        uint64_t first = ((uint64_t) places[p].chunk << 24) + 0x70000;
        struct cell want[2], got[2];
        struct noted_list whole, parts;

        make(judge.math, judge.type, first);
        for (int i = 3; i < COUNT; i += 17)
            results[i] += (uint32_t) i % 7 - 3;
        results[100] = 0x7fc00000;
        whole = run(&judge, first, COUNT, want);
        memcpy(kept, room, sizeof kept);
        for (size_t k = 0; k < COUNT_OF(pieces); k++) {
            parts = run(&judge, first, pieces[k], got);
            assert_memory_equal(got, want, sizeof got);
            assert_int_equal(parts.count, whole.count);
            for (int i = 0; i < whole.count; i++) {
                assert_int_equal(room[i].number, kept[i].number);
                assert_int_equal(room[i].got, kept[i].got);
                assert_true(room[i].error == kept[i].error);
                assert_true(i == 0 || room[i].number > room[i - 1].number);
            }
        }
    }
}

// sin(x) is so near to x that the float after x is one ulp away but for 2^-28.
TEST(noted_beyond_the_room_are_counted)
{
    struct judge judge = best_of(MATH_SIN);
    uint64_t first = (UINT64_C(97) << 24) + 4096;
    struct cell sides[2];
    struct noted_list list;

    make(MATH_SIN, FUNCTION_BINARY32, first);
    for (int i = 0; i < COUNT; i++)
        results[i] += i < 5000 ? 1 : 0;
    list = run(&judge, first, COUNT, sides);
    assert_int_equal(list.count, 5000);
    assert_int_equal(room[JUDGE_NOTED - 1].number, first + JUDGE_NOTED - 1);
    assert_int_equal(room[0].kind, CELL_FINITE);
    assert_int_equal(sides[0].unsettled, 0);
}

TEST(the_environment_makes_no_difference)
{
    struct judge judge = best_of(MATH_EXP);
    uint64_t first = UINT64_C(127) << 24;
    struct cell want[2], got[2];

    make(MATH_EXP, FUNCTION_BINARY32, first);
    run(&judge, first, COUNT, want);
    fesetround(FE_UPWARD);
#ifdef __SSE2__
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#endif
    run(&judge, first, COUNT, got);
    assert_int_equal(fegetround(), FE_UPWARD);
#ifdef __SSE2__
    assert_int_equal(__builtin_ia32_stmxcsr() & 0x8040, 0x8040);
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() & ~0x8040u);
#endif
    fesetround(FE_TONEAREST);
    assert_memory_equal(got, want, sizeof got);
}

// tanh: rises on the right, and is odd; two results are bent.
TEST(falls_and_breaks_are_found)
{
    struct judge judge = best_of(MATH_TANH);
    uint64_t first = (UINT64_C(126) << 24) + 4096;
    struct cell sides[2];

    make(MATH_TANH, FUNCTION_BINARY32, first);
    run(&judge, first, 1024, sides);
    for (int s = 0; s < 2; s++) {
        assert_int_equal(sides[s].falls + sides[s].breaks, 0);
        assert_int_equal(sides[s].edge[0], results[s]);
        assert_int_equal(sides[s].edge[1], results[COUNT - 2 + s]);
    }
    results[1024] -= 9; // the first of a piece
    results[2001] += 9;
    run(&judge, first, 1024, sides);
    assert_int_equal(sides[0].falls, 1);
    assert_int_equal(sides[0].first_fall, first + 1024);
    assert_int_equal(sides[0].breaks, 0);
    assert_int_equal(sides[1].falls, 1);
    assert_int_equal(sides[1].first_fall, first + 2003);
    assert_int_equal(sides[1].breaks, 2);
    assert_int_equal(sides[1].first_break, first + 1025);
}

// Conversions to half and to integers in all directions, and with results bent, against
// MPFR, all of whose figures are exact.
static void check_conversion(enum function_type type, enum fp_round round, int chunk)
{
    struct judge judge = { .isa = (enum judge_isa)(chunk % ((int) judge_isa_best() + 1)),
                           .math = MATH_IDENTITY,
                           .type = type,
                           .round = round,
                           .domain = &bits };
    struct cell want[2], got[2];
    uint64_t first = (uint64_t) chunk << 24;

    tally_clear(&want[0]);
    tally_clear(&want[1]);
    judged_make(&judge, first, 32);
    for (uint64_t i = 0; i < 32; i++) {
        if (i % 5 == 1)
            judged_results[i] += 1 + (uint32_t) i % 2;
        struct exact_call call = judged_call(&judge, first + i, judged_results[i]);

        judged_count(&call, first + i, &want[i & 1]);
    }
    assert_int_equal(judged_into(&judge, first, 32, got).count, 0);
    for (int s = 0; s < 2; s++) {
        assert_memory_equal(got[s].kinds, want[s].kinds, sizeof want[s].kinds);
        assert_int_equal(got[s].correct, want[s].correct);
        assert_memory_equal(got[s].bins, want[s].bins, sizeof want[s].bins);
        assert_int_equal(got[s].sum_abs, want[s].sum_abs);
        assert_true(fabs(got[s].ulp.error - want[s].ulp.error) <= 0x1p-48);
    }
}

TEST(conversions_are_judged_as_mpfr_does)
{
    static const enum fp_round rounds[] = { FP_RNE, FP_RTZ, FP_RUP, FP_RDN };
    static const enum function_type types[] = { FUNCTION_BINARY16, FUNCTION_BINARY32,
                                                FUNCTION_INT32, FUNCTION_UINT32 };

    if (!exact_available())
        skip();
    for (int t = 0; t < 4; t++)
        for (int r = 0; r < 4; r++)
            for (int chunk = 0; chunk < DOMAIN_CHUNKS; chunk++)
                check_conversion(types[t], rounds[r], chunk);
}

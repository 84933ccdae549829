// SPDX-License-Identifier: MIT
//
// The judge on a CPU counts as MPFR does, for every function in many binades, with
// every kind of judge and width of vector. It finds every fault of one ulp. The
// division of the results into calls has no effect.

#include "base/fp_bits.h"
#include "sweep/exact.h"
#include "sweep/judge.h"
#include "sweep/judge_reference.h"
#include "sweep/tally.h"
#include "tests/shared/group.h"
#include "tests/sweep/judged.h"

#include "base/fp_format.h"

#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "judge", .after = judged_say };

// Makes some results wrong, in every way.
static void make_faults(enum function_type type, int count)
{
    for (int i = 0; i < count; i++)
        switch (judged_draw(24)) {
        case 0: judged_results[i]++; break;
        case 1: judged_results[i]--; break;
        case 2: judged_results[i] = 0; break;
        case 3: judged_results[i] ^= 0x80000000u; break;
        case 4:
            judged_results[i] = type == FUNCTION_INT32 ? 0x80000000u : 0x7f800000;
            break;
        case 5: judged_results[i] = type == FUNCTION_INT32 ? 1 : 0xff800000; break;
        case 6: judged_results[i] = type == FUNCTION_INT32 ? 7 : 0x7fc00000; break;
        case 7: judged_results[i] += 3; break;
        default: break;
        }
}

// Moves a result that was noted as near an edge to the bin that MPFR gives.
static void settle(const struct judge *judge, const struct noted_list *list,
                   struct cell sides[2])
{
    for (int i = 0; i < list->count; i++) {
        const struct noted *one = &list->noted[i];
        struct cell *cell = &sides[domain_side(judge->domain, one->number)];
        struct exact_call call = judged_call(judge, one->number, one->got);
        struct exact exact;

        exact_judge(&call, &exact);
        assert_int_equal(exact.kind, one->kind);
        if (one->kind != CELL_FINITE)
            continue;
        assert_true(fabs(exact.error - one->error) < 0x1p-24);
        cell->bins[tally_bin(one->error)]--;
        cell->bins[tally_bin(exact.error)]++;
        cell->correct += (uint64_t) exact.correct - one->correct;
    }
}

static void same_worst(const struct cell_worst *got, const struct cell_worst *want,
                       double relative, double absolute)
{
    assert_int_equal(got->number == CELL_NONE, want->number == CELL_NONE);
    assert_true(fabs(got->error - want->error) <= relative * want->error + absolute);
}

// Edges of bins beyond an ulp are not settled: at some, results that are whole ulps away
// may be in the next bin, and 2^-16 ulp more or less in the sums.
static void same_cell(const struct cell *got, const struct cell *want)
{
    uint64_t finite = want->kinds[CELL_FINITE], far_got = 0, far_want = 0;

    for (int i = 0; i < CELL_KIND_COUNT; i++)
        assert_int_equal(got->kinds[i], want->kinds[i]);
    assert_int_equal(got->correct, want->correct);
    assert_int_equal(got->beyond, want->beyond);
    assert_int_equal(got->first_wrong, want->first_wrong);
    for (int i = CELL_ZERO - 8; i <= CELL_ZERO + 8; i++)
        if (abs(i - CELL_ZERO) >= 3)
            assert_int_equal(got->bins[i], want->bins[i]);
    for (int i = 0; i < CELL_BINS; i++) {
        far_got += got->bins[i];
        far_want += want->bins[i];
    }
    assert_int_equal(far_got, far_want);
    assert_true((uint64_t) llabs((long long) (got->sum - want->sum)) <= finite + 1);
    assert_true((uint64_t) llabs((long long) (got->sum_abs - want->sum_abs)) <=
                finite + 1);
    same_worst(&got->ulp, &want->ulp, want->ulp.error < 4 ? 0 : 1e-6, 0x1p-25);
    if (finite && want->relative.number != CELL_NONE && want->relative.error > 0x1p-40)
        same_worst(&got->relative, &want->relative, 1e-6, 0x1p-50);
    if (want->ulp.error > 0.125)
        same_worst(&got->absolute, &want->absolute, 1e-6, 0x1p-170);
}

// The first `count` results, by the judge and, one by one, by MPFR.
static void compare(const struct judge *judge, uint64_t first, int count)
{
    struct cell got[2], want[2];
    struct noted_list list = judged_into(judge, first, count, got);

    assert_true(list.count <= JUDGE_NOTED);
    settle(judge, &list, got);
    tally_clear(&want[0]);
    tally_clear(&want[1]);
    for (int i = 0; i < count; i++) {
        uint64_t number = first + (uint64_t) i;
        struct exact_call call = judged_call(judge, number, judged_results[i]);

        judged_count(&call, number, &want[domain_side(judge->domain, number)]);
    }
    same_cell(&got[0], &want[0]);
    same_cell(&got[1], &want[1]);
}

static void check(const struct judge *judge, uint64_t first, int count)
{
    snprintf(judged_where, sizeof judged_where, "%s by %s, width %d, from %llx",
             math_list[judge->math].name, judge_kind_name(judge->kind), judge->isa,
             (unsigned long long) first);
    judged_make(judge, first, count);
    make_faults(judge->type, count);
    compare(judge, first, count);
}

// All widths take turns, so that each is met in every region.
TEST(each_function_is_judged_as_mpfr_does)
{
    if (!exact_available())
        skip();
    for (int m = 0; m < MATH_COUNT; m++) {
        struct domain domain = judged_domain((enum math_id) m);
        struct judge judge = { .math = (enum math_id) m,
                               .type = judged_type((enum math_id) m),
                               .domain = &domain };
        bool fast = judge_can(JUDGE_LIBM, judge.math, judge.type);

        for (int chunk = 0; fast && chunk < DOMAIN_CHUNKS; chunk++) {
            uint64_t base = (uint64_t) chunk << 24;

            judge.kind = chunk % 4 == 3 || !judge_can(JUDGE_SLEEF, judge.math, judge.type)
                             ? JUDGE_LIBM
                             : JUDGE_SLEEF;
            judge.isa = (enum judge_isa)(chunk % (judge_isa_best() + 1));
            check(&judge, base, 10);
            check(&judge, base + (1 << 24) - 4, 4);
            check(&judge, base + 2 * (uint64_t) judged_draw((1 << 23) - 8), 14);
        }
    }
}

// Where functions cross zero, or have come from far, and the numbers around.
static const struct {
    enum math_id math;
    float x;
} zeros[] = {
    { MATH_LGAMMA, -0x1.3a7fc9p+1f },
    { MATH_LGAMMA, -0x1.5fb411p+1f },
    { MATH_LGAMMA, -0x1.9260dcp+1f },
    { MATH_LGAMMA, -0x1.fa471cp+1f },
    { MATH_LGAMMA, 1.0f },
    { MATH_LGAMMA, 2.0f },
    { MATH_J0, 0x1.33d152p+1f },
    { MATH_J0, 0x1.6148f6p+2f },
    { MATH_J0, 1.0e5f },
    { MATH_J0, 1.0e30f },
    { MATH_J1, 0x1.ea7558p+1f },
    { MATH_J1, 0x1.c0ff6p+2f },
    { MATH_Y0, 0x1.c982ecp-1f },
    { MATH_Y0, 0x1.fa9534p+1f },
    { MATH_Y1, 0x1.193beep+1f },
    { MATH_Y1, 3.0e10f },
    { MATH_SIN, 0x1.f37384p+95f },
    { MATH_SIN, 0x1.921fb6p+1f },
    { MATH_COS, 0x1.921fb6p+0f },
    { MATH_COS, 0x1.6ac5b2p+62f },
    { MATH_TAN, 0x1.921fb6p+1f },
    { MATH_LOG, 1.0f },
    { MATH_LOG2, 1.0f },
    { MATH_ACOS, 1.0f },
    { MATH_ACOSH, 1.0f },
    { MATH_SINPI, 4194305.0f },
    { MATH_COSPI, 0.5f },
    { MATH_ERFC, 9.5f },
    { MATH_TGAMMA, -33.0001f },
    { MATH_EXP, -103.9f },
};

// The double that a judge takes for the exact result is within 2^-25 ulp of MPFR's.
TEST(zeros_are_judged_as_mpfr_does)
{
    if (!exact_available())
        skip();
    for (size_t i = 0; i < COUNT_OF(zeros); i++)
        for (int kind = JUDGE_SLEEF; kind <= JUDGE_LIBM; kind++) {
            struct domain domain = judged_domain(zeros[i].math);
            uint32_t bits = fp_bits(zeros[i].x), number = bits << 1 | bits >> 31;
            struct judge judge = { .kind = (enum judge_kind) kind,
                                   .isa = judge_isa_best(),
                                   .math = zeros[i].math,
                                   .domain = &domain };

            if (judge_can(judge.kind, judge.math, judge.type))
                check(&judge, (number & ~1u) - 64, 128);
        }
}

// One input each, at the ends of the formats.
static const struct {
    enum math_id math;
    float x;
    uint32_t got;
} ends[] = {
    { MATH_EXP2, 128, 0x7f7fffff },
    { MATH_EXP2, 0x1.000002p+7f, 0x7f7fffff },
    { MATH_EXP2, 128, 0x7f800000 },
    { MATH_EXP2, 0x1.fffffep+6f, 0x7f800000 },
    { MATH_EXP2, -149, 1 },
    { MATH_EXP2, -150, 0 },
    { MATH_EXP2, -150, 1 },
    { MATH_EXP2, -0x1.2bfffep+7f, 0 },
    { MATH_EXP2, -151, 0x80000000 },
    { MATH_EXP2, -140, 0 },
    { MATH_RCP, 0x1p-128f, 0x7f800000 },
    { MATH_RCP, 0x1.000002p-128f, 0x7f800000 },
    { MATH_RCP, 0x1p-149f, 0x7f7fffff },
    { MATH_RCP, -0x1p-127f, 0xff800000 },
    { MATH_SQRT, 0x1p-149f, 0 },
    { MATH_LOG, 0x1p-140f, 0xff800000 },
    { MATH_CEIL, 0x1p-140f, 0 },
    { MATH_FLOOR, -0x1p-140f, 0x80000000 },
    { MATH_SIN, 0x1p-140f, 0 },
    { MATH_SIN, 0x1p-140f, 0x80000000 },
    { MATH_COS, 0x1p-140f, 0x3f7fffff },
    { MATH_TANH, 20, 0x3f7fffff },
    { MATH_TANH, 20, 0x3f800001 },
    { MATH_LOG, -1, 0 },
    { MATH_SQRT, -0.0f, 0 },
    { MATH_SINH, 100, 0xff800000 },
    { MATH_DEGREES, 0x1p127f, 0x7f800000 },
    { MATH_LGAMMA, -3, 0x7f800000 },
    { MATH_TGAMMA, -3, 0x7f800000 },
    { MATH_TGAMMA, -90.5f, 0x80000000 },
};

// `all`: that result came for the numbers around, too.
static void check_end(size_t i, bool all)
{
    struct domain domain = domain_whole(DOMAIN_BITS, 0);
    uint32_t bits = fp_bits(ends[i].x), number = bits << 1 | bits >> 31;
    uint32_t first = number & ~63u;
    struct judge judge = { .kind = JUDGE_LIBM,
                           .isa = judge_isa_best(),
                           .math = ends[i].math,
                           .domain = &domain };

    snprintf(judged_where, sizeof judged_where, "%s(%a), %08x came",
             math_list[judge.math].name, ends[i].x, ends[i].got);
    judged_make(&judge, first, 64);
    for (uint32_t k = 0; k < 64; k++)
        if (all || k == number - first)
            judged_results[k] = ends[i].got;
    compare(&judge, first, 64);
}

TEST(ends_of_the_format_are_judged_as_mpfr_does)
{
    if (!exact_available())
        skip();
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        check_end(i, false);
        check_end(i, true);
    }
}

// 2^-133 / 2^127, and the least number came: less than an ulp too much.
TEST(a_lost_difference_is_less_than_an_ulp)
{
    struct domain domain = domain_whole(DOMAIN_PAIRS, 0);
    struct judge judge = {
        .kind = JUDGE_SLEEF, .isa = judge_isa_best(), .math = MATH_DIV, .domain = &domain
    };
    struct cell sides[2];

    domain.seed = 0;
    judged_results[0] = judged_results[1] = 1;
    judged_into(&judge, 0x00027f00, 2, sides);
    assert_int_equal(domain_operands(&domain, 0x00027f00).a, 0x00010000);
    assert_int_equal(sides[0].bins[CELL_ZERO + 7], 2);
    judged_into(&judge, 0x02007f00, 2, sides); // 2^-125 / 2^127
    assert_int_equal(sides[0].bins[CELL_ZERO + 7], 2);
}

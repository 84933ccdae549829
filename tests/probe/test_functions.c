// SPDX-License-Identifier: MIT
//
// The built-in functions: the bounds equal bounds computed by hand, and the judge finds
// one wrong result, and no other. The group elementary compares the functions with MPFR.

#include "base/fp.h"
#include "probe/list.h"
#include "probe/shared/bound.h"
#include "tests/probe/look.h"
#include "tests/shared/group.h"
#include "tests/shared/said.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct group this_group = { .name = "functions" };

#define COLUMNS 256
#define EVEN    128 // of them are spread evenly, the others at hard places
#define LINES   20
#define SIN     0
#define SIN_FAR 1
#define KIN     6 // of sin: lines [0, KIN)
#define LOG     16
#define EXP2    17
#define POW     19

extern const struct probe probe_functions;
static const struct probe *const probe = &probe_functions;

static double to_double(uint64_t word)
{
    return fp_from_bits((uint32_t) word);
}

// The ranges are what they are called, and 1000 and 100000 are asked.
TEST(points_are_documented)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    uint64_t in[PROBE_OPERANDS], again[PROBE_OPERANDS];
    bool thousand = false, far = false;
    double near_max = 0;
    for (int i = 0; i < COLUMNS; i++) {
        probe->expressions->operand(&params, SIN, i, in);
        near_max = fmax(near_max, fabs(to_double(in[0])));
        probe->expressions->operand(&params, SIN_FAR, i, in);
        double x = to_double(in[0]);
        thousand = thousand || x == 1000;
        far = far || fabs(x) == 100000;
        assert_true(fabs(x) > 3.14 && fabs(x) <= 100000);
        fesetround(FE_UPWARD);
        probe->expressions->operand(&params, SIN_FAR, i, again);
        fesetround(FE_TONEAREST);
        assert_int_equal(in[0], again[0]);
        probe->expressions->operand(&params, LOG, i, in);
        if (i % 2 == 1 || i >= EVEN)
            assert_true(to_double(in[0]) >= 0.5 && to_double(in[0]) <= 2);
    }
    assert_true(thousand && far && near_max > 3 && near_max < 3.14159266);
}

static const struct look_spoil two_ulp = { .at = 64, .by = 2 };
static const struct look_spoil part_in_256 = { .at = 64, .by = 0x8000 };
static const struct look_spoil no_number = { .at = 64, .to = 0x7fc00000 };

TEST(one_wrong_point_is_found)
{
    struct probe_params params = look_known(FP_BINARY32, FP_RNE);
    struct traits traits = TRAITS_NONE(params.model);
    const struct finding *findings = look_spoilt(probe, &params, &traits, &two_ulp);
    for (int line = 0; line < LINES; line++) {
        assert_false(findings[line].deviates);
        assert_int_equal(findings[line].survivors, 0);
        assert_int_equal(findings[line].agree, 255);
    }
    double worst = atof(said_answer(&findings[EXP2]) + strlen("at least "));
    assert_true(worst >= 1.5 && worst <= 2.51);
    assert_true(findings[EXP2].error_max_ulp >= worst &&
                findings[EXP2].error_max_ulp < worst + 0.011);

    findings = look_spoilt(probe, &params, &traits, &part_in_256);
    assert_true(findings[LOG].deviates && findings[EXP2].deviates &&
                findings[POW].deviates);
    assert_false(findings[SIN_FAR].deviates);
    findings = look_spoilt(probe, &params, &traits, &no_number);
    for (int line = 0; line < LINES; line++) {
        bool promised = line >= KIN || line % 2 == 0;
        if (findings[line].deviates != promised)
            fail_msg("%s: %s; %s", findings[line].expression,
                     said_answer(&findings[line]), said_detail(&findings[line]));
        assert_non_null(strstr(said_answer(&findings[line]), "1 not finite"));
    }
}

// By hand, in ulp of the result where there is a factor 2^k of it.
TEST(bounds_by_hand)
{
    const struct bound high = { 24, 127, false }, half = { 11, 15, true };
    assert_true(bound_ulp(&high, 1) == 0x1p-23 && bound_ulp(&half, 1.99) == 0x1p-10);
    assert_true(bound_error(&high, BOUND_EXP2, 100, 0) == ldexp(203, 100 - 23));
    assert_true(bound_error(&half, BOUND_EXP2, 5, 0) == ldexp(11, 5 - 10));
    assert_true(bound_error(&high, BOUND_EXP, 0, 0) == 3 * 0x1p-23);
    assert_true(bound_error(&high, BOUND_LOG2, 8, 0) == 3 * 0x1p-22);
    assert_true(bound_error(&high, BOUND_LOG2, 2, 0) == 0x1p-21);
    assert_true(bound_error(&half, BOUND_LOG, 0.5, 0) == 0x1p-7);
    assert_true(bound_error(&high, BOUND_SIN, -3.14, 0) == 0x1p-11 &&
                isinf(bound_error(&high, BOUND_SIN, 3.15, 0)));
    assert_true(bound_error(&half, BOUND_SIN, 1, 0) == 0x1p-7);
    assert_true(bound_error(&high, BOUND_ATAN, 1, 0) == 4096 * 0x1p-24);
    assert_true(bound_error(&half, BOUND_ATAN, 1, 0) == 5 * 0x1p-11);
    // 100 (2^-21 + 2^-22 of a product near 100, an ulp there) of 2^100, times ln 2
    double exponent_error = 100 * 0x1p-21 + 0x1p-17;
    double want = ldexp(expm1(exponent_error * log(2)), 100) + ldexp(203, 77);
    assert_true(fabs(bound_error(&high, BOUND_POW, 2, 100) / want - 1) < 1e-9);
    // cos 1.5 = 0.070737, sin 1.5 = 0.997495, d = 2^-11: (s + d) / (c - d) = 14.2064,
    // s / c = 14.1014
    assert_true(fabs(bound_error(&high, BOUND_TAN, 1.5, 0) - 0.1050) < 0.0001);
    assert_true(isinf(bound_error(&high, BOUND_TAN, 1.5705, 0)));
    // exp(20) 43 ulp of 2^28.85, exp(-20) nothing, a sum's ulp; the half of it
    assert_true(fabs(bound_error(&high, BOUND_SINH, 20, 0) - 44 * 0x1p5 / 2) < 1);
    // 1 - x x = 2e-7 +- 2^-24: its root is off by 4.472e-4 - 3.747e-4
    assert_true(fabs(bound_error(&high, BOUND_ACOS, 0.9999999, 0) - 7.25e-5) < 1e-6);
    assert_true(bound_error(&high, BOUND_ASIN, 0.5, 0) < 4110 * 0x1p-24);
    // log((1 + x) / (1 - x)) / 2 near 0: half of 2^-21 and of the quotient's errors
    double near_zero = bound_error(&high, BOUND_ATANH, 0x1p-10, 0);
    assert_true(near_zero > 0x1p-22 && near_zero < 0x1p-20);
}

// How near a zero, a pole or an end of the domain points come, whatever the format, and
// how far out.
TEST(hard_places_are_asked)
{
    static const struct {
        int line;
        double place, reach; // a point within reach * 2^-p of it, from either side or one
        int sides;
    } wanted[] = {
        { 6, 1, 2, 1 },   { 6, -1, 2, 1 },
        { 7, 1, 2, 1 },   { 13, 1, 4, 1 },
        { 14, 1, 2, 1 },  { 14, -1, 2, 1 },
        { LOG, 1, 4, 2 }, { 18, 1, 4, 2 },
        { POW, 1, 4, 2 }, { SIN, 0x1.921fb54442d18p+1, 4, 1 },
    };
    static const int tiny[] = { SIN, 4, 6, 8, 9, 11, 12, 14 };

    for (int p = 11; p <= 24; p++) {
        struct fp_format format = { p, p == 11 ? 15 : 127 };
        struct probe_params params = look_known(format, FP_RNE);
        uint64_t in[PROBE_OPERANDS];
        for (size_t k = 0; k < COUNT_OF(wanted); k++) {
            unsigned sides = 0;
            for (int i = EVEN; i < COLUMNS; i++) {
                probe->expressions->operand(&params, wanted[k].line, i, in);
                double away = to_double(in[0]) - wanted[k].place;
                if (fabs(away) <= ldexp(wanted[k].reach * fabs(wanted[k].place), -p))
                    sides |= 1u << (away > 0);
            }
            if (__builtin_popcount(sides) < wanted[k].sides)
                fail_msg("p=%d %s: none beside %g", p,
                         probe->expressions->list[wanted[k].line].label, wanted[k].place);
        }
        for (size_t k = 0; k < COUNT_OF(tiny); k++) {
            double least = 1, most = 0;
            for (int i = 0; i < COLUMNS; i++) {
                probe->expressions->operand(&params, tiny[k], i, in);
                least = fmin(least, fabs(to_double(in[0])));
                most = fmax(most, fabs(to_double(in[0])));
            }
            assert_true(least <= ldexp(1, 5 - format.emax) && most > 0.5);
        }
    }
}

// SPDX-License-Identifier: MIT
//
// Adders that round to nearest even but for one fault, which depends on where a number
// lies or on how many of its digits are alike: at least LEAST sums of the probe alignment
// show each of them, in every format, and no picture of one is called a rounding model.

#include "base/fp_bits.h"
#include "probe/list.h"
#include "probe/picture.h"
#include "probe/pictures/alignment_sums.h"
#include "tests/shared/group.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 8

static struct group this_group = { .name = "alignment_faults" };

static struct alignment_cell cells[ALIGNMENT_CELLS];
static adders_u128 rounded[ALIGNMENT_CELLS]; // to nearest even

// A fault: what an adder makes of a sum that should become `right`; n says how long the
// digits are at which it goes wrong, or which operands those are.
struct fault {
    const char *name;
    adders_u128 (*add)(const struct alignment_cell *cell, adders_u128 right, int n);
    int (*first)(struct fp_format format), (*last)(struct fp_format format); // of n
    bool fails_low; // also where no grey level shows it
};

static adders_u128 u128_bit(int place)
{
    return (adders_u128) 1 << place;
}

static adders_u128 exact_sum(const struct alignment_cell *cell)
{
    bool rest;

    return adders_exact(&cell->sum, &rest);
}

// The last place to which a sum is rounded; 0 if none is below.
static int last_place_of(const struct alignment_cell *cell)
{
    int place = adders_length(exact_sum(cell)) - cell->sum.precision;

    return place > 0 ? place : 0;
}

static adders_u128 truncated_sum(const struct alignment_cell *cell)
{
    const struct foreign rtz = foreign_of(FP_RTZ);

    return adders_round(&rtz, &cell->sum);
}

// The carry of the rounding stops behind n ones below a zero.
static adders_u128 lose_carry(const struct alignment_cell *cell, adders_u128 right, int n)
{
    adders_u128 cut = truncated_sum(cell), ones = u128_bit(n) - 1;
    int place = last_place_of(cell);
    bool holds = (cut >> place & (2 * ones + 1)) == ones;

    return right > cut && holds ? cut & ~(ones << place) : right;
}

// The carry of the rounding does not leave the last n places.
static adders_u128 stop_rounding(const struct alignment_cell *cell, adders_u128 right,
                                 int n)
{
    adders_u128 cut = truncated_sum(cell);
    adders_u128 mask = u128_bit(n + last_place_of(cell)) - 1;

    return right > cut ? (cut & ~mask) | (right & mask) : right;
}

// A carry that n places have passed on is lost. Sums that are rounded stay right.
static adders_u128 stop_carry(const struct alignment_cell *cell, adders_u128 right, int n)
{
    const struct adders_sum *sum = &cell->sum;
    int places = adders_places(sum->precision);
    adders_u128 a = (adders_u128) sum->large << places, total = 0;
    adders_u128 b = (adders_u128) sum->small << (places - sum->shift);
    int carry = 0, passed = 0;

    if (sum->shift > places || (right & (u128_bit(places) - 1)) || right != a + b)
        return right;
    for (int i = 0; i < 127; i++) {
        int x = a >> i & 1, y = b >> i & 1;

        passed = carry && x != y ? passed + 1 : 0;
        if (passed > n)
            carry = 0;
        total |= (adders_u128) (x ^ y ^ carry) << i;
        carry = x + y + carry > 1;
    }
    return total;
}

static adders_u128 stop_borrow(const struct alignment_cell *cell, adders_u128 right,
                               int n)
{
    const struct adders_sum *sum = &cell->sum;
    int places = adders_places(sum->precision);
    adders_u128 a = (adders_u128) sum->large << places, total = 0;
    adders_u128 b = (adders_u128) sum->small << (places - sum->shift);
    int borrow = 0, passed = 0;

    if (!sum->subtract || sum->shift > places || right != a - b)
        return right;
    for (int i = 0; i < 127; i++) {
        int x = a >> i & 1, y = b >> i & 1;

        passed = borrow && x == y ? passed + 1 : 0;
        if (passed > n)
            borrow = 0;
        total |= (adders_u128) (x ^ y ^ borrow) << i;
        borrow = x - y - borrow < 0;
    }
    return total;
}

// x + 0 is an ulp more, where the zero is positive or negative, first or second.
static adders_u128 add_zero(const struct alignment_cell *cell, adders_u128 right, int n)
{
    bool negative = cell->sum.subtract != cell->sum.negative;
    bool wrong = cell->sum.small == 0 && negative == (n & 1) && cell->swapped == n / 2;

    return wrong ? right + u128_bit(adders_places(cell->sum.precision)) : right;
}

static int binade_of_larger(const struct alignment_cell *cell)
{
    return cell->exponent + cell->sum.precision - 1;
}

// Truncation, if the larger operand lies in [2^n, 2^(n+1)).
static adders_u128 cut_binade(const struct alignment_cell *cell, adders_u128 right, int n)
{
    return binade_of_larger(cell) == n ? truncated_sum(cell) : right;
}

// The last place that is left is wrong where n digits or more cancel.
static adders_u128 lose_cancelled(const struct alignment_cell *cell, adders_u128 right,
                                  int n)
{
    int p = cell->sum.precision, places = adders_places(p);
    int length = adders_length(right), cancelled = places + p - length;

    return cell->sum.subtract && cancelled >= n ? right + u128_bit(places - 1) : right;
}

// Truncation where the exponents are equal, by the order and the signs.
static adders_u128 cut_equal(const struct alignment_cell *cell, adders_u128 right, int n)
{
    const struct adders_sum *sum = &cell->sum;
    bool equal = sum->shift == 0 && sum->small;

    return equal && cell->swapped == (n & 1) && sum->negative == n / 2
               ? truncated_sum(cell)
               : right;
}

// a - a is half an ulp of a.
static adders_u128 keep_half(const struct alignment_cell *cell, adders_u128 right, int n)
{
    return right == 0 && cell->sum.negative == n
               ? u128_bit(adders_places(cell->sum.precision) - 1)
               : right;
}

static int none(struct fp_format format)
{
    return (void) format, 0;
}

static int one(struct fp_format format)
{
    return (void) format, 1;
}

static int three(struct fp_format format)
{
    return (void) format, 3;
}

static int all_digits(struct fp_format format)
{
    return format.precision;
}

static int but_one(struct fp_format format)
{
    return format.precision - 2;
}

static int but_two(struct fp_format format)
{
    return format.precision - 3;
}

static int lowest(struct fp_format format)
{
    return 1 - format.emax;
}

static int highest(struct fp_format format)
{
    return format.emax;
}

static const struct fault faults[] = {
    { "the carry of the rounding stops", stop_rounding, one, all_digits, false },
    { "the carry behind ones", lose_carry, one, but_one, false },
    { "the carry of the sum stops", stop_carry, one, but_one, false },
    { "the borrow stops", stop_borrow, one, but_two, false },
    { "x + 0", add_zero, none, three, false },
    { "truncation in a binade", cut_binade, lowest, highest, true },
    { "cancelled digits", lose_cancelled, one, all_digits, false },
    { "equal exponents", cut_equal, none, three, false },
    { "x - x", keep_half, none, one, false },
};

// Whether an answer shows that a sum is wrong, in grey levels too if `levels`.
static bool is_shown(const struct alignment_cell *cell, adders_u128 right,
                     adders_u128 wrong, bool levels)
{
    double want = alignment_answer(cell, right), got = alignment_answer(cell, wrong);

    if (levels) { // those of the probe, half an ulp apart
        want = fmax(-4, fmin(3.5, want));
        got = fmax(-4, fmin(3.5, got));
    }
    return fabs(want - got) >= (levels ? 0.5 : 0x1p-100);
}

static struct verdict read_answers(const struct fault *fault, int n,
                                   const struct probe_params *params)
{
    static uint32_t values[ALIGNMENT_CELLS];
    struct verdict verdict;
    struct pixels pixels;

    for (int i = 0; i < ALIGNMENT_CELLS; i++) {
        adders_u128 sum = fault->add(&cells[i], rounded[i], n);

        values[i] = fp_bits((float) alignment_answer(&cells[i], sum));
    }
    pixels_init(&pixels, probe_pixel_width(&probe_alignment, params),
                probe_pixel_height(&probe_alignment, params), params->readout);
    probe_paint(&probe_alignment, params, values, &pixels);
    verdict = probe_alignment.infer(params, &pixels);
    pixels_finish(&pixels);
    return verdict;
}

// No model and no other adder: the picture has no name.
static void check_unnamed(const struct fault *fault, int n, struct fp_format format,
                          enum readout readout)
{
    const struct probe_params params = { .precision = PRECISION_HIGHP,
                                         .form = FORM_GUARDED,
                                         .readout = readout,
                                         .rows = 1,
                                         .model = { .format = format },
                                         .precision_bits = format.precision };
    struct verdict verdict = read_answers(fault, n, &params);

    if (verdict.status == STATUS_OK || verdict.survivors || verdict.foreign.known)
        fail_msg("p=%d emax=%d: %s, %d: survivors %x", format.precision, format.emax,
                 fault->name, n, (unsigned) verdict.survivors);
}

static void check_fault(const struct fault *fault, struct fp_format format)
{
    int middle = (fault->first(format) + fault->last(format)) / 2;

    for (int n = fault->first(format); n <= fault->last(format); n++) {
        int shown[2] = { 0, 0 };

        for (int i = ALIGNMENT_CELLS - 1;
             i >= 0 && (shown[0] < LEAST || shown[1] < LEAST); i--) {
            adders_u128 sum = fault->add(&cells[i], rounded[i], n);

            for (int levels = 0; levels < 2; levels++)
                shown[levels] += is_shown(&cells[i], rounded[i], sum, levels);
        }
        if (shown[0] < LEAST || (shown[1] < LEAST && !fault->fails_low))
            fail_msg("p=%d emax=%d: %s, %d: %d sums show it, %d in grey levels",
                     format.precision, format.emax, fault->name, n, shown[0], shown[1]);
        if (!group_every && n != middle)
            continue;
        check_unnamed(fault, n, format, READOUT_BITS);
        if (shown[1] >= LEAST && group_every)
            check_unnamed(fault, n, format, READOUT_RGBA8);
    }
}

static void check_format(struct fp_format format)
{
    const struct alignment_range range = { format, false };
    const struct foreign rne = foreign_of(FP_RNE);

    for (int i = 0; i < ALIGNMENT_CELLS; i++) {
        cells[i] = alignment_cell(range, 0, i / ALIGNMENT_COLUMNS, i % ALIGNMENT_COLUMNS);
        rounded[i] = adders_round(&rne, &cells[i].sum);
    }
    for (size_t i = 0; i < COUNT_OF(faults); i++)
        check_fault(&faults[i], format);
}

TEST(faults_are_shown)
{
    static const struct fp_format some[] = { { 24, 127 }, { 11, 15 } };

    for (size_t i = 0; i < COUNT_OF(some); i++)
        check_format(some[i]);
    for (int p = 5; group_every && p <= 24; p++)
        for (int emax = 15; emax < 128; emax = 2 * emax + 1)
            check_format((struct fp_format){ p, emax });
}

// A device that flushes subnormals answers by its adder: no operand, sum or difference is
// subnormal.
static void check_normal(struct fp_format format)
{
    const struct alignment_range range = { format, false };
    const struct foreign rtz = foreign_of(FP_RTZ);
    double least = ldexp(1, 1 - format.emax);

    for (int i = 0; i < ALIGNMENT_CELLS; i++) {
        struct alignment_cell cell =
            alignment_cell(range, 0, i / ALIGNMENT_COLUMNS, i % ALIGNMENT_COLUMNS);
        double answer = alignment_answer(&cell, adders_round(&rtz, &cell.sum));
        double x[PROBE_OPERANDS];

        alignment_operands(&cell, x);
        double all[] = { x[0], x[1], x[2], x[3], answer / x[3], answer };

        for (size_t k = 0; k < COUNT_OF(all); k++)
            if (all[k] != 0 && fabs(all[k]) < least)
                fail_msg("p=%d emax=%d cell %d: %a of %a + %a is subnormal",
                         format.precision, format.emax, i, all[k], x[0], x[1]);
    }
}

TEST(numbers_are_normal)
{
    for (int p = 5; p <= 24; p++)
        for (int emax = 9; emax < 128; emax++)
            if (!alignment_unfit((struct fp_format){ p, emax }) &&
                (emax % 16 > 13 || group_every))
                check_normal((struct fp_format){ p, emax });
}

// The sums of the report of these adders.
TEST(examples)
{
    const struct alignment_range range = { FP_BINARY32, false };
    int zeros[2][2] = { { 0 } }, twice = 0, nothing = 0;

    for (int i = 0; i < ALIGNMENT_CELLS; i++) {
        struct alignment_cell cell =
            alignment_cell(range, 0, i / ALIGNMENT_COLUMNS, i % ALIGNMENT_COLUMNS);
        double operands[PROBE_OPERANDS];

        alignment_operands(&cell, operands);
        for (int k = 0; k < 2; k++)
            zeros[k][signbit(operands[k]) != 0] += operands[k] == 0;
        twice += operands[0] == operands[1];
        nothing += operands[0] == -operands[1];
    }
    for (int k = 0; k < 2; k++)
        for (int sign = 0; sign < 2; sign++)
            assert_true(zeros[k][sign] >= LEAST);
    assert_true(twice >= LEAST);
    assert_true(nothing >= 2 * LEAST);
}

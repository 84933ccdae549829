// SPDX-License-Identifier: MIT
//
// How it works
//
// With u the last place of the larger operand a, a column stands for a distance t, from
// 1 place below u to as far as the exponent range goes, and a pair of bands, one for
// positive and one for negative sums, for what lies there:
//
//     power     a - 2^-t u, a = 1.0          does anything come back of it?
//     far       a +- x 2^-t u, x in [1, 2)   the same for any a, and its last place
//     one       a +- 2^-t u, three a +- 3/2 2^-t u   where a first rounding ties
//     above     a +- (1/2 u + 2^-t u)        just above a tie: is the rest seen?
//     below     a +- (1/2 u - 2^-t u)        just below: is it rounded there before?
//     power+    a +- (1 + 2^-(p-1)) 2^-t u   just above a place that is rounded first
//     below+    1.0 - (1 + 2^-(p-1)) 2^-t u  the same below a power of two
//     ones      a +- (u - 2^-t u), and the numbers beside it: just below the next one
//     unit      a +- (u + 2^-t u)            just above it
//     quarter   1.0 - (1/4 u +- 2^-t u)      ties below a power of two, whose u is half
//     near      1.0 - b, b around u          and what an ulp and more leaves
//     carry     a + b = 2^p + 1, 3, ...      ties behind a carry, which doubles u
//     even      a + b = 2^p + 2 +- 2^-t u    just beside a number behind a carry
//     tail      a +- (1/2 u +- 2^-k u + what b's last bit is worth): ties of a first
//               rounding, if that bit is lost before; 1.0 - (1/4 u + ...) likewise
//     any       a +- b                       seeded, with few bits or many
//
// The last band asks once more what others ask: an adder answers the same. Where they
// are kept, the last columns ask subnormals: no normal binary16 is small enough to tell
// toward zero from chopping behind 20 guard bits.

#include "probe/pictures/alignment_sums.h"

#include <math.h>
#include <stddef.h>

#define SEED   UINT64_C(0x616c69676e6d656e)
#define CYCLE  44 // columns of one place each
#define DEPTHS 4  // places below a's last one that every format must reach
#define LAST   (ALIGNMENT_COLUMNS - 1)

static const int far_places[] = { 56, 80, 128 }; // behind them; then the farthest

// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014).
static uint64_t alignment_random(uint64_t state)
{
    state = (state ^ state >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    state = (state ^ state >> 27) * UINT64_C(0x94d049bb133111eb);
    return state ^ state >> 31;
}

// What a cell is made of, besides the precision in the sum.
struct ask {
    int t;    // the distance, from 1; as far as the range goes
    int lost; // the last places of a full significand that it does not reach
    int step; // the column, from 0: for what goes round in a cycle
    int set;
    uint64_t random; // its own
    struct adders_sum *sum;
};

static uint64_t alignment_bit(int place)
{
    return UINT64_C(1) << place;
}

// A significand of p bits, of which the last `zeros` are 0.
static uint64_t significand_of(const struct ask *ask, int salt, int zeros)
{
    uint64_t hidden = alignment_bit(ask->sum->precision - 1);
    uint64_t random = alignment_random(ask->random + (uint64_t) salt * SEED);

    return hidden | (random & (hidden - 1)) >> zeros << zeros;
}

static void set_small(const struct ask *ask, uint64_t small, int shift)
{
    ask->sum->small = small;
    ask->sum->shift = shift;
}

// 2^p - 2^k, or 2^p + 2^(k+1), in units of 2^-shift.
static void set_beside(const struct ask *ask, bool more, int k, int shift)
{
    uint64_t one = alignment_bit(ask->sum->precision - 1), step = alignment_bit(k);

    set_small(ask, more ? one + step : 2 * one - step, shift - more);
}

static void ask_power(const struct ask *ask)
{
    int p = ask->sum->precision;

    ask->sum->large = alignment_bit(p - 1);
    set_small(ask, alignment_bit(p - 1), p - 1 + ask->t);
}

static void ask_far(const struct ask *ask)
{
    set_small(ask, significand_of(ask, 1, ask->lost), ask->sum->precision - 1 + ask->t);
}

static void ask_one(const struct ask *ask)
{
    ask->sum->large |= 2; // no power of two
    set_small(ask, 1, ask->t);
}

static void ask_three(const struct ask *ask)
{
    int p = ask->sum->precision;

    ask->sum->large |= 2;
    set_small(ask, 3, ask->t + (ask->lost < p - 1));
}

// What lies beside a tie, 2^-k or 3 * 2^-(k+1) from it, in units of 2^-last. First the
// neighbours of the tie that rne tells from it, then the others.
static uint64_t beside_tie(const struct ask *ask, bool above, int k, int last)
{
    int cycle = ask->step / (ask->sum->precision - 1);
    bool even = above == ((cycle / 2 + ask->set) % 2 == 0);

    ask->sum->large = (ask->sum->large & ~UINT64_C(1)) | !even;
    if (ask->step >= CYCLE && above)
        return 0;
    return alignment_bit(last - k) +
           (cycle % 2 && k < last ? alignment_bit(last - k - 1) : 0);
}

static void ask_above(const struct ask *ask)
{
    int p = ask->sum->precision, k = 2 + ask->step % (p - 1);

    set_small(ask, alignment_bit(p - 1) + beside_tie(ask, true, k, p), p);
}

static void ask_below(const struct ask *ask)
{
    int p = ask->sum->precision, k = 3 + ask->step % (p - 1);

    set_small(ask, alignment_bit(p) - beside_tie(ask, false, k, p + 1), p + 1);
}

static void ask_beside(const struct ask *ask)
{
    int p = ask->sum->precision;

    ask->sum->large |= 2;
    set_small(ask, alignment_bit(p - 1) | alignment_bit(ask->lost), p - 1 + ask->t);
}

static void ask_beside_below(const struct ask *ask)
{
    ask_beside(ask);
    ask->sum->large = alignment_bit(ask->sum->precision - 1);
}

static void ask_ones(const struct ask *ask)
{
    int p = ask->sum->precision, k = ask->step % p;
    uint64_t beside = k > 1 ? (ask->step / p + (uint64_t) ask->set) % 3 : 1;

    set_small(ask, alignment_bit(p) - alignment_bit(k) - 1 + beside, p);
}

static void ask_unit(const struct ask *ask)
{
    int p = ask->sum->precision, k = ask->step % (p - 1);

    set_small(ask, alignment_bit(p - 1) + alignment_bit(k), p - 1);
}

static void ask_quarter(const struct ask *ask)
{
    int p = ask->sum->precision, k = ask->step / 2 % (p - 1);

    ask->sum->large = alignment_bit(p - 1);
    set_beside(ask, ask->step % 2, p - 2 - k, p + 2);
}

static void ask_near(const struct ask *ask)
{
    int p = ask->sum->precision, depth = (int) (ask->random >> 8 & 3) - 2;

    if (ask->step % 4)
        ask->sum->large = alignment_bit(p - 1);
    if (ask->random & 1)
        set_small(ask, significand_of(ask, 1, 0), p + depth);
    else
        set_small(ask, alignment_bit(p - 1) + alignment_bit(ask->step % (p - 1)),
                  p + depth);
}

static void ask_carry(const struct ask *ask)
{
    static const struct {
        int less, more; // a = 2^p - less, b = 2^more or beside it
    } pairs[] = { { 1, 1 }, { 1, 2 }, { 3, 2 } };
    int p = ask->sum->precision, pair = ask->step % 3, more = pairs[pair].more;
    int k = ask->step / 3 % (p - more - 1), side = (int) (ask->random % 3);

    ask->sum->large = alignment_bit(p) - (uint64_t) pairs[pair].less;
    ask->sum->subtract = false;
    if (side == 0)
        set_small(ask, alignment_bit(p - 1), p - 1 - more);
    else
        set_beside(ask, side == 1, k, p - more);
}

static void ask_even(const struct ask *ask)
{
    int p = ask->sum->precision, k = ask->step / 2 % (p - 3);

    ask->sum->large = alignment_bit(p) - 2;
    set_beside(ask, ask->step % 2, k, p - 2);
}

// a is even, then odd, for what a tie becomes.
static void ask_tail(const struct ask *ask)
{
    int p = ask->sum->precision, k = 1 + ask->step % (p - 2), cycle = ask->step / (p - 2);

    ask->sum->large = (ask->sum->large & ~UINT64_C(1)) | (cycle + ask->set) % 2;
    set_small(ask, alignment_bit(p - 1) + alignment_bit(k) + 1, p);
}

static void ask_tail_below(const struct ask *ask)
{
    ask_tail(ask); // 2^p - 2^k + 1
    set_small(ask, 3 * alignment_bit(ask->sum->precision - 1) + 2 - ask->sum->small,
              ask->sum->precision + 1);
}

static void ask_tail_quarter(const struct ask *ask)
{
    ask_tail(ask);
    ask->sum->large = alignment_bit(ask->sum->precision - 1);
    ask->sum->shift++;
}

static void ask_any(const struct ask *ask)
{
    int p = ask->sum->precision, bits = (int) (ask->random >> 8) & 63;
    int shift = (int) (ask->random >> 16 & 0xffff) % (p + 3);

    ask->sum->subtract = ask->random & 1;
    ask->sum->large = significand_of(ask, 2, bits % p);
    set_small(ask, significand_of(ask, 3, bits / 2 % p), shift);
    if (ask->sum->subtract && shift == 0)
        ask->sum->shift = 1;
}

// Two bands of each: for sums of either sign.
static const struct kind {
    void (*ask)(const struct ask *ask);
    bool subtract;
    bool sum_for_base; // c is the sum; else a
} kinds[] = {
    { ask_power, true, false },        { ask_far, true, false },
    { ask_far, false, false },         { ask_one, true, false },
    { ask_one, false, false },         { ask_three, true, false },
    { ask_three, false, false },       { ask_above, false, false },
    { ask_above, true, false },        { ask_below, false, false },
    { ask_below, true, false },        { ask_beside, false, false },
    { ask_beside, true, false },       { ask_beside_below, true, false },
    { ask_ones, false, true },         { ask_ones, true, true },
    { ask_unit, false, true },         { ask_unit, true, true },
    { ask_quarter, true, false },      { ask_near, true, true },
    { ask_carry, false, true },        { ask_even, false, true },
    { ask_tail, false, false },        { ask_tail, true, false },
    { ask_tail_below, false, false },  { ask_tail_below, true, false },
    { ask_tail_quarter, true, false }, { ask_any, false, true },
};

_Static_assert(2 * sizeof kinds / sizeof *kinds + 1 == ALIGNMENT_BANDS, "a band each");

bool alignment_again(int *band, int *column)
{
    if (*band < ALIGNMENT_BANDS - 1)
        return false;
    *band = *column * 7 % (ALIGNMENT_BANDS - 1);
    *column = (*column * 11 + 5) % ALIGNMENT_COLUMNS;
    return true;
}

// The places below a's last one at which a number can begin, where a sum may carry.
static int alignment_reach(struct fp_format format)
{
    return 2 * format.emax - format.precision - 1;
}

const char *alignment_unfit(struct fp_format format)
{
    if (format.precision < 5 || format.precision > 53)
        return "the sums need a precision from 5 to 53 bits";
    if (alignment_reach(format) < DEPTHS)
        return "the exponent range is too small for sums of such distances";
    return NULL;
}

// In the last column b is normal in any case.
static int alignment_distance(struct alignment_range range, int column)
{
    bool deep = range.subnormals && column < LAST;
    int reach = alignment_reach(range.format) + (deep ? range.format.precision - 1 : 0);
    int t = column < CYCLE  ? column + 1
            : column < LAST ? far_places[column - CYCLE]
                            : reach;

    return t < reach ? t : reach;
}

static void set_base(struct alignment_cell *cell, bool is_sum)
{
    int p = cell->sum.precision;
    bool rest;

    cell->unit = adders_places(p);
    cell->base = (adders_u128) cell->sum.large << cell->unit;
    if (!is_sum)
        return;
    // Not below the last place of a: the difference from c then has no digit that an
    // adder without guard bits loses.
    cell->base = adders_exact(&cell->sum, &rest);
    if (adders_length(cell->base) - p > cell->unit)
        cell->unit = adders_length(cell->base) - p;
    cell->base = cell->base >> cell->unit << cell->unit;
}

// As near to integers as the range allows: a below the largest exponent, so that it may
// carry, and b normal if it can be.
static int alignment_exponent(struct fp_format format, const struct adders_sum *sum)
{
    int highest = format.emax - format.precision;
    int begin =
        sum->shift - (adders_length(sum->small) - 1); // of b, below a's last place
    int needed = begin + 1 - format.emax;
    int exponent = needed > 0 ? needed : 0;

    return exponent < highest ? exponent : highest;
}

struct alignment_cell alignment_cell(struct alignment_range range, int set, int band,
                                     int column)
{
    struct fp_format format = range.format;
    int reach = alignment_reach(format);
    struct alignment_cell cell = { 0 };
    struct ask ask = { .sum = &cell.sum, .set = set };

    alignment_again(&band, &column);
    const struct kind *kind = &kinds[band / 2];

    cell.swapped = column % 3 == 2;
    ask.t = alignment_distance(range, column);
    ask.lost = ask.t > reach ? ask.t - reach : 0;
    ask.step = column;
    ask.random = alignment_random(
        SEED + (uint64_t) ((set * ALIGNMENT_BANDS + band) * ALIGNMENT_COLUMNS + column));
    cell.sum = (struct adders_sum){ .precision = format.precision,
                                    .negative = band % 2,
                                    .subtract = kind->subtract };
    cell.sum.large = significand_of(&ask, 0, 0);
    // The farthest there is: nothing carries.
    if (kind->ask == ask_power && column == LAST)
        ask.t = reach + 1;
    kind->ask(&ask);
    cell.exponent = alignment_exponent(format, &cell.sum);
    if (kind->ask == ask_power && column == LAST)
        cell.exponent++;
    set_base(&cell, kind->sum_for_base);
    return cell;
}

void alignment_operands(const struct alignment_cell *cell, double *operands)
{
    const struct adders_sum *sum = &cell->sum;
    double sign = sum->negative ? -1 : 1;
    double a = sign * ldexp((double) sum->large, cell->exponent);
    double b = ldexp(sum->subtract ? -sign : sign, cell->exponent - sum->shift) *
               (double) sum->small;
    int places = adders_places(sum->precision);

    operands[0] = cell->swapped ? b : a;
    operands[1] = cell->swapped ? a : b;
    operands[2] = sign * ldexp((double) (uint64_t) (cell->base >> cell->unit),
                               cell->exponent + cell->unit - places);
    operands[3] = ldexp(1, places - cell->unit - cell->exponent);
}

double alignment_answer(const struct alignment_cell *cell, adders_u128 magnitude)
{
    bool less = magnitude < cell->base;
    adders_u128 distance = less ? cell->base - magnitude : magnitude - cell->base;
    // What is rounded has few bits here; what is not may lose some.
    double answer = ldexp((double) (uint64_t) (distance >> 64), 64 - cell->unit) +
                    ldexp((double) (uint64_t) distance, -cell->unit);

    return less != cell->sum.negative ? -answer : answer;
}

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
//     tie       a +- b, whose last digits    none to p - 1 places apart, so that both
//               are 10..0 behind the sum     operands are seen: a tie
//     past      ... 10..01                   just above it
//     rest      ... anything odd             whatever else is lost
//
// The last four lie anywhere in the exponent range, all others as near to integers as
// the range allows, which detects an adder that distinguishes near from far operands,
// or small numbers from large ones. The band before them asks sums of other bands again;
// an adder answers both alike. Where subnormals are kept, the last columns ask them: no
// normal binary16 is small enough to distinguish rounding toward zero from chopping
// behind 20 guard bits. The kinds of alignment_places.c follow.

#include "probe/pictures/alignment_kinds.h"

#include "probe/pictures/alignment_sums.h"

// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
// generators", OOPSLA 2014).
uint64_t alignment_random(uint64_t state)
{
    state = (state ^ state >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    state = (state ^ state >> 27) * UINT64_C(0x94d049bb133111eb);
    return state ^ state >> 31;
}

static uint64_t alignment_bit(int place)
{
    return UINT64_C(1) << place;
}

// A significand of p bits, of which the last `zeros` are 0.
static uint64_t significand_of(const struct alignment_ask *ask, int salt, int zeros)
{
    uint64_t hidden = alignment_bit(ask->sum->precision - 1);
    uint64_t random = alignment_random(ask->random + (uint64_t) salt * ALIGNMENT_SEED);

    return hidden | (random & (hidden - 1)) >> zeros << zeros;
}

static void set_small(const struct alignment_ask *ask, uint64_t small, int shift)
{
    ask->sum->small = small;
    ask->sum->shift = shift;
}

// 2^p - 2^k, or 2^p + 2^(k+1), in units of 2^-shift.
static void set_beside(const struct alignment_ask *ask, bool more, int k, int shift)
{
    uint64_t one = alignment_bit(ask->sum->precision - 1), step = alignment_bit(k);

    set_small(ask, more ? one + step : 2 * one - step, shift - more);
}

static void ask_power(const struct alignment_ask *ask)
{
    int p = ask->sum->precision;

    ask->sum->large = alignment_bit(p - 1);
    set_small(ask, alignment_bit(p - 1), p - 1 + ask->t);
}

static void ask_far(const struct alignment_ask *ask)
{
    set_small(ask, significand_of(ask, 1, ask->lost), ask->sum->precision - 1 + ask->t);
}

static void ask_one(const struct alignment_ask *ask)
{
    ask->sum->large |= 2; // no power of two
    set_small(ask, 1, ask->t);
}

static void ask_three(const struct alignment_ask *ask)
{
    int p = ask->sum->precision;

    ask->sum->large |= 2;
    set_small(ask, 3, ask->t + (ask->lost < p - 1));
}

// Returns a distance from a tie, 2^-k or 3 * 2^-(k+1), in units of 2^-last: first the
// neighbours that rne rounds otherwise than the tie, then the others.
static uint64_t beside_tie(const struct alignment_ask *ask, bool above, int k, int last)
{
    int cycle = ask->step / (ask->sum->precision - 1);
    bool even = above == ((cycle / 2 + ask->set) % 2 == 0);

    ask->sum->large = (ask->sum->large & ~UINT64_C(1)) | !even;
    if (ask->step >= ALIGNMENT_CYCLE && above)
        return 0;
    return alignment_bit(last - k) +
           (cycle % 2 && k < last ? alignment_bit(last - k - 1) : 0);
}

static void ask_above(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, k = 2 + ask->step % (p - 1);

    set_small(ask, alignment_bit(p - 1) + beside_tie(ask, true, k, p), p);
}

static void ask_below(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, k = 3 + ask->step % (p - 1);

    set_small(ask, alignment_bit(p) - beside_tie(ask, false, k, p + 1), p + 1);
}

static void ask_beside(const struct alignment_ask *ask)
{
    int p = ask->sum->precision;

    ask->sum->large |= 2;
    set_small(ask, alignment_bit(p - 1) | alignment_bit(ask->lost), p - 1 + ask->t);
}

static void ask_beside_below(const struct alignment_ask *ask)
{
    ask_beside(ask);
    ask->sum->large = alignment_bit(ask->sum->precision - 1);
}

static void ask_ones(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, k = ask->step % p;
    uint64_t beside = k > 1 ? (ask->step / p + (uint64_t) ask->set) % 3 : 1;

    set_small(ask, alignment_bit(p) - alignment_bit(k) - 1 + beside, p);
}

static void ask_unit(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, k = ask->step % (p - 1);

    set_small(ask, alignment_bit(p - 1) + alignment_bit(k), p - 1);
}

static void ask_quarter(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, k = ask->step / 2 % (p - 1);

    ask->sum->large = alignment_bit(p - 1);
    set_beside(ask, ask->step % 2, p - 2 - k, p + 2);
}

static void ask_near(const struct alignment_ask *ask)
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

static void ask_carry(const struct alignment_ask *ask)
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

static void ask_even(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, k = ask->step / 2 % (p - 3);

    ask->sum->large = alignment_bit(p) - 2;
    set_beside(ask, ask->step % 2, k, p - 2);
}

// a is even, then odd, for what a tie becomes.
static void ask_tail(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, k = 1 + ask->step % (p - 2), cycle = ask->step / (p - 2);

    ask->sum->large = (ask->sum->large & ~UINT64_C(1)) | (cycle + ask->set) % 2;
    set_small(ask, alignment_bit(p - 1) + alignment_bit(k) + 1, p);
}

static void ask_tail_below(const struct alignment_ask *ask)
{
    ask_tail(ask); // 2^p - 2^k + 1
    set_small(ask, 3 * alignment_bit(ask->sum->precision - 1) + 2 - ask->sum->small,
              ask->sum->precision + 1);
}

static void ask_tail_quarter(const struct alignment_ask *ask)
{
    ask_tail(ask);
    ask->sum->large = alignment_bit(ask->sum->precision - 1);
    ask->sum->shift++;
}

static void ask_any(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, bits = (int) (ask->random >> 8) & 63;
    int shift = (int) (ask->random >> 16 & 0xffff) % (p + 3);

    ask->sum->subtract = ask->random & 1;
    ask->sum->large = significand_of(ask, 2, bits % p);
    set_small(ask, significand_of(ask, 3, bits / 2 % p), shift);
    if (ask->sum->subtract && shift == 0)
        ask->sum->shift = 1;
}

// a in [1.75, 2) less b in [1, 1.5), or a little more than 1.0, so that a place is
// gained; a in [1, 1.25) and such a b, or a sum that carries. Returns how many digits of
// b lie behind the last of the sum, t of them behind that of a.
static int set_overlap(const struct alignment_ask *ask)
{
    struct adders_sum *sum = ask->sum;
    int p = sum->precision, t = ask->step % p;
    uint64_t one = alignment_bit(p - 1), a = sum->large;

    if (sum->subtract && t == 0)
        t = 1;
    bool shifts = t == 0 || ask->random >> 32 & 1;

    set_small(ask, significand_of(ask, 1, 0) & ~(one >> 1), t);
    if (sum->subtract)
        sum->large = shifts ? one | (a & (one - 1)) >> (t + 1) : a | one >> 1 | one >> 2;
    else
        sum->large = shifts ? a | (one - (one >> t)) : a & ~(one >> 1 | one >> 2);
    return sum->subtract ? t - shifts : t + shifts;
}

// The digits of b that are lost, but for its first, become 10..0 or, by `beside`, 10..01.
static void set_lost(const struct alignment_ask *ask, bool beside)
{
    int lost = set_overlap(ask), p = ask->sum->precision;
    uint64_t tie = lost > 0 ? alignment_bit(lost - 1) : 0;
    uint64_t mask = alignment_bit(lost < p ? lost : p - 1) - 1;

    if (lost > 0)
        ask->sum->small = (ask->sum->small & ~mask) | ((tie + beside) & mask);
}

static void ask_overlap_tie(const struct alignment_ask *ask)
{
    set_lost(ask, false);
}

static void ask_overlap_past(const struct alignment_ask *ask)
{
    set_lost(ask, true);
}

static void ask_overlap_rest(const struct alignment_ask *ask)
{
    set_overlap(ask);
    ask->sum->small |= 1;
}

#define NEAR ALIGNMENT_NEAR_INTEGERS
#define ANY  ALIGNMENT_ANYWHERE

// Two bands of each, for sums of either sign. The band that asks again lies before the
// last eight of these.
static const struct alignment_kind kinds[] = {
    { ask_power, true, false, NEAR },        { ask_far, true, false, NEAR },
    { ask_far, false, false, NEAR },         { ask_one, true, false, NEAR },
    { ask_one, false, false, NEAR },         { ask_three, true, false, NEAR },
    { ask_three, false, false, NEAR },       { ask_above, false, false, NEAR },
    { ask_above, true, false, NEAR },        { ask_below, false, false, NEAR },
    { ask_below, true, false, NEAR },        { ask_beside, false, false, NEAR },
    { ask_beside, true, false, NEAR },       { ask_beside_below, true, false, NEAR },
    { ask_ones, false, true, NEAR },         { ask_ones, true, true, NEAR },
    { ask_unit, false, true, NEAR },         { ask_unit, true, true, NEAR },
    { ask_quarter, true, false, NEAR },      { ask_near, true, true, NEAR },
    { ask_carry, false, true, NEAR },        { ask_even, false, true, NEAR },
    { ask_tail, false, false, NEAR },        { ask_tail, true, false, NEAR },
    { ask_tail_below, false, false, NEAR },  { ask_tail_below, true, false, NEAR },
    { ask_tail_quarter, true, false, NEAR }, { ask_any, false, true, NEAR },
    { ask_overlap_tie, false, true, ANY },   { ask_overlap_tie, true, true, ANY },
    { ask_overlap_past, false, true, ANY },  { ask_overlap_past, true, true, ANY },
    { ask_overlap_rest, false, true, ANY },  { ask_overlap_rest, true, true, ANY },
    { ask_overlap_rest, false, true, ANY },  { ask_overlap_rest, true, true, ANY },
};

#define KINDS ((int) (sizeof kinds / sizeof *kinds))

_Static_assert(2 * KINDS + 1 == ALIGNMENT_SECOND, "a band each");

const struct alignment_kind *alignment_kind(int band)
{
    return band / 2 < KINDS ? &kinds[band / 2] : alignment_places_kind(band / 2 - KINDS);
}

void alignment_kind_ask(const struct alignment_kind *kind,
                        const struct alignment_ask *ask)
{
    ask->sum->large = significand_of(ask, 0, 0);
    kind->ask(ask);
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// The bands behind ALIGNMENT_SECOND ask what depends on where a number lies, or on how
// many of its digits are alike, with u the last place of a:
//
//     round     a +- b = t + u/2, or more, t ends in a 0 and L ones: the carry of the
//               rounding passes all of them
//     double    a + b = 2 t + u of equal exponents: the same behind a carry
//     ripple    a + 2^k u with L ones in a from place k on: the carry of the sum
//     borrow    a - 2^k u with L zeros there
//     zero      a +- 0, a + a, a - a
//     cancel    a - b of equal exponents, with L digits fewer
//     closer    a - b with b of the next lower exponent, likewise
//     binade    a +- b = t + u/2, or more, in each binade of the format
//
// L goes from 1 to p in all of them. In each sum of round, double and binade the last
// place of t is odd, or the rest is more than half of it, so that rounding to nearest
// even goes up and an adder that truncates there is told.

#include "probe/pictures/alignment_kinds.h"

#include "probe/pictures/alignment_sums.h"

static uint64_t places_bit(int place)
{
    return UINT64_C(1) << place;
}

static uint64_t places_random(const struct alignment_ask *ask, int salt)
{
    return alignment_random(ask->random + (uint64_t) salt * ALIGNMENT_SEED);
}

// Returns a length in [1, most], each in turn, or `p` in place of `hole`.
static int length_of(const struct alignment_ask *ask, int most, int hole)
{
    int length = 1 + ask->step % most;

    return length == hole ? ask->sum->precision : length;
}

// Returns whether the sum of this ask is a tie; each second round of lengths is.
static bool asks_tie(const struct alignment_ask *ask)
{
    return (ask->step / ask->sum->precision + ask->set) % 2 == 0;
}

// Returns p bits that end in a zero and `length` ones. The second bit is set where a sum
// wants room below it, and clear where a difference wants room above.
static uint64_t chain_of(const struct alignment_ask *ask, int length)
{
    int p = ask->sum->precision;
    uint64_t one = places_bit(p - 1), bits = one | (places_random(ask, 4) & (one - 1));

    if (length == p)
        return 2 * one - 1;
    bits = ask->sum->subtract ? bits & ~(one >> 1) : bits | one >> 1;
    return (bits | (places_bit(length) - 1)) & ~places_bit(length);
}

// Sets a and b, t places apart in [1, p], so that the sum is `kept` and a rest of half a
// last place, or more where it is no tie. A difference has t > 1.
static void set_rest(const struct alignment_ask *ask, uint64_t kept, int t, bool tie)
{
    struct adders_sum *sum = ask->sum;
    int p = sum->precision;
    uint64_t half = places_bit(t - 1), whole = 0;

    if (t < p)
        whole = places_bit(p - t - 1);
    if (t > 1 && t < p)
        whole |= places_random(ask, 5) & (whole - 1);
    sum->shift = t;
    sum->large = sum->subtract ? kept + 1 + whole : kept - whole;
    sum->small = whole << t | (tie || t == 1   ? half
                               : sum->subtract ? half - 1
                                               : half + 1);
}

// Returns a distance in [2, most].
static int places_distance(const struct alignment_ask *ask, int most)
{
    return 2 + (int) (places_random(ask, 6) % (uint64_t) (most - 1));
}

static void ask_round(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, length = length_of(ask, p, p - 1);
    bool tie = asks_tie(ask);

    if (ask->sum->subtract && length == p) { // below a power of two, by u/4 or less
        ask->sum->large = places_bit(p - 1);
        ask->sum->small = tie ? places_bit(p - 1) : places_bit(p) - 1;
        ask->sum->shift = tie ? p + 1 : p + 2;
        return;
    }
    set_rest(ask, chain_of(ask, length), places_distance(ask, p), tie);
}

// Sets a and b of equal exponents to a sum of 2 `half` + 1, a tie behind the carry.
static void set_double(const struct alignment_ask *ask, uint64_t half)
{
    uint64_t one = places_bit(ask->sum->precision - 1);
    uint64_t above = 2 * one - 2 - half, below = half - one;
    uint64_t apart = places_random(ask, 5) % (1 + (above < below ? above : below));

    ask->sum->large = half + 1 + apart;
    ask->sum->small = half - apart;
    ask->sum->shift = 0;
}

static void ask_double(const struct alignment_ask *ask)
{
    set_double(ask, chain_of(ask, length_of(ask, ask->sum->precision - 2, 0)));
}

static void ask_ripple(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, length = length_of(ask, p, p - 1);
    int k = length == p ? 0 : (int) (ask->random % (uint64_t) (p - 1 - length));
    uint64_t ones = (places_bit(length) - 1) << k;

    ask->sum->large |= ones;
    if (length < p)
        ask->sum->large &= ~places_bit(k + length);
    ask->sum->small = places_bit(p - 1);
    ask->sum->shift = p - 1 - k;
}

static void ask_borrow(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, length = 1 + ask->step % p;

    if (length == p) // the first digit of a is none of them
        length--;
    int k = (int) (ask->random % (uint64_t) (p - length));

    ask->sum->large &= ~((places_bit(length) - 1) << k);
    ask->sum->large |= places_bit(k + length);
    ask->sum->small = places_bit(p - 1);
    ask->sum->shift = p - 1 - k;
}

// Zeros of each sign, first and second; each fourth sum is a + a or a - a.
static void ask_zero(const struct alignment_ask *ask)
{
    bool twice = ask->step % 4 == 3;

    ask->sum->subtract = twice ? ask->step % 8 == 3 : ask->step % 2;
    ask->sum->small = twice ? ask->sum->large : 0;
    ask->sum->shift = 0;
}

// Sets a and b, `closer` places apart, to a difference of `left` places of b.
static void set_cancelled(const struct alignment_ask *ask, uint64_t left, int closer)
{
    struct adders_sum *sum = ask->sum;
    uint64_t one = places_bit(sum->precision - 1);
    uint64_t low = one + left, high = 2 * one - 1;

    if (closer) {
        low = left < one ? one : (one + left + 1) / 2;
        high = one + (left - 1) / 2;
    }
    sum->large = low + places_random(ask, 5) % (high - low + 1);
    sum->small = (sum->large << closer) - left;
    sum->shift = closer;
}

// Returns a random number of `bits` bits; 0 of none.
static uint64_t places_number(const struct alignment_ask *ask, int bits)
{
    uint64_t one = bits > 0 ? places_bit(bits - 1) : 0;

    return bits > 0 ? one | (places_random(ask, 7) & (one - 1)) : 0;
}

static void ask_cancel(const struct alignment_ask *ask)
{
    int p = ask->sum->precision;

    set_cancelled(ask, places_number(ask, p - length_of(ask, p, 0)), 0);
}

static void ask_closer(const struct alignment_ask *ask)
{
    int p = ask->sum->precision;

    set_cancelled(ask, places_number(ask, p + 1 - length_of(ask, p, 0)), 1);
}

// Returns a distance in [2, most] at which b is normal. All digits of b are behind those
// of a if it is p; then the first one of a difference that is no tie is 0.
static int normal_distance(const struct alignment_ask *ask, int most, bool tie)
{
    int p = ask->sum->precision, t = places_distance(ask, most);

    return t == p && ask->room == p && ask->sum->subtract && !tie ? t - 1 : t;
}

// b reaches as far below the leading digit of a as `room` has places.
static void ask_binade(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, most = ask->room < p ? ask->room : p;
    bool tie = ask->random >> 8 & 1;

    ask->sum->subtract = ask->random & 1 && most > 1;
    uint64_t kept = (chain_of(ask, 1) & ~UINT64_C(1)) | tie;

    if (most == 0)
        set_double(ask, kept | 1);
    else if (most == 1)
        set_rest(ask, kept | 1, 1, true);
    else
        set_rest(ask, kept, normal_distance(ask, most, tie), tie);
}

// Two bands of each, for sums of either sign; all others are of the last.
static const struct alignment_kind kinds[] = {
    { ask_round, false, true, ALIGNMENT_FROM_TOP },
    { ask_double, false, true, ALIGNMENT_FROM_TOP },
    { ask_round, true, true, ALIGNMENT_FROM_TOP },
    { ask_ripple, false, true, ALIGNMENT_ANYWHERE },
    { ask_borrow, true, true, ALIGNMENT_ANYWHERE },
    { ask_zero, false, true, ALIGNMENT_ANYWHERE },
    { ask_cancel, true, true, ALIGNMENT_ANYWHERE },
    { ask_closer, true, true, ALIGNMENT_ANYWHERE },
    { ask_binade, false, true, ALIGNMENT_EACH_BINADE },
};

#define LAST_KIND ((int) (sizeof kinds / sizeof *kinds) - 1)

_Static_assert(ALIGNMENT_SECOND + 2 * LAST_KIND == ALIGNMENT_BINADES, "a band each");

const struct alignment_kind *alignment_places_kind(int i)
{
    return &kinds[i < LAST_KIND ? i : LAST_KIND];
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// A column is a distance or a length, a pair of bands a kind of sums,
// one band for sums of each sign. No sum and no difference from c is subnormal, so that a
// device that flushes these gives the answers of its adder. Where the last places of the
// sum are that small, c is zero.

#include "probe/pictures/alignment_sums.h"

#include "probe/shared/draws.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALIGNMENT_SEED  UINT64_C(0x616c69676e6d656e)
#define ALIGNMENT_CYCLE 44 // columns of one place each

// Where in the exponent range the sums of a kind lie: as near to integers as it allows;
// anywhere, seeded; from the highest places downwards, each in turn; in each binade.
enum alignment_where {
    ALIGNMENT_NEAR_INTEGERS,
    ALIGNMENT_ANYWHERE,
    ALIGNMENT_FROM_TOP,
    ALIGNMENT_EACH_BINADE,
};

// The input from which a kind makes the operands of a cell, besides the precision, which
// is in the sum.
struct alignment_ask {
    int t;    // the distance, from 1; as far as the range goes
    int lost; // the last places of a full significand that it does not reach
    int step; // the column, from 0: for what goes round in a cycle
    int set;
    int room;        // binades of normal numbers below that of a, if each binade is asked
    uint64_t random; // its own
    struct adders_sum *sum;
};

struct alignment_kind {
    void (*ask)(const struct alignment_ask *ask); // changes the operands
    bool subtract;
    bool sum_for_base; // c is the sum; else a
    enum alignment_where where;
};

// ---- kinds of sums ----
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
// behind 20 guard bits.

static uint64_t alignment_bit(int place)
{
    return UINT64_C(1) << place;
}

// A significand of p bits, of which the last `zeros` are 0.
static uint64_t significand_of(const struct alignment_ask *ask, int salt, int zeros)
{
    uint64_t hidden = alignment_bit(ask->sum->precision - 1);
    uint64_t random = draws_mix(ask->random + (uint64_t) salt * ALIGNMENT_SEED);

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

// ---- kinds by places ----
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

static uint64_t places_random(const struct alignment_ask *ask, int salt)
{
    return draws_mix(ask->random + (uint64_t) salt * ALIGNMENT_SEED);
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
    uint64_t one = alignment_bit(p - 1), bits = one | (places_random(ask, 4) & (one - 1));

    if (length == p)
        return 2 * one - 1;
    bits = ask->sum->subtract ? bits & ~(one >> 1) : bits | one >> 1;
    return (bits | (alignment_bit(length) - 1)) & ~alignment_bit(length);
}

// Sets a and b, t places apart in [1, p], so that the sum is `kept` and a rest of half a
// last place, or more where it is no tie. A difference has t > 1.
static void set_rest(const struct alignment_ask *ask, uint64_t kept, int t, bool tie)
{
    struct adders_sum *sum = ask->sum;
    int p = sum->precision;
    uint64_t half = alignment_bit(t - 1), whole = 0;

    if (t < p)
        whole = alignment_bit(p - t - 1);
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
        ask->sum->large = alignment_bit(p - 1);
        ask->sum->small = tie ? alignment_bit(p - 1) : alignment_bit(p) - 1;
        ask->sum->shift = tie ? p + 1 : p + 2;
        return;
    }
    set_rest(ask, chain_of(ask, length), places_distance(ask, p), tie);
}

// Sets a and b of equal exponents to a sum of 2 `half` + 1, a tie behind the carry.
static void set_double(const struct alignment_ask *ask, uint64_t half)
{
    uint64_t one = alignment_bit(ask->sum->precision - 1);
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
    uint64_t ones = (alignment_bit(length) - 1) << k;

    ask->sum->large |= ones;
    if (length < p)
        ask->sum->large &= ~alignment_bit(k + length);
    ask->sum->small = alignment_bit(p - 1);
    ask->sum->shift = p - 1 - k;
}

static void ask_borrow(const struct alignment_ask *ask)
{
    int p = ask->sum->precision, length = 1 + ask->step % p;

    if (length == p) // the first digit of a is none of them
        length--;
    int k = (int) (ask->random % (uint64_t) (p - length));

    ask->sum->large &= ~((alignment_bit(length) - 1) << k);
    ask->sum->large |= alignment_bit(k + length);
    ask->sum->small = alignment_bit(p - 1);
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
    uint64_t one = alignment_bit(sum->precision - 1);
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
    uint64_t one = bits > 0 ? alignment_bit(bits - 1) : 0;

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

#define NEAR ALIGNMENT_NEAR_INTEGERS
#define ANY  ALIGNMENT_ANYWHERE

// Two bands of each, for sums of either sign. The band that asks again lies before
// the last eight of the first 36; all bands behind these are of the last one.
static const struct alignment_kind kinds[] = {
    { ask_power, true, false, NEAR },
    { ask_far, true, false, NEAR },
    { ask_far, false, false, NEAR },
    { ask_one, true, false, NEAR },
    { ask_one, false, false, NEAR },
    { ask_three, true, false, NEAR },
    { ask_three, false, false, NEAR },
    { ask_above, false, false, NEAR },
    { ask_above, true, false, NEAR },
    { ask_below, false, false, NEAR },
    { ask_below, true, false, NEAR },
    { ask_beside, false, false, NEAR },
    { ask_beside, true, false, NEAR },
    { ask_beside_below, true, false, NEAR },
    { ask_ones, false, true, NEAR },
    { ask_ones, true, true, NEAR },
    { ask_unit, false, true, NEAR },
    { ask_unit, true, true, NEAR },
    { ask_quarter, true, false, NEAR },
    { ask_near, true, true, NEAR },
    { ask_carry, false, true, NEAR },
    { ask_even, false, true, NEAR },
    { ask_tail, false, false, NEAR },
    { ask_tail, true, false, NEAR },
    { ask_tail_below, false, false, NEAR },
    { ask_tail_below, true, false, NEAR },
    { ask_tail_quarter, true, false, NEAR },
    { ask_any, false, true, NEAR },
    { ask_overlap_tie, false, true, ANY },
    { ask_overlap_tie, true, true, ANY },
    { ask_overlap_past, false, true, ANY },
    { ask_overlap_past, true, true, ANY },
    { ask_overlap_rest, false, true, ANY },
    { ask_overlap_rest, true, true, ANY },
    { ask_overlap_rest, false, true, ANY },
    { ask_overlap_rest, true, true, ANY },
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

_Static_assert(2 * LAST_KIND + 1 == ALIGNMENT_BINADES, "a band each");

// The kind of a band, from 0, without the band that asks again. The first kind asks what
// comes back of the farthest b.
static const struct alignment_kind *alignment_kind(int band)
{
    return &kinds[band / 2 < LAST_KIND ? band / 2 : LAST_KIND];
}

// Sets the operands of a sum whose precision and subtract are given.
static void alignment_kind_ask(const struct alignment_kind *kind,
                               const struct alignment_ask *ask)
{
    ask->sum->large = significand_of(ask, 0, 0);
    kind->ask(ask);
}

// ---- sums ----

#define DEPTHS 4 // places below a's last one that every format must reach
#define LAST   (ALIGNMENT_COLUMNS - 1)
#define AGAIN  (ALIGNMENT_EARLIER - 1) // the band that asks again

static const int far_places[] = { 56, 80, 128 }; // behind them; then the farthest

bool alignment_again(int *band, int *column)
{
    if (*band != AGAIN)
        return false;
    *band = *column * 7 % AGAIN;
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
    int t = column < ALIGNMENT_CYCLE ? column + 1
            : column < LAST          ? far_places[column - ALIGNMENT_CYCLE]
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

// The lowest last place of a at which the difference from c is normal, also where a
// compiler multiplies it by the scale of grey levels first, an eighth.
static int lowest_place(struct fp_format format)
{
    int highest = format.emax - format.precision;

    return 6 - format.emax < highest ? 6 - format.emax : highest;
}

// One of the last places at which a, that may carry, is finite.
static int any_exponent(struct fp_format format, uint64_t at)
{
    int lowest = lowest_place(format), highest = format.emax - format.precision;

    return lowest + (int) (at % (uint64_t) (highest - lowest + 1));
}

// The same, the highest first. The last binade but one comes first: what carries does so
// into the last.
static int exponent_from_top(struct fp_format format, int at)
{
    int lowest = lowest_place(format), highest = format.emax - format.precision;

    return highest - at % (highest - lowest + 1);
}

// Returns the lowest binade of a: that of the format, unless its range is too short for
// the answers, or a sum has more bits than the binary32 of an answer and cannot be shown
// whole.
static int lowest_binade(struct fp_format format)
{
    if (format.precision > FP_BINARY32.precision)
        return lowest_place(format) + format.precision - 1;
    return format.emax < 8 ? 4 - format.emax : 1 - format.emax;
}

// The binade of a: the highest, then all from the lowest on, as often as there are sums;
// in formats that have more binades than sums, any.
static int alignment_binade(struct fp_format format, int band, int column,
                            uint64_t random)
{
    int lowest = lowest_binade(format), count = format.emax - lowest + 1;
    int at = (band - ALIGNMENT_BINADES) / 2 * ALIGNMENT_COLUMNS + column;

    if (count > (ALIGNMENT_BANDS - ALIGNMENT_BINADES) / 2 * ALIGNMENT_COLUMNS)
        at = (int) (random >> 40) % count;
    return lowest + (at + count - 1) % count;
}

// c is zero: the answer is the sum, below 2. In the last binades it is so small that no
// grey level shows it, because a scaled sum may be subnormal there.
static void set_whole(struct alignment_cell *cell, bool dark)
{
    int p = cell->sum.precision;

    cell->base = 0;
    cell->unit = adders_places(p) + p + (dark ? 6 : 0);
}

// Sets the place of a, and c with it.
static void place_cell(struct alignment_cell *cell, struct fp_format format,
                       const struct alignment_kind *kind, int exponent)
{
    int binade = exponent + format.precision - 1;

    cell->exponent = exponent;
    if (kind->where == ALIGNMENT_EACH_BINADE && exponent < lowest_place(format))
        set_whole(cell, binade < 4 - format.emax);
    else
        set_base(cell, kind->sum_for_base);
}

static int cell_exponent(struct fp_format format, const struct alignment_kind *kind,
                         const struct alignment_ask *ask, int band)
{
    int at = (band - ALIGNMENT_SECOND) / 2 * ALIGNMENT_COLUMNS + ask->step;

    switch (kind->where) {
    case ALIGNMENT_ANYWHERE: return any_exponent(format, ask->random >> 40);
    case ALIGNMENT_FROM_TOP: return exponent_from_top(format, at);
    case ALIGNMENT_EACH_BINADE: return ask->room + 2 - format.emax - format.precision;
    default: return alignment_exponent(format, ask->sum);
    }
}

struct alignment_cell alignment_cell(struct alignment_range range, int set, int band,
                                     int column)
{
    struct fp_format format = range.format;
    int reach = alignment_reach(format);
    struct alignment_cell cell = { 0 };
    struct alignment_ask ask = { .sum = &cell.sum, .set = set };

    alignment_again(&band, &column);
    bool behind = band > AGAIN;
    const struct alignment_kind *kind = alignment_kind(band - behind);
    bool farthest = kind == alignment_kind(0) && column == LAST;

    cell.swapped = column % 3 == 2;
    ask.t = alignment_distance(range, column);
    ask.lost = ask.t > reach ? ask.t - reach : 0;
    ask.step = column;
    ask.random = draws_mix(
        ALIGNMENT_SEED +
        (uint64_t) ((set * ALIGNMENT_BANDS + band) * ALIGNMENT_COLUMNS + column));
    if (kind->where == ALIGNMENT_EACH_BINADE)
        ask.room = alignment_binade(format, band, column, ask.random) - (1 - format.emax);
    cell.sum = (struct adders_sum){ .precision = format.precision,
                                    .negative = (band - behind) % 2,
                                    .subtract = kind->subtract };
    // The farthest there is: nothing carries.
    if (farthest)
        ask.t = reach + 1;
    alignment_kind_ask(kind, &ask);
    place_cell(&cell, format, kind, cell_exponent(format, kind, &ask, band) + farthest);
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
    // Beside a base of zero the unit may have more places than a word has bits.
    adders_u128 base = cell->base ? cell->base >> cell->unit : 0;

    operands[0] = cell->swapped ? b : a;
    operands[1] = cell->swapped ? a : b;
    operands[2] =
        sign * ldexp((double) (uint64_t) base, cell->exponent + cell->unit - places);
    operands[3] = ldexp(1, places - cell->unit - cell->exponent);
}

double alignment_answer(const struct alignment_cell *cell, adders_u128 magnitude)
{
    bool less = magnitude < cell->base;
    adders_u128 distance = less ? cell->base - magnitude : magnitude - cell->base;
    // A rounded sum has few bits here; an exact one may lose some.
    double answer = ldexp((double) (uint64_t) (distance >> 64), 64 - cell->unit) +
                    ldexp((double) (uint64_t) distance, -cell->unit);

    return less != cell->sum.negative ? -answer : answer;
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// A magnitude is a number of 128 bits whose place 0 lies adders_places below the last
// place of the larger operand, and a flag: something between 0 and 1 is to be added.
//
//     larger    1xxxxxxx 000000000000
//     smaller        1xx xxxxx0000000|xx -> rest
//
// There is room for 71 places or more. Two significands of p bits that overlap need
// 2 p + 1; what reaches below place 0 therefore lies far below all that is decided by
// more than its being there.

#include "probe/shared/adders.h"

#include <assert.h>

#define ROUNDINGS     11 // of fp_format.h that round the exact sum
#define STICKY_GUARDS 17 // guard bits beside a sticky bit, 0 included
#define BITS_MORE     40 // than the precision, to which is rounded first

static const enum fp_round lasts[] = { FP_RTZ, FP_RNE, FP_RNA };

#define LASTS ((int) (sizeof lasts / sizeof *lasts))

int adders_places(int precision)
{
    return 124 - precision;
}

int adders_length(adders_u128 value)
{
    uint64_t high = (uint64_t) (value >> 64), low = (uint64_t) value;

    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

static adders_u128 bits_below(adders_u128 value, int place)
{
    return value & (((adders_u128) 1 << place) - 1);
}

// The smaller operand in place, before anything is cut off on purpose.
static adders_u128 adders_align(const struct adders_sum *sum, bool *rest)
{
    int up = adders_places(sum->precision) - sum->shift;

    *rest = false;
    if (up >= 0)
        return (adders_u128) sum->small << up;
    uint64_t kept = -up < 64 ? sum->small >> -up : 0;

    *rest = -up >= 64 ? sum->small != 0 : kept << -up != sum->small;
    return kept;
}

// What an adder with guard bits keeps of it.
static adders_u128 cut_at_guard(const struct foreign *rule, int places,
                                adders_u128 aligned, bool *rest)
{
    int end = places - rule->guard; // the last place that is kept
    adders_u128 lost = bits_below(aligned, end);

    *rest = false;
    aligned -= lost;
    if (rule->sticky && lost >> (end - rule->sticky))
        aligned |= (adders_u128) 1 << (end - 1);
    return aligned;
}

static bool goes_up(enum fp_round round, bool negative, bool odd, bool half, bool rest)
{
    bool tie = half && !rest, inexact = half || rest, past = half && rest;

    switch (round) {
    case FP_RNE: return past || (tie && odd);
    case FP_RNA: return past || tie;
    case FP_RNZ: return past;
    case FP_RNU: return past || (tie && !negative);
    case FP_RND: return past || (tie && negative);
    case FP_RNO: return past || (tie && !odd);
    case FP_RAZ: return inexact;
    case FP_RUP: return inexact && !negative;
    case FP_RDN: return inexact && negative;
    case FP_RO: return inexact && !odd;
    default: assert(round == FP_RTZ); return false;
    }
}

// To `bits` significant ones; *rest is then gone.
static adders_u128 to_bits(adders_u128 value, bool *rest, int bits, enum fp_round round,
                           bool negative)
{
    int drop = adders_length(value) - bits;

    if (drop <= 0)
        return value;
    adders_u128 below = bits_below(value, drop), unit = (adders_u128) 1 << drop;
    bool half = below >> (drop - 1), odd = value >> drop & 1;
    bool more = *rest || bits_below(below, drop - 1);

    *rest = false;
    value -= below;
    return goes_up(round, negative, odd, half, more) ? value + unit : value;
}

// The sum of what was aligned.
static adders_u128 adders_total(const struct adders_sum *sum, adders_u128 aligned,
                                bool rest)
{
    adders_u128 large = (adders_u128) sum->large << adders_places(sum->precision);

    return sum->subtract ? large - aligned - rest : large + aligned;
}

adders_u128 adders_exact(const struct adders_sum *sum, bool *rest)
{
    adders_u128 aligned = adders_align(sum, rest);

    return adders_total(sum, aligned, *rest);
}

adders_u128 adders_round(const struct foreign *rule, const struct adders_sum *sum)
{
    bool rest;
    adders_u128 aligned = adders_align(sum, &rest);

    if (rule->guard >= 0)
        aligned = cut_at_guard(rule, adders_places(sum->precision), aligned, &rest);
    adders_u128 total = adders_total(sum, aligned, rest);

    if (rule->bits)
        total = to_bits(total, &rest, rule->bits, rule->first, sum->negative);
    return to_bits(total, &rest, sum->precision, rule->round, sum->negative);
}

// Guard bits and, if `stickies`, a sticky bit of so many places at most.
static bool guard_candidate(int guards, int stickies, int *i, struct foreign *rule)
{
    int each = guards * (stickies ? stickies : 1);

    if (*i >= LASTS * each) {
        *i -= LASTS * each;
        return false;
    }
    *rule = (struct foreign){ .known = true,
                              .round = lasts[*i / each],
                              .guard = *i % each % guards,
                              .sticky = stickies ? 1 + *i % each / guards : 0 };
    return true;
}

bool adders_candidate(int precision, int i, struct foreign *rule)
{
    int most = FOREIGN_BITS_MAX - precision;

    most = most < BITS_MORE ? most : BITS_MORE;
    if (i < ROUNDINGS) {
        *rule = foreign_of((enum fp_round) i);
        return true;
    }
    i -= ROUNDINGS;
    if (guard_candidate(FOREIGN_GUARD_MAX + 1, 0, &i, rule) ||
        guard_candidate(STICKY_GUARDS, FOREIGN_STICKY_MAX, &i, rule))
        return true;
    if (i >= ROUNDINGS * ROUNDINGS * most)
        return false;
    *rule = (struct foreign){ .known = true,
                              .round = (enum fp_round)(i / most % ROUNDINGS),
                              .first = (enum fp_round)(i / most / ROUNDINGS),
                              .guard = -1,
                              .bits = precision + 1 + i % most };
    return true;
}

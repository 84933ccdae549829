// SPDX-License-Identifier: MIT
//
// How it works
//
// A column is a distance or a length, a pair of bands a kind of sums (alignment_kinds.h),
// one band for sums of each sign. No sum and no difference from c is subnormal, so that a
// device that flushes these gives the answers of its adder. Where the last places of the
// sum are that small, c is zero.

#include "probe/pictures/alignment_sums.h"

#include "probe/pictures/alignment_kinds.h"

#include <math.h>
#include <stddef.h>

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
    ask.random = alignment_random(
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

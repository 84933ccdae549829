// SPDX-License-Identifier: MIT
//
// A quotient of mantissas judged by dividing, for the few that division_judge.h does not
// tell.
//
// How it works. The long way divides in double precision, which puts the quotient off by
// 2^-54 at most. Edges of bins are k 2^-27 (or 2^-26) from q; a/b, if it is not there,
// is |a - b m| / b >= 2^-50 / 2 away from such an m: the bin is right, and so is what is
// counted as correct.

#ifndef SWEEP_DIVISION_JUDGE_LONG_H
#define SWEEP_DIVISION_JUDGE_LONG_H

#include "sweep/division_judge.h"

#include <math.h>
#include <stdint.h>

// A result, judged at length. Errors are those of kind finite, as in cell.h.
struct division_judged {
    enum cell_kind kind; // finite or wrong
    double error, relative, absolute;
};

// As tally_bin.
DOMAIN_INLINE int division_judge_bin(double error)
{
    double size = fabs(error);
    int away = CELL_SIDE;

    if (size < 4)
        away = (int) (8 * size);
    else if (size < 0x1p30)
        away = CELL_STEPS + ilogb(size) - 1;
    return error < 0 ? CELL_ZERO - away : CELL_ZERO + away;
}

// `value` is that of the result: NaN, infinities and zeros as they are.
DOMAIN_INLINE struct division_judged division_judge_one(const struct division_row *row,
                                                        double a, double value)
{
    double want = a / row->b, off = value - want;
    struct division_judged out = { CELL_WRONG, 0, 0, 0 };

    if (isnan(value) || isinf(value))
        return out;
    out.kind = CELL_FINITE;
    out.error = off * (want < 1 ? 0x1p24 : 0x1p23);
    out.absolute = fabs(off);
    out.relative = out.absolute / want;
    return out;
}

// What an error counts in the sums, in steps, if it is not beyond them.
DOMAIN_INLINE int32_t division_judge_sum(double error)
{
    return (int32_t) rint(error * CELL_SUM_ONE);
}

#endif // SWEEP_DIVISION_JUDGE_LONG_H

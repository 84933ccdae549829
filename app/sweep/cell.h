// SPDX-License-Identifier: MIT
//
// The counts of a sweep's results: integers, and extremes with the first number that has
// them. So they do not depend on who counted which results, or when. Kernels share this
// layout: all members have 8 bytes.
//
// Errors are signed, (got - exact) / ulp(exact), ulp(r) = 2^(max(e, emin) - (p - 1)) for
// r in [2^e, 2^(e+1)), of the format of the results (J.-M. Muller's ulp with the exponent
// of Kahan's; the definition by which the CUDA figures of N. Juffa were made).

#ifndef SWEEP_CELL_H
#define SWEEP_CELL_H

#include <stdint.h>

// The bins of signed errors. Bin CELL_ZERO has |error| < 1/8. On either side of it follow
// steps of 1/8 up to 4, then powers of two, [4, 8), [8, 16), ..., the last without an
// end. An edge belongs to the bin further out.
#define CELL_STEPS  31 // [1/8, 2/8), ..., [31/8, 4)
#define CELL_POWERS 29 // [2^2, 2^3), ..., [2^30, oo)
#define CELL_SIDE   (CELL_STEPS + CELL_POWERS)
#define CELL_ZERO   CELL_SIDE
#define CELL_BINS   (2 * CELL_SIDE + 1)

// The sums count units of 2^-16 ulp, and leave out errors above this limit.
#define CELL_SUM_LIMIT 16384.0
#define CELL_SUM_ONE   65536.0

// The value of a number that does not exist.
#define CELL_NONE UINT64_MAX

// The kinds of results. Only the errors of `finite` are in bins, sums and extremes.
//   finite    the exact result is a number, and so is the computed one
//   special   the exact result is NaN, an infinity (a pole) or a zero, and the computed
//             one is equal
//   overflow  the exact result rounds to an infinity, and the computed one is that
//   flushed   the computed result is a zero for a subnormal result, or the result for a
//             zero of the operand's sign in place of a subnormal operand
//   zero_sign the computed result is a zero of the wrong sign
//   wrong     all others: NaN for a number, an infinity if the exact result is not near
//             it, a number if there is no exact result
// If one of the two results is finite and the other overflows, the kind is finite too,
// with infinity as 2^(emax + 1).
enum cell_kind {
    CELL_FINITE,
    CELL_SPECIAL,
    CELL_OVERFLOW,
    CELL_FLUSHED,
    CELL_ZERO_SIGN,
    CELL_WRONG,
    CELL_KIND_COUNT,
};

// The largest error of some measure; if several are equal, that of the smallest number.
struct cell_worst {
    double error;    // magnitude, [0, oo)
    uint64_t number; // CELL_NONE: nothing was counted
    uint64_t got;    // bits of the computed result
};

struct cell {
    uint64_t kinds[CELL_KIND_COUNT];
    uint64_t first_wrong, first_wrong_got; // smallest number of kind wrong; CELL_NONE
    uint64_t correct; // finite, special or overflow, as the rule of rounding wants
    uint64_t bins[CELL_BINS];
    int64_t sum, sum_abs; // of errors, in 2^-16 ulp, each rounded to nearest even
    uint64_t beyond;      // finite ones that are not in the sums
    struct cell_worst ulp;
    struct cell_worst relative; // |got - exact| / |exact|, exact results at least 2^emin
    struct cell_worst absolute; // |got - exact|
    uint64_t falls, first_fall; // results that violate the order after the input before;
                                // the number of the later input; CELL_NONE
    uint64_t breaks, first_break; // results f(-x) without the symmetry; the number of -x
    uint64_t unsettled;           // near a tie, decided by the judge alone
    uint64_t edge[2];             // bits of the first and the last result
};

#endif // SWEEP_CELL_H

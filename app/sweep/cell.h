// SPDX-License-Identifier: MIT
//
// What is counted of the results of a sweep: integers, and extremes with the first
// number that has them, so that it does not matter who counted what, or when. Kernels
// share this layout: all members are of 8 bytes.
//
// Errors are signed, (got - exact) / ulp(exact), ulp(r) = 2^(max(e, emin) - (p - 1)) for
// r in [2^e, 2^(e+1)), of the format of the results (J.-M. Muller's ulp with the exponent
// of Kahan's; the definition by which the CUDA figures of N. Juffa were made).

#ifndef SWEEP_CELL_H
#define SWEEP_CELL_H

#include <stdint.h>

// Signed errors in bins. Bin CELL_ZERO: |error| < 1/8. Then, to either side, steps of
// 1/8 up to 4, then powers of two, [4, 8), [8, 16), ..., the last without an end. An edge
// belongs to the bin further out.
#define CELL_STEPS  31 // [1/8, 2/8), ..., [31/8, 4)
#define CELL_POWERS 29 // [2^2, 2^3), ..., [2^30, oo)
#define CELL_SIDE   (CELL_STEPS + CELL_POWERS)
#define CELL_ZERO   CELL_SIDE
#define CELL_BINS   (2 * CELL_SIDE + 1)

// Errors above this are not in the sums, which count 2^-16 ulp.
#define CELL_SUM_LIMIT 16384.0
#define CELL_SUM_ONE   65536.0

// No such number.
#define CELL_NONE UINT64_MAX

// What became of an input. Only the errors of `finite` are in bins, sums and extremes.
//   finite    the exact result is a number, and so is what came
//   special   the exact result is NaN, an infinity (a pole), or a zero, and that came
//   overflow  the exact result rounds to an infinity, and that came
//   flushed   a zero came for a subnormal result, or the result for a zero of the
//             operand's sign for a subnormal operand
//   zero_sign a zero came, of the wrong sign
//   wrong     anything else: NaN for a number, an infinity where the exact result is not
//             near it, a number where there is none
// Beside the finite ones, an exact result that overflows and a finite one that came, or
// the reverse, are finite ones with infinity taken as 2^(emax + 1).
enum cell_kind {
    CELL_FINITE,
    CELL_SPECIAL,
    CELL_OVERFLOW,
    CELL_FLUSHED,
    CELL_ZERO_SIGN,
    CELL_WRONG,
    CELL_KIND_COUNT,
};

// The largest of something: of equal ones the one of the smallest number.
struct cell_worst {
    double error;    // magnitude, [0, oo)
    uint64_t number; // CELL_NONE: nothing was counted
    uint64_t got;    // bits of what came
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
    uint64_t falls, first_fall; // the result went against the function from the input
                                // before; number of the later one; CELL_NONE
    uint64_t breaks, first_break; // f(-x) is not as symmetry wants; the number of -x
    uint64_t unsettled;           // near a tie, decided by the judge alone
    uint64_t edge[2];             // bits of the first and the last result that came
};

#endif // SWEEP_CELL_H

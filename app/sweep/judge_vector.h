// SPDX-License-Identifier: MIT
//
// The loops of the judge, built once for each width of vector, from the same sources,
// with the same results bit for bit. They work on planes: the even numbers of a block
// and the odd ones, which are x and -x if every sign occurs.

#ifndef SWEEP_JUDGE_VECTOR_H
#define SWEEP_JUDGE_VECTOR_H

#include "sweep/cell.h"
#include "sweep/function.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __x86_64__
#    define JUDGE_X86
#endif

#define JUDGE_PLANE 512 // numbers of a plane of a block, at most
#define JUDGE_PAD   8   // more that may be read and written behind them

// The constants that follow from the format of the results and the rounding model.
struct judge_edges {
    double least;      // results below have another formula: 2^emin; integers: oo
    double usual;      // errors above are sorted out, those of a zero for one among them
    double tiny;       // those below this are lost in a difference
    double relative;   // relative errors are of results from here on
    double end;        // those from here on round to an infinity, or may
    uint64_t exponent; // bits that make 2^e of a result; integers: none
    double power;      // but at least this: 2^emin; integers: 1
    uint64_t inverse;  // bits from which those of 2^e are taken to give 1 / ulp
    bool signs;        // a zero of the wrong sign counts as one
    // A result is correct to nearest if |error| <= 1/2; otherwise if -1 < t <= 0, where
    // t is the error with its sign changed by `flip`, and by the sign of the result
    // masked by `follow`.
    bool directed;
    uint64_t flip, follow;
    double near; // distance to an edge that is looked at; -1: none, 0: ties only
};

struct judge_plane {
    int count;
    const double *want; // [count]: NaN, infinite or 0 only where the exact result is
    uint64_t flip;      // changes their signs, or 0
    const double *got;  // [count]
    const struct judge_edges *edges;
    double end;                     // edges->end, or 0: look at each
    double ulp, relative, absolute; // the worst so far

    // The errors, [count]: infinity if there is none and the input is counted already
    // (special, overflow), NaN if the caller must count it.
    double *error;
    int32_t *bin; // room for [count]
    uint64_t bins[CELL_BINS];
    int64_t finite, special, overflow, correct, beyond;
    double sum, sum_abs; // integers
    bool look;           // some errors are NaN, or near an edge
    bool worse;          // some are larger than the worst so far
};

// The largest errors of a counted plane, and their first places; -1: none.
struct judge_extremes {
    double ulp, relative, absolute;
    int ulp_at, relative_at, absolute_at;
};

struct judge_vector {
    // Fills x[count] with the magnitudes word, word + 1, ...; negative ones if
    // `negative`.
    void (*operands)(uint32_t word, bool negative, double *x, int count);
    // Decodes the results of both planes; `count` pairs.
    void (*decode)(enum function_type type, const uint32_t *got, double *even,
                   double *odd, int count);
    // Returns true if got[0], got[2], ... are all equal; `count` of them.
    bool (*same)(const uint32_t *got, int count);
    // Returns how many of got[count] are less (direction 1) or more (-1) than got[i -
    // 1].
    int (*falls)(const double *got, int count, int direction);
    // Returns how many of odd[count] differ, bit for bit, from even[i], with its sign
    // changed if `negate`.
    int (*breaks)(const double *even, const double *odd, int count, bool negate);
    // Calls a function of SLEEF at x (and y).
    void (*call)(void *function, const double *x, double *out, int count);
    void (*call_two)(void *function, const double *x, const double *y, double *out,
                     int count);
    void (*polynomial)(const double coefficients[6], const double *x, double *out,
                       int count);
    // Computes a function that needs no library. Returns false if this one needs one.
    bool (*own)(enum math_id math, const double *x, double *out, int count);
    // Replaces a power of two by the last double before it, because the exact results
    // are a little nearer to zero.
    void (*below)(double *values, int count);
    void (*count)(struct judge_plane *plane);
    void (*extremes)(const struct judge_plane *plane, struct judge_extremes *out);
};

// By the name of the instructions that a build is for.
#define JUDGE_JOIN_(a, b) a##_##b
#define JUDGE_JOIN(a, b)  JUDGE_JOIN_(a, b)

#define JUDGE_VECTOR(isa)                                      \
    extern const struct judge_vector judge_vector_##isa;       \
    void judge_count_##isa(struct judge_plane *plane);         \
    void judge_extremes_##isa(const struct judge_plane *plane, \
                              struct judge_extremes *out);

JUDGE_VECTOR(baseline)
JUDGE_VECTOR(avx2)
JUDGE_VECTOR(avx512)

#endif // SWEEP_JUDGE_VECTOR_H

// SPDX-License-Identifier: MIT
//
// The error-free transforms and the float-float arithmetic of the probe error_free, step
// by step, as a device of given traits computes them. What a compiler makes of them is
// told in transforms.c.

#ifndef TRANSFORMS_H
#define TRANSFORMS_H

#include "probe/lines.h"

#include <stdbool.h>
#include <stdint.h>

// A value for each case of a call.
struct transforms_column {
    uint64_t at[LINES_CHUNK];
};

// high + low.
struct transforms_pair {
    struct transforms_column high, low;
};

// What is computed, and whether anything broke on the way: then all that follows is
// unspecified.
struct transforms {
    const struct lines_call *call;
    bool folds;     // (x + y) - x is y, and (x + y) - y is x
    bool reorders;  // TwoSum's low part is (a + (b - v)) - (s - v)
    bool contracts; // a product that is added or subtracted is not rounded before
    bool broken;
};

// Folds and contracts as bit 0 of the call's traits says; reorders where only this bit of
// their folds is set.
#define TRANSFORMS_REORDERS (UINT64_C(1) << 63)
struct transforms transforms_begin(const struct lines_call *call);

// D. Knuth: high is a + b rounded, low what was lost. Six operations.
void transforms_two_sum(struct transforms *steps, const struct transforms_column *a,
                        const struct transforms_column *b, struct transforms_pair *out);

// T. Dekker: the same in three, where |a| >= |b|.
void transforms_fast_two_sum(struct transforms *steps, const struct transforms_column *a,
                             const struct transforms_column *b,
                             struct transforms_pair *out);

// G. Veltkamp: a in two halves; `factor` is 2^ceil(p/2) + 1.
void transforms_split(struct transforms *steps, const struct transforms_column *factor,
                      const struct transforms_column *a, struct transforms_pair *out);

// a * b rounded, and what was lost: by fma(), and by Dekker with split halves.
void transforms_two_product_fma(struct transforms *steps,
                                const struct transforms_column *a,
                                const struct transforms_column *b,
                                struct transforms_pair *out);
void transforms_two_product(struct transforms *steps,
                            const struct transforms_column *factor,
                            const struct transforms_column *a,
                            const struct transforms_column *b,
                            struct transforms_pair *out);

// a + b of pairs: relative error at most 3 u^2 + 13 u^3 with u = 2^-p.
void transforms_pair_sum(struct transforms *steps, const struct transforms_pair *a,
                         const struct transforms_pair *b, struct transforms_pair *out);

// a * b, b single: at most 3 u^2.
void transforms_pair_product(struct transforms *steps,
                             const struct transforms_column *factor,
                             const struct transforms_pair *a,
                             const struct transforms_column *b,
                             struct transforms_pair *out);

// a * a + c, c single, a step of a fractal: at most 9 u^2 where c is not negative.
void transforms_pair_step(struct transforms *steps,
                          const struct transforms_column *factor,
                          const struct transforms_pair *a,
                          const struct transforms_column *c, struct transforms_pair *out);

#endif // TRANSFORMS_H

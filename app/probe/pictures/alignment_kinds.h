// SPDX-License-Identifier: MIT
//
// The kinds of sums that alignment asks: what the operands of a cell look like.

#ifndef PROBE_PICTURES_ALIGNMENT_KINDS_H
#define PROBE_PICTURES_ALIGNMENT_KINDS_H

#include "probe/shared/adders.h"

#include <stdbool.h>
#include <stdint.h>

#define ALIGNMENT_SEED  UINT64_C(0x616c69676e6d656e)
#define ALIGNMENT_CYCLE 44 // columns of one place each

// What a cell is made of, besides the precision in the sum.
struct alignment_ask {
    int t;    // the distance, from 1; as far as the range goes
    int lost; // the last places of a full significand that it does not reach
    int step; // the column, from 0: for what goes round in a cycle
    int set;
    uint64_t random; // its own
    struct adders_sum *sum;
};

struct alignment_kind {
    void (*ask)(const struct alignment_ask *ask); // changes the operands
    bool subtract;
    bool sum_for_base; // c is the sum; else a
};

// Of a pair of bands, from 0, the one that asks again not counted. The first asks what
// comes back of the farthest b.
const struct alignment_kind *alignment_kind(int band);

// Sets the operands of a sum whose precision and subtract are given.
void alignment_kind_ask(const struct alignment_kind *kind,
                        const struct alignment_ask *ask);

// A random number of `state`.
uint64_t alignment_random(uint64_t state);

#endif // PROBE_PICTURES_ALIGNMENT_KINDS_H

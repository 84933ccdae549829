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

// The kind of a band, from 0, without the band that asks again. The first kind asks what
// comes back of the farthest b.
const struct alignment_kind *alignment_kind(int band);

// Kind `i` of those of alignment_places.c, from 0; the last one has no end.
const struct alignment_kind *alignment_places_kind(int i);

// Sets the operands of a sum whose precision and subtract are given.
void alignment_kind_ask(const struct alignment_kind *kind,
                        const struct alignment_ask *ask);

// Returns a random number that depends on `state` alone.
uint64_t alignment_random(uint64_t state);

#endif // PROBE_PICTURES_ALIGNMENT_KINDS_H

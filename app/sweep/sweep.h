// SPDX-License-Identifier: MIT
//
// A sweep: one function of one machine on every number of a domain. It is its chunks and
// what they were made by; whoever has all chunks has the result, byte for byte, however
// many threads, shards and machines made them.

#ifndef SWEEP_H
#define SWEEP_H

#include "sweep/backend.h"
#include "sweep/exact.h"

#include <stdbool.h>
#include <stddef.h>

#define SWEEP_LISTED 4096

// A result above the limit that was asked for, as MPFR has it.
struct sweep_listed {
    uint64_t number, got;
    double error;
};

struct sweep {
    // What all shards share: of another identity no part is merged.
    struct function function; // a copy; its strings are the table's
    struct domain domain;
    double above; // INFINITY: nothing is listed
    struct backend_facts facts;

    struct chunk *chunks;        // owned, [DOMAIN_CHUNKS]
    struct sweep_listed *listed; // owned, [listed_count] by number, SWEEP_LISTED at most
    int listed_count;
    uint64_t listed_more;   // those that found no place; see sweep_settle.h
    uint64_t *above_counts; // owned, [DOMAIN_CHUNKS]: how many a chunk had
};

// Of n shards, shard i has the chunks c with c % n == i: neighbours cost about the same.
struct sweep_shard {
    int index, count; // index in [0, count), count in [1, DOMAIN_CHUNKS]
};

struct sweep_work {
    struct sweep_shard shard;
    bool (*stop)(void); // asked often; true: end soon, keep what is done. May be NULL
    // `done` of `total` numbers; after each batch. May be NULL. Returns false to end.
    bool (*progress)(void *context, const struct sweep *sweep, double done, double total);
    void *context;
};

// Whether a function's operands can be drawn from a domain of that kind.
bool sweep_takes(const struct function *function, enum domain_kind kind);

// Returns false, after logging why, if there is no memory. `sweep` then is zeroed.
bool sweep_init(struct sweep *sweep, const struct backend_ask *ask,
                const struct backend_facts *facts);

// Accepts a zeroed struct and leaves one.
void sweep_finish(struct sweep *sweep);

// Makes the chunks of a shard that are not done, in batches, and settles near-ties by
// MPFR. Returns false, after logging why, if the backend failed; what is done is in the
// sweep. Being stopped is no failure.
bool sweep_make(struct sweep *sweep, struct backend *backend,
                const struct sweep_work *work);

// Whether all chunks of a shard are done; count 1: of the sweep.
bool sweep_done(const struct sweep *sweep, struct sweep_shard shard);

// Numbers asked of a shard, and those of them that are done.
void sweep_progress(const struct sweep *sweep, struct sweep_shard shard, double *done,
                    double *total);

// Whether two are parts of one sweep; if not, `why` tells what differs ("judge: sleef,
// and libm in the other").
bool sweep_same(const struct sweep *a, const struct sweep *b, char *why, size_t size);

// Adds from's chunks that `into` lacks. Returns false, with why, if the two are not of
// one sweep, or have a chunk twice that is not the same; `into` is then only to be
// finished.
bool sweep_merge(struct sweep *into, const struct sweep *from, char *why, size_t size);

#endif // SWEEP_H

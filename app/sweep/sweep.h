// SPDX-License-Identifier: MIT
//
// A sweep: one function of one machine on every number of a domain. It consists of its
// chunks and its identity. All chunks together are the result, the same bytes for any
// number of threads, shards and machines.

#ifndef SWEEP_SWEEP_H
#define SWEEP_SWEEP_H

#include "sweep/backend.h"
#include "sweep/exact.h"

#include <stdbool.h>
#include <stddef.h>

struct sweep {
    // The identity, which all shards share. Parts with another identity are not merged.
    struct function function; // a copy; its strings are the table's
    struct domain domain;
    struct backend_facts facts;

    struct chunk *chunks; // owned, [DOMAIN_CHUNKS]
};

// Shard i of n has the chunks c with c % n == i, because neighbouring chunks take about
// the same time.
struct sweep_shard {
    int index, count; // index in [0, count), count in [1, DOMAIN_CHUNKS]
};

struct sweep_work {
    struct sweep_shard shard;
    bool (*stop)(void); // asked often; true: end soon, keep what is done. May be NULL
    // Called after each batch with `done` of `total` numbers. May be NULL.
    void (*progress)(void *context, double done, double total);
    void *context;
};

// Returns true if a function supports a domain of that kind.
bool sweep_takes(const struct function *function, enum domain_kind kind);

void sweep_init(struct sweep *sweep, const struct backend_ask *ask,
                const struct backend_facts *facts);

// Judges the result `got` of a number with MPFR, which must be available.
struct exact sweep_exact(const struct sweep *sweep, uint64_t number, uint64_t got);

// Accepts a zeroed struct and leaves one.
void sweep_finish(struct sweep *sweep);

// Computes the missing chunks of a shard, in batches, and settles near-ties by MPFR.
// Returns false, after logging why, if the backend failed; the sweep has the finished
// chunks. A stop is no failure.
bool sweep_make(struct sweep *sweep, struct backend *backend,
                const struct sweep_work *work);

// Returns true if all chunks of a shard are done; with count 1, of the sweep.
bool sweep_done(const struct sweep *sweep, struct sweep_shard shard);

// Computes the number of a shard's inputs, and of those that are done.
void sweep_progress(const struct sweep *sweep, struct sweep_shard shard, double *done,
                    double *total);

// Adds from's chunks that `into` lacks. Returns false, with why, if the two are not of
// one sweep, or have different contents of one chunk; `into` may then only be finished.
bool sweep_merge(struct sweep *into, const struct sweep *from, char *why, size_t size);

// Writes the finished chunks of a shard to a file, whole or not at all (file.h). Returns
// false, after logging why.
bool part_write(const char *path, const struct sweep *sweep, struct sweep_shard shard);

// Reads a part file. `find` returns the function of a name, or NULL. Returns false,
// after logging "path: why", if the file is not a part, is damaged, was written by
// another version, or has an unknown function; `sweep` is then zeroed.
bool part_read(const char *path, struct sweep *sweep, struct sweep_shard *shard,
               const struct function *(*find)(const char *name));

#endif // SWEEP_SWEEP_H

// SPDX-License-Identifier: MIT
//
// Several processes of one launch make one sweep: each its shard, in a folder that all
// see; rank 0 waits for the parts and puts them together. A rank that fails leaves a
// note.

#ifndef SWEEP_RANKS_H
#define SWEEP_RANKS_H

#include "command/sweep_files.h"
#include "sweep/part.h"
#include "sweep/ranks.h"

// What a rank needs to know of the others.
struct sweep_ranks {
    struct ranks ranks;
    struct sweep_files *files;
    const char *folder; // as the user wrote it, for commands to be shown
    int wait_s;
    long long started_s; // time(2) of this process's start
};

// The shard of a rank. Returns false if there is none for it: more ranks than chunks.
bool sweep_ranks_shard(const struct ranks *ranks, struct sweep_shard *shard);

// Takes away the note of an earlier failure.
void sweep_ranks_begin(const struct sweep_ranks *all);

// Leaves a note that this rank's shard will not come. Silent where that fails too.
void sweep_ranks_fail(const struct sweep_ranks *all, const char *reason);

// Rank 0, whose own shard is in `sweep`: adds the others' as they come. Returns
// COMMAND_DONE when all are there; else another exit status, after logging which shards
// are lost or late, and how to make them.
int sweep_ranks_gather(const struct sweep_ranks *all, struct sweep *sweep);

// The parts of all ranks, after the result was written.
void sweep_ranks_remove_parts(const struct sweep_ranks *all);

// Logs that a shard is not there, and the commands that make it and put it to the others.
void sweep_ranks_say_missing(const struct sweep *sweep, struct sweep_shard shard,
                             const char *why, const char *folder);

#endif // SWEEP_RANKS_H

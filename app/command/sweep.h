// SPDX-License-Identifier: MIT
//
// What the files of `fpstripe sweep` and `fpstripe merge` share: what a command line asks
// for, where files are, the ranks of a launch, and what sweep does beside sweeping one
// function.

#ifndef COMMAND_SWEEP_H
#define COMMAND_SWEEP_H

#include "command/options.h"
#include "command/output.h"
#include "sweep/ranks.h"
#include "sweep/sweep.h"
#include "sweep_gl/functions.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct sweep_ask {
    struct backend_ask backend;
    struct sweep_shard shard; // 0 of 1 unless it was given
    bool sharded;             // it was
    struct sweep_gl gl;       // but for the device
};

// Returns false, after logging what would be right.
bool sweep_ask_read(struct sweep_ask *ask, const struct options *options);

// The function that is asked. Returns NULL, after logging what may be meant.
const struct function *sweep_ask_function(const struct options *options);

// Whether a function is computed by this processor: no driver is entered.
bool sweep_ask_is_cpu(const struct function *function);
bool sweep_ask_is_gl(const struct function *function);

// The command that makes shard `shard` of this sweep, with its files in `folder`:
// "fpstripe sweep cpu:tanhf --shard 3/8 -o out". Without --shard if the count is 1.
void sweep_ask_command(const struct sweep *sweep, struct sweep_shard shard,
                       const char *folder, char *text, size_t size);

// `--list`: all functions, by who computes them.
int sweep_list(const struct options *options);

// `FUNCTION --proof`: whether a division after Markstein rounds all 2^46 pairs of
// mantissas correctly, from the reciprocals that the unit gives, by enumeration
// (docs/division.md). 1 where a quotient is wrong, or a divisor is left undecided.
int sweep_proof(const struct options *options);

// `half`: the conversions of binary32 to binary16 that hardware has, on all 2^32 floats,
// in four directions, against integers. 1 where more than a NaN's payload differs.
int sweep_half(const struct options *options);

// Whether no option was given but those of `known`, NULL at the end: who gives one
// expects something of it. Returns false, after logging that `who` knows no such option.
bool sweep_options_known(const struct options *options, const char *who,
                         const char *const *known);

// Of the help text: what follows the options, and options that sweep describes otherwise.
extern const char sweep_details[];
extern const struct option_note sweep_notes[];

// Where a sweep's files are: the result, its plot, the part of what is not complete.
#define SWEEP_FILES_FOLDER "fpstripe-out"

struct sweep_files {
    char folder[PATH_MAX - 512];
    char stem[120]; // "sweep-cuda-tanh.approx": file names begin so
};

// From -o: a folder, or the name of a JSON file; else the stem stays empty. Returns
// false, after logging why, if the name is too long.
bool sweep_files_find(struct sweep_files *files, const struct options *options);

// Gives the stem, unless -o did.
void sweep_files_name(struct sweep_files *files, const struct sweep *sweep);

// "FOLDER/STEM.3-of-8.part.json"; without the shard if the count is 1. `suffix`:
// ".part.json", ".failed".
void sweep_files_part(const struct sweep_files *files, struct sweep_shard shard,
                      const char *suffix, char path[PATH_MAX]);

// The result of a complete sweep: JSON and plots into `output`, opened in files->folder,
// unless that is NULL; and on standard output the JSON or a table. Returns an exit
// status.
int sweep_files_result(const struct sweep_files *files, struct output *output,
                       const struct sweep *sweep, const struct options *options);

// Several processes of one launch make one sweep: each its shard, in a folder that all
// see; rank 0 waits for the parts and puts them together. A rank that fails leaves a
// note.

// What a rank needs to know of the others.
struct sweep_ranks {
    struct ranks ranks;
    struct sweep_shard shard; // its own
    struct sweep_files *files;
    const char *folder; // as the user wrote it, for commands to be shown
    int wait_s;
    long long started_s; // time(2) of this process's start
};

// As device_pick: the GL device. Local rank n takes, of hardware of EGL, the n-th device
// behind the one that was meant, if it is of the same renderer and driver; else the same.
bool sweep_ranks_device(struct device *device, const struct options *options, int local,
                        bool *malformed);

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

#endif // COMMAND_SWEEP_H

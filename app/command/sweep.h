// SPDX-License-Identifier: MIT
//
// What the files of `fpstripe sweep` share: the request of a command line, the names of
// files, and the actions that are not a sweep of one function.

#ifndef COMMAND_SWEEP_H
#define COMMAND_SWEEP_H

#include "command/options.h"
#include "command/output.h"
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

// `--list`: all functions, by who computes them.
int sweep_list(const struct options *options);

// `FUNCTION --proof`: whether a division after Markstein rounds all 2^46 pairs of
// mantissas correctly, from the reciprocals that the unit gives, by enumeration
// (docs/division.md). 1 where a quotient is wrong, or a divisor is left undecided.
int sweep_proof(const struct options *options);

// `--merge PART...`: combines the parts of a sharded sweep. 1 if parts are missing.
int sweep_merge_parts(const struct options *options);

// Whether no option was given but those of `known`, NULL at the end: who gives one
// expects something of it. Returns false, after logging that `who` knows no such option.
bool sweep_options_known(const struct options *options, const char *who,
                         const char *const *known);

// Of the help text: what follows the options, and options that sweep describes otherwise.
extern const char sweep_details[];
extern const struct option_note sweep_notes[];

// Where a sweep's files are: the result and its plot, or a part.
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

// "FOLDER/STEM.3-of-8.part".
void sweep_files_part(const struct sweep_files *files, struct sweep_shard shard,
                      char path[PATH_MAX]);

// The result of a complete sweep: JSON and plots into `output`, opened in files->folder,
// unless that is NULL; and on standard output the JSON or a table. Returns an exit
// status.
int sweep_files_result(const struct sweep_files *files, struct output *output,
                       const struct sweep *sweep, const struct options *options);

#endif // COMMAND_SWEEP_H

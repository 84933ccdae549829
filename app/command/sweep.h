// SPDX-License-Identifier: MIT
//
// Shared by the files of `fpstripe sweep`: the request of a command line, the names of
// files, and the actions that do not sweep a function.

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
    struct sweep_gl gl;       // without the device
};

// Reads the request of a command line. Returns false, after logging what would be right.
bool sweep_ask_read(struct sweep_ask *ask, const struct options *options);

// Returns the function of the command line; NULL, after logging a similar name, if there
// is none.
const struct function *sweep_ask_function(const struct options *options);

// Return true if this processor, and no driver, computes a function; if a GL device does.
bool sweep_ask_is_cpu(const struct function *function);
bool sweep_ask_is_gl(const struct function *function);

// Prints all functions, grouped by the place that computes them (`--list`).
int sweep_list(const struct options *options);

// Proves or refutes by enumeration that a division after Markstein rounds all 2^46 pairs
// of mantissas correctly, with this processor's reciprocals (`--proof`, docs/division.md).
// Returns 1 if a quotient is wrong, or a divisor undecided.
int sweep_proof(const struct options *options);

// Combines the parts of a sharded sweep (`--merge`). Returns 1 if parts are missing.
int sweep_merge_parts(const struct options *options);

// Returns true if only options of `known`, which ends in NULL, were given; otherwise
// false, after logging that the option does not apply to `who`.
bool sweep_options_known(const struct options *options, const char *who,
                         const char *const *known);

// The help text after the options, and the options that sweep describes differently.
extern const char sweep_details[];
extern const struct option_note sweep_notes[];

// The directory of a sweep's files: the result and its plot, or a part.
#define SWEEP_FILES_FOLDER "fpstripe-out"

struct sweep_files {
    char folder[PATH_MAX - 512];
    char stem[120]; // "sweep-cuda-tanh.approx": file names begin so
};

// Takes the folder, and the stem if -o names a JSON file; otherwise the stem stays empty.
// Returns false, after logging why, if the name is too long.
bool sweep_files_find(struct sweep_files *files, const struct options *options);

// Sets the stem, unless -o did.
void sweep_files_name(struct sweep_files *files, const struct sweep *sweep);

// Writes the path of a part, "FOLDER/STEM.3-of-8.part".
void sweep_files_part(const struct sweep_files *files, struct sweep_shard shard,
                      char path[PATH_MAX]);

// Writes the result of a complete sweep: JSON and plot into `output`, opened in
// files->folder, unless it is NULL; the JSON or a table to standard output. Returns an
// exit status.
int sweep_files_result(const struct sweep_files *files, struct output *output,
                       const struct sweep *sweep, const struct options *options);

#endif // COMMAND_SWEEP_H

// SPDX-License-Identifier: MIT
//
// Where a sweep's files are: the result, its plot, the part of what is not complete.

#ifndef SWEEP_FILES_H
#define SWEEP_FILES_H

#include "command/output.h"
#include "command/sweep_ask.h"

#include <limits.h>
#include <stdbool.h>

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

#endif // SWEEP_FILES_H

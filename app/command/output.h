// SPDX-License-Identifier: MIT
//
// A directory into which a command writes files. Each file appears whole or not at all,
// by a rename of its own (base/file.h). A command writes the file that makes the set
// complete after the files to which it refers.

#ifndef COMMAND_OUTPUT_H
#define COMMAND_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct output {
    char folder[PATH_MAX - 512]; // "" if nothing is open
    size_t made; // the length of the shortest part of `folder` that was made; 0: none
};

// Takes a directory, and makes nothing yet. Returns false, after logging why, if files
// cannot be written there, or if the directory does not exist and cannot be made.
bool output_open(struct output *output, const char *folder);

// Makes the directory and its parents, if they do not exist. Returns false, after logging
// why.
bool output_make(struct output *output);

// Sets `path` to that of the file `name`.
void output_path(const struct output *output, const char *name, char path[PATH_MAX]);

// Makes the directory and writes `text` to the file `name`, safely (file_write). Returns
// false, after logging why.
bool output_write(struct output *output, const char *name, const char *text);

// Removes the file `name` of an earlier run, if this program drew it: only such a PNG
// file or page has the mark of the program. Warns if the file cannot be read or
// removed.
void output_remove(const struct output *output, const char *name);

// Removes the directories that were made, if they are empty. Accepts a zeroed struct and
// leaves one.
void output_close(struct output *output);

#endif // COMMAND_OUTPUT_H

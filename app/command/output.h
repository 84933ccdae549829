// SPDX-License-Identifier: MIT
//
// A folder of files that appear together or not at all: they are written into a folder
// of their own inside it, and moved to their places when all are whole.

#ifndef OUTPUT_H
#define OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct output {
    char folder[PATH_MAX - 512]; // "" if nothing is open
    char stage[PATH_MAX - 256];
    size_t made; // length of the shortest part of `folder` that was made; 0: none
};

// Makes `folder`, with those above it, and the stage in it, and removes the stages that
// killed runs left there. Returns false, after
// logging why, if it cannot be written to; nothing is left then.
bool output_open(struct output *output, const char *folder);

// Makes `folder` alone, with those above it. Returns false, after logging why.
bool output_make(const char *folder);

// Where file `name` is written before it is moved.
void output_path(const struct output *output, const char *name, char path[PATH_MAX]);

// Writes `text` to file `name` of the stage. Returns false, after logging why.
bool output_write(const struct output *output, const char *name, const char *text);

// Moves file `name`, replacing an older one. Returns false, after logging why.
bool output_move(const struct output *output, const char *name);

// Removes a file of an earlier run from the folder, if `name` is a plain name.
void output_remove(const struct output *output, const char *name);

// Removes the stage with what is left in it and, if they are empty, the folders that
// were made. Accepts a zeroed struct and leaves one.
void output_close(struct output *output);

#endif // OUTPUT_H

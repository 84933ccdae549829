// SPDX-License-Identifier: MIT
//
// Writes several files to a directory so that they appear together or not at all: they
// are written to a staging directory inside it, and moved when all are complete.

#ifndef COMMAND_OUTPUT_H
#define COMMAND_OUTPUT_H

#include "base/memory.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct output {
    char folder[PATH_MAX - 512]; // "" if nothing is open
    char stage[PATH_MAX - 256];
    struct memory_undo undo;
    size_t made; // length of the shortest part of `folder` that was made; 0: none
};

// Creates `folder`, its parents and the staging directory in it, and removes staging
// directories that killed runs left there. Returns false, after logging why, if it cannot
// be written to; nothing is left behind. It is closed too if the program runs out of
// memory, so the struct must stay where it is.
bool output_open(struct output *output, const char *folder);

// Creates only `folder` and its parents. Returns false, after logging why.
bool output_make(const char *folder);

// Where file `name` is written before it is moved.
void output_path(const struct output *output, const char *name, char path[PATH_MAX]);

// Writes `text` to file `name` of the stage. Returns false, after logging why.
bool output_write(const struct output *output, const char *name, const char *text);

// Moves file `name`, replacing an older one. Returns false, after logging why.
bool output_move(const struct output *output, const char *name);

// Removes a file of an earlier run from the folder, if `name` is a plain name.
void output_remove(const struct output *output, const char *name);

// Removes the staging directory with its contents and, if they are empty, the directories
// that were created. Accepts a zeroed struct and leaves one.
void output_close(struct output *output);

#endif // COMMAND_OUTPUT_H

// SPDX-License-Identifier: MIT
//
// Writes several files to a directory so that they appear together or not at all: they
// are written to a staging directory inside it (base/staging.h), and put in place when
// all are complete (base/journal.h). Wherever the process is killed, the directory has
// the old files or the new ones, or what the next process needs to finish.

#ifndef COMMAND_OUTPUT_H
#define COMMAND_OUTPUT_H

#include "base/journal.h"
#include "base/memory.h"
#include "base/staging.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct output {
    char folder[PATH_MAX - 512]; // "" if nothing is open
    struct staging stage;
    struct memory_undo undo;
    size_t made; // length of the shortest part of `folder` that was made; 0: none
    bool open;   // there is a stage
    bool held;   // this process has the lock of the folder
    bool begun;  // files are being put in place
    struct journal_step *steps; // owned, `count`: what output_commit does
    int count;
};

// Creates `folder`, its parents and the staging directory in it, and removes what killed
// runs left there. Returns false, after logging why, if it cannot be written to; nothing
// is left behind. It is closed too if the program runs out of memory, so the struct must
// stay where it is.
bool output_open(struct output *output, const char *folder);

// Creates only `folder` and its parents. Returns false, after logging why.
bool output_make(const char *folder);

// Where file `name` is written before it is moved.
void output_path(const struct output *output, const char *name, char path[PATH_MAX]);

// Writes `text` to file `name` of the stage. Returns false, after logging why.
bool output_write(const struct output *output, const char *name, const char *text);

// Keeps other processes from replacing files of the folder until output_commit, which
// calls this itself; finishes what a killed one began. Returns false, after logging why,
// if another one takes too long.
bool output_lock(struct output *output);

// Has file `name` put in place by output_commit, where it replaces an older one. Returns
// false, after logging why, if that will not do.
bool output_move(struct output *output, const char *name);

// Lets output_commit remove the file `name` of an earlier run, if this program wrote the
// PNG file `with` (the same file, or one of the same run).
void output_remove(struct output *output, const char *name, const char *with);

// Warns, if file `name` of the folder is there, that it could not be read or is not what
// it was, so that it, or what it names, stays. `why` names a file.
void output_warn_left(const struct output *output, const char *name, const char *why);

// Does all of that. Returns false, after logging why, if it could not; if anything has
// been replaced by then, the next process that opens the folder does the rest.
bool output_commit(struct output *output);

// Removes the staging directory with its contents and, if they are empty, the directories
// that were created. Accepts a zeroed struct and leaves one.
void output_close(struct output *output);

#endif // COMMAND_OUTPUT_H

// SPDX-License-Identifier: MIT
//
// How several files of a folder are replaced so that a reader sees the old ones or the
// new ones: what is to be done is first written down, in the directory where the new
// files are staged. A process that is killed before that has changed nothing, and what
// one that is killed later left undone the next one does.

#ifndef BASE_JOURNAL_H
#define BASE_JOURNAL_H

#include <limits.h>
#include <stdbool.h>

#define JOURNAL_NAME ".journal"

struct journal_step {
    char name[NAME_MAX + 1];
    char sha256[65]; // of the file that is removed; "": a staged file that is moved
};

// Whether a name is one of a file beside others: not hidden, of one line, no path.
bool journal_is_plain(const char *name);

// The hash of a regular file's bytes; "" if there is none. Returns false, with errno set
// and "", if it cannot be read.
bool journal_hash(int folder, const char *name, char sha256[65]);

// Writes the steps [count] down in a staging directory. Returns false, with errno set.
bool journal_write(int stage, const struct journal_step *steps, int count);

// Does what is written down, if anything is, and has not been done. A file is removed
// only if it still has that hash. Returns false, with errno set, if something is left.
bool journal_run(int folder, int stage);

#endif // BASE_JOURNAL_H

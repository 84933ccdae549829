// SPDX-License-Identifier: MIT
//
// Runs this program again in a child process, and returns what it printed.

#ifndef COMMAND_CHILD_H
#define COMMAND_CHILD_H

#include <stdbool.h>
#include <stddef.h>

struct child {
    char *text; // its standard output, owned, with a zero behind it; may be NULL
    size_t size;
    int status; // exit status, or 128 + the signal that ended it
};

// Runs /proc/self/exe with `words`, NULL at the end, and waits. Standard error is
// shared; an interrupt is handed on. Returns false, after logging why, if no process
// could be made or memory ran out.
bool child_run(struct child *child, const char *const *words);

// Writes how the child ended: "its process ended with status 3", or "interrupted" if an
// interrupt ended this process too.
void child_reason(const struct child *child, char *text, size_t size);

// Accepts a zeroed struct and leaves one.
void child_finish(struct child *child);

#endif // COMMAND_CHILD_H

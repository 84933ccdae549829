// SPDX-License-Identifier: MIT
//
// Draws in a process of its own. GLib, which Pango uses, aborts if it gets no thread or
// no memory. A sheet that fails must not end the program, whose measurement would be
// lost.

#ifndef SHEET_APART_H
#define SHEET_APART_H

#include <stdbool.h>
#include <sys/types.h>

struct apart_process {
    const char *name;
    pid_t child; // -1: none
    int from;    // what it says
};

// Calls `work(context)` in a child. Memory that `work` changes is the child's. `name`
// must live until its end.
void apart_start(struct apart_process *apart, bool (*work)(const void *context),
                 const void *context, const char *name);

// Waits for the child, at most 60 s, and returns its return value. Its last message is
// logged here. Returns false, after logging "name: why", if there is no process, or if
// it crashes, hangs, or ends in another way.
bool apart_end(struct apart_process *apart);

// Starts and ends a child.
bool apart_call(bool (*work)(const void *context), const void *context, const char *name);

#endif // SHEET_APART_H

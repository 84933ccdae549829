// SPDX-License-Identifier: MIT
//
// Drawing in a process of its own. GLib, below Pango, aborts where it gets no thread or
// no memory; a sheet that fails must not take the program, and what it measured, along.

#ifndef SHEET_APART_H
#define SHEET_APART_H

#include <stdbool.h>
#include <sys/types.h>

struct apart {
    const char *name;
    pid_t child; // -1: none
    int from;    // what it says
};

// Calls `work(context)` in a child. Memory that `work` changes is the child's. `name`
// must live until its end.
void apart_start(struct apart *apart, bool (*work)(const void *context),
                 const void *context, const char *name);

// Waits for it, at most 60 s. Returns what it returned; what it logged last is logged
// here. Returns false, after logging "name: why", if there is no process, or if it
// crashes, hangs, or ends otherwise.
bool apart_end(struct apart *apart);

// Both, one after the other.
bool apart_call(bool (*work)(const void *context), const void *context, const char *name);

#endif // SHEET_APART_H

// SPDX-License-Identifier: MIT
//
// Drawing in a process of its own. GLib, below Pango, aborts where it gets no thread or
// no memory; a sheet that fails must not take the program, and what it measured, along.

#ifndef SHEET_APART_H
#define SHEET_APART_H

#include <stdbool.h>

// Calls `work(context)` in a child and waits for it, at most 60 s. Returns what it
// returned; what it logged last is logged here. Returns false, after logging "name: why",
// if there is no process, or if it crashes, hangs, or ends otherwise. Memory that `work`
// changes is the child's.
bool apart_call(bool (*work)(const void *context), const void *context, const char *name);

#endif // SHEET_APART_H

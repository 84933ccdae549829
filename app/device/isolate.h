// SPDX-License-Identifier: MIT
//
// Work that may crash or hang, done in a child process: opening each driver there is,
// when one only wants to know which of them can be opened. The parent must not have
// entered a driver before; the child's work must not need its threads.

#ifndef ISOLATE_H
#define ISOLATE_H

#include <stdbool.h>
#include <stddef.h>

// Runs work(context, answer) in a child and brings the `size` bytes at `answer` back.
// Returns false, with the reason in `reason` [reason_size], if the child crashed, took
// longer than `timeout_s`, or could not be made; `answer` is then unspecified.
bool isolate_call(void (*work)(const void *context, void *answer), const void *context,
                  void *answer, size_t size, int timeout_s, char *reason,
                  size_t reason_size);

#endif // ISOLATE_H

// SPDX-License-Identifier: MIT
//
// Work that may crash, hang or exit, in a process of its own. The work must not need the
// threads of this one.

#ifndef BASE_ISOLATE_H
#define BASE_ISOLATE_H

#include <stdbool.h>
#include <stddef.h>

// Runs work(context, answer) in a child and brings the `size` bytes at `answer` back.
// Returns false, with the reason in `reason` [reason_size], if the child crashed, exited,
// took longer than `timeout_s` or until an interrupt, or could not be made; `answer` is
// then unspecified. Meanwhile the guarded call in which this is makes progress.
bool isolate_call(void (*work)(const void *context, void *answer), const void *context,
                  void *answer, size_t size, int timeout_s, char *reason,
                  size_t reason_size);

// The same in two steps: the child works while this process goes on. Behind isolate_begin
// that returned true stands one isolate_end, or the end of the process, which ends the
// child. `answer` of isolate_begin is the child's own; timeout_s counts from isolate_end.
struct isolated {
    int from; // what the child answers to
    int child;
};

bool isolate_begin(struct isolated *isolated,
                   void (*work)(const void *context, void *answer), const void *context,
                   void *answer, size_t size, char *reason, size_t reason_size);
bool isolate_end(const struct isolated *isolated, void *answer, size_t size,
                 int timeout_s, char *reason, size_t reason_size);

// Whether something can be read, or the end, within `ms`; false after a signal. Where the
// system cannot say it is true, and read() will wait.
bool isolate_ready(int from, int ms);

#endif // BASE_ISOLATE_H

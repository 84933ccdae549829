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
// took longer than `timeout_s`, or 1 s after an interrupt, or could not be made; `answer`
// is then unspecified. Meanwhile the guarded call in which this is makes progress.
bool isolate_call(void (*work)(const void *context, void *answer), const void *context,
                  void *answer, size_t size, int timeout_s, char *reason,
                  size_t reason_size);

// The same in steps: the child works while this process goes on, and once more each time
// it is asked again. What is asked lies at `context`, in memory that both share. `answer`
// of isolate_begin is the child's own; timeout_s counts from isolate_answer on, where
// false is the end of the child. isolate_leave ends it too, and takes what is zeroed; it
// ends with this process at the latest. No interrupt comes to the child.
struct isolated {
    int talk;  // what both write to and read from
    int child; // 0: none
};

bool isolate_begin(struct isolated *isolated,
                   void (*work)(const void *context, void *answer), const void *context,
                   void *answer, size_t size, char *reason, size_t reason_size);
void isolate_again(struct isolated *isolated);
bool isolate_answer(struct isolated *isolated, void *answer, size_t size, int timeout_s,
                    char *reason, size_t reason_size);
void isolate_leave(struct isolated *isolated);

// Whether something can be read, or the end, within `ms`; false after a signal. Where the
// system cannot say it is true, and read() will wait.
bool isolate_ready(int from, int ms);

#endif // BASE_ISOLATE_H

// SPDX-License-Identifier: MIT
//
// Guarded calls into drivers: a crash or a hang inside one becomes an outcome, and an
// interrupt becomes a flag that loops check. Signals are handled on a separate stack. The
// process that watches (watch.h) sees that a call hangs; without one there is no limit.

#ifndef BASE_GUARD_H
#define BASE_GUARD_H

#include <stdbool.h>

enum guard_outcome { GUARD_DONE, GUARD_CRASHED, GUARD_HUNG, GUARD_EXITED };

// Calls `call(context)` and stores what it returned in `*ok`. A SIGSEGV, SIGBUS,
// SIGFPE, SIGILL or SIGABRT on the calling thread, exit(), or `timeout_s` seconds without
// guard_alive() (0: no limit), ends the call early, after logging one line that names
// `what`; the driver must not be entered again then, and the process should leave by
// _exit. The same on another thread ends the call too, and that thread goes no further.
// After an interrupt the limit is 5 s, if there is one. What follows a call that ended
// early is bounded: the process ends with status 3 if it crashes again or takes more than
// 5 s. Not reentrant.
enum guard_outcome guard_call(bool (*call)(void *context), void *context, bool *ok,
                              int timeout_s, const char *what);

// The same. Returns true if the call was not ended early, and returned true.
static inline bool guard_succeeds(bool (*call)(void *context), void *context,
                                  int timeout_s, const char *what)
{
    bool ok;

    return guard_call(call, context, &ok, timeout_s, what) == GUARD_DONE && ok;
}

// Whether a guarded call was ended early: the process must then leave by _exit.
bool guard_lost(void);

// Sets the library that the call is in from now on: the line about an early end names it
// instead of `what`. NULL: `what` again.
void guard_within(const char *library);

// The limit of the call in which this is, in seconds; 0: none.
int guard_limit_s(void);

// Something was finished: the watchdog starts anew. Cheap.
void guard_alive(void);

// Turns SIGINT, SIGTERM and SIGHUP into a flag; the second one ends the process at once.
void guard_catch_interrupts(void);

// The signal that was caught, or 0.
int guard_interrupted(void);

#endif // BASE_GUARD_H

// SPDX-License-Identifier: MIT
//
// A monotonic clock.

#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

// Nanoseconds since some point in the past. May be called in a signal handler.
int64_t clock_now_ns(void);

// Nanoseconds of processor time that the calling thread has used.
int64_t clock_thread_ns(void);

#endif // BASE_CLOCK_H

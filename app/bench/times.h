// SPDX-License-Identifier: MIT
//
// The times of several runs. A time is always printed with its spread, and compared as a
// ratio to something that was run in alternation with it.

#ifndef BENCH_TIMES_H
#define BENCH_TIMES_H

#include <stdbool.h>

#define TIMES_RUNS 32

struct times {
    double ns[TIMES_RUNS];
    int count; // [0, TIMES_RUNS]
};

// Returns the nanoseconds since some point in the past, by a clock that is never set.
double times_now_ns(void);

// Adds a time, or drops it if there are TIMES_RUNS.
void times_add(struct times *times, double ns);

// Return the minimum, the median and the maximum of the times, 0 if there are none. The
// median of an even number of times is the mean of the two in the middle.
double times_min(const struct times *times);
double times_median(const struct times *times);
double times_max(const struct times *times);

// Returns true if the longest time is more than twice the shortest: then another
// program ran as well, and a ratio of such times means little.
bool times_scatter(const struct times *times);

// Returns the median of `a` divided by that of `b`; 0 if either is not known.
double times_ratio(const struct times *a, const struct times *b);

#endif // BENCH_TIMES_H

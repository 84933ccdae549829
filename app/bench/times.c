// SPDX-License-Identifier: MIT

#include "bench/times.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

double times_now_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double) time.tv_sec + (double) time.tv_nsec;
}

void times_add(struct times *times, double ns)
{
    if (times->count < TIMES_RUNS)
        times->ns[times->count++] = ns;
}

static int times_compare(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;

    return (x > y) - (x < y);
}

// Returns the value at a place of the sorted times, counted in halves of a place.
static double at(const struct times *times, int halves)
{
    double sorted[TIMES_RUNS];

    if (times->count == 0)
        return 0;
    memcpy(sorted, times->ns, sizeof sorted);
    qsort(sorted, (size_t) times->count, sizeof sorted[0], times_compare);
    return (sorted[halves / 2] + sorted[(halves + 1) / 2]) / 2;
}

double times_min(const struct times *times)
{
    return at(times, 0);
}

double times_median(const struct times *times)
{
    return at(times, times->count - 1);
}

double times_max(const struct times *times)
{
    return at(times, 2 * (times->count - 1));
}

bool times_scatter(const struct times *times)
{
    return times_max(times) > 2 * times_min(times);
}

double times_ratio(const struct times *a, const struct times *b)
{
    double below = times_median(b);

    return below > 0 ? times_median(a) / below : 0;
}

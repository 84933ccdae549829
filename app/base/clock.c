// SPDX-License-Identifier: MIT

#include "base/clock.h"

#include <time.h>

static int64_t clock_ns(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return INT64_C(1000000000) * now.tv_sec + now.tv_nsec;
}

int64_t clock_now_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

int64_t clock_thread_ns(void)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

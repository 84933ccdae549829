// SPDX-License-Identifier: MIT

#include "base/clock.h"

#include <time.h>

int64_t clock_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return INT64_C(1000000000) * now.tv_sec + now.tv_nsec;
}

// SPDX-License-Identifier: MIT
//
// Every float to half: F16C alone, and F16C held against integers; the ratio.

#include "bench/times.h"
#include "sweep/half_convert.h"

#include <stdio.h>

#define RUNS   5
#define FLOATS (UINT64_C(1) << 32)

int main(void)
{
    if (!half_f16c()) {
        printf("half: this processor has no F16C\n");
        return 77;
    }
    for (int d = 0; d < HALF_DIRECTIONS; d++) {
        enum half_direction direction = (enum half_direction) d;
        struct times alone = { 0 }, check = { 0 };
        struct half_seen seen = { .first = UINT32_MAX };
        uint64_t sum = 0;

        for (int run = 0; run < RUNS; run++) {
            double start = times_now_ns(), middle;

            sum += half_f16c_alone(0, FLOATS, direction);
            middle = times_now_ns();
            half_f16c_check(0, FLOATS, direction, &seen);
            times_add(&alone, middle - start);
            times_add(&check, times_now_ns() - middle);
        }
        printf(
            "%s: F16C alone %.0f ms, with the integers %.0f ms: ratio %.2f (sum %llx)\n",
            half_direction_name(direction), 1e-6 * times_median(&alone),
            1e-6 * times_median(&check), times_ratio(&check, &alone),
            (unsigned long long) sum);
    }
    return 0;
}

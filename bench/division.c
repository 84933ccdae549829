// SPDX-License-Identifier: MIT
//
// Division after Markstein on one core: the proof over all 2^23 divisors, and arrays in
// the cache, one at a time and eight, beside the processor's own divide.

#include "base/fp_bits.h"
#include "bench/times.h"
#include "sweep/division_proof.h"

#include "base/fp_format.h"

#include <stdio.h>
#include <stdlib.h>

#define RUNS   15
#define COUNT  4096
#define ROUNDS 2000

static float a[COUNT], b[COUNT], q[COUNT];

// The compiler makes vectors of it where it may.
static void divide_plain(void)
{
    for (int i = 0; i < COUNT; i++)
        q[i] = a[i] / b[i];
}

static void run(int which)
{
    const struct markstein how = {
        .refinements = 1,
        .halley = true,
        .width = which & 1,
        .operands = which < 2 ? MARKSTEIN_MANTISSAS : MARKSTEIN_WIDE,
    };

    if (which < 4)
        markstein_divide(&how, a, b, q, COUNT);
    else
        divide_plain();
}

static bool time_proof(void)
{
    struct division_ask ask = { .how = { .refinements = 1, .halley = true },
                                .last = DIVISION_FRACTIONS - 1 };
    struct times proof_times = { 0 };
    struct division_proof proof;

    for (int turn = 0; turn < 5; turn++) {
        double start = times_now_ns();

        if (!division_prove(&ask, &proof))
            return false;
        times_add(&proof_times, times_now_ns() - start);
    }
    printf("%-22s %7.3f s (%.3f to %.3f), %llu candidates\n", "proof",
           1e-9 * times_median(&proof_times), 1e-9 * times_min(&proof_times),
           1e-9 * times_max(&proof_times), (unsigned long long) proof.candidates);
    return true;
}

int main(void)
{
    static const char *const names[] = {
        "mantissas, scalar",  "mantissas, AVX2", "any operands, scalar",
        "any operands, AVX2", "hardware divide",
    };
    struct times times[5] = { 0 };

    if (!markstein_can())
        return 77;
    for (uint32_t i = 0; i < COUNT; i++) {
        a[i] = fp_from_bits(0x3f800000 | (i * 2654435761u >> 9));
        b[i] = fp_from_bits(0x3f800000 | (i * 2246822519u >> 9));
    }
    for (int turn = 0; turn < RUNS; turn++)
        for (int which = 0; which < 5; which++) {
            double start = times_now_ns();

            for (int k = 0; k < ROUNDS; k++)
                run(which);
            times_add(&times[which],
                      (times_now_ns() - start) / ((double) COUNT * ROUNDS));
        }
    for (int which = 0; which < 5; which++)
        printf("%-22s %7.3f ns a division (%.3f to %.3f), %.2f of the hardware's time\n",
               names[which], times_median(&times[which]), times_min(&times[which]),
               times_max(&times[which]), times_ratio(&times[which], &times[4]));
    return time_proof() ? 0 : 1;
}

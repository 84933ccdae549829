// SPDX-License-Identifier: MIT

#include "cuda_ref/bench.h"

#include "cuda_ref/kernels.h"

#include <stdio.h>
#include <string.h>

// half.cu's counters, and the word of the first odd input.
#define COUNTS 8
#define GROUPS 8192

static bool run_direction(struct launch *launch, enum half_direction direction,
                          struct cuda_half *out)
{
    uint64_t words[COUNTS + 1] = { 0 };
    void *parameters[] = { &launch->memory };
    struct half_seen *seen = &out->seen[direction];
    char kernel[20];

    words[COUNTS] = UINT64_MAX;
    snprintf(kernel, sizeof kernel, "half_%s", half_direction_name(direction));
    if (!launch_write(launch, 0, words, sizeof words) ||
        !launch_run(launch, kernel, GROUPS, parameters, &out->ns[direction]) ||
        !launch_read(launch, 0, words, sizeof words))
        return false;
    *seen = (struct half_seen){ .inputs = words[0],
                                .equal = words[1],
                                .differ = words[2],
                                .nan = words[3],
                                .nan_default = words[4],
                                .nan_payload = words[5],
                                .nan_other = words[6],
                                .nan_lost = words[7],
                                .first = (uint32_t) (words[COUNTS] >> 32),
                                .first_got = (uint32_t) words[COUNTS] };
    return true;
}

bool cuda_half_run(struct cuda_half *out)
{
    struct launch launch;
    bool ok = true;

    *out = (struct cuda_half){ 0 };
    if (!launch_open(&launch, half_ptx, (COUNTS + 1) * sizeof(uint64_t), &out->gpu))
        return false;
    for (int i = 0; ok && i < HALF_DIRECTIONS; i++)
        ok = run_direction(&launch, (enum half_direction) i, out);
    launch_close(&launch);
    return ok;
}

// SPDX-License-Identifier: MIT

#include "cuda_ref/bench.h"

#include "base/guard.h"
#include "base/memory.h"
#include "cuda_ref/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The memory of the largest kernel, a double for each addition.
#define BYTES ((size_t) 8 * ATOMICS_ADDS)

#define EDGE_LENGTH_MAX 33
#define EDGE_HALVES     64
#define EDGE_FIRST      8 // halves before the array
#define EDGE_ADDS       3 // to each element
#define THREE_HALF      0x4200

const uint32_t cuda_atomics_limits[CUDA_ATOMICS_LIMITS] = { 2048, 4096, 8192,
                                                            ATOMICS_ADDS };

static const char *entry_of(enum atomics_kernel kernel)
{
    static const char *const names[] = {
        "atomics_half",  "atomics_packed", "atomics_padded",
        "atomics_pairs", "atomics_float",  "atomics_double",
    };

    return names[kernel];
}

static unsigned groups_of(uint32_t threads)
{
    return (threads + LAUNCH_THREADS - 1) / LAUNCH_THREADS;
}

static bool zero(struct launch *launch, size_t bytes)
{
    uint32_t words = (uint32_t) (bytes + 3) / 4;
    void *parameters[] = { &launch->memory, &words };

    return launch_run(launch, "atomics_zero", groups_of(words), parameters, NULL);
}

// Runs a kernel on zeroed memory; `ns` may be NULL.
static bool add(struct launch *launch, enum atomics_kernel kernel, uint32_t places,
                uint32_t adds, double *ns)
{
    void *parameters[] = { &launch->memory, &places, &adds };

    return zero(launch, atomics_cells(kernel, places) * atomics_cell_bytes(kernel)) &&
           launch_run(launch, entry_of(kernel), groups_of(adds), parameters, ns);
}

static bool time_once(struct launch *launch, struct atomics_result *result, int run)
{
    double ns;

    if (guard_interrupted() ||
        !add(launch, result->kernel, atomics_places(result->pattern), ATOMICS_ADDS, &ns))
        return false;
    if (run >= 0)
        times_add(&result->times, ns);
    return true;
}

static bool check(struct launch *launch, struct atomics_result *result, void *cells)
{
    size_t bytes = atomics_cell_bytes(result->kernel) *
                   atomics_cells(result->kernel, atomics_places(result->pattern));

    if (!launch_read(launch, 0, cells, bytes))
        return false;
    atomics_check(result, cells);
    return true;
}

// Times the kernels in turn, so that a drift of the clock affects all. The first round
// loads the kernels and is not counted.
static bool time_pattern(struct launch *launch, int pattern, int runs,
                         struct cuda_atomics *out, void *cells)
{
    for (int run = -1; run < runs; run++) {
        for (int kernel = 0; kernel < ATOMICS_KERNEL_COUNT; kernel++) {
            struct atomics_result *result = &out->results[kernel][pattern];

            result->kernel = (enum atomics_kernel) kernel;
            result->pattern = (enum atomics_pattern) pattern;
            if (!time_once(launch, result, run) ||
                (run + 1 == runs && !check(launch, result, cells)))
                return false;
        }
    }
    return true;
}

// Times one group that adds nothing: the cost of a launch.
static bool time_empty(struct launch *launch, int runs, struct cuda_atomics *out)
{
    uint32_t places = 1, adds = 0;
    void *parameters[] = { &launch->memory, &places, &adds };
    double ns;

    for (int run = -1; run < runs; run++) {
        if (!launch_run(launch, entry_of(ATOMICS_HALF), 1, parameters, &ns))
            return false;
        if (run >= 0)
            times_add(&out->empty, ns);
    }
    return true;
}

static bool sum_one_place(struct launch *launch, enum atomics_kernel kernel, int limit,
                          struct cuda_atomics *out)
{
    uint32_t adds = cuda_atomics_limits[limit];
    uint64_t got[2] = { 0 }, want[2];
    unsigned char memory[16] = { 0 };
    size_t bytes = atomics_cell_bytes(kernel);

    if (!add(launch, kernel, 1, adds, NULL) || !launch_read(launch, 0, memory, 2 * bytes))
        return false;
    for (size_t i = 0; i < 2; i++) {
        memcpy(&got[i], memory + i * bytes, bytes); // CUDA is little-endian
        want[i] = atomics_want(kernel, 1, adds, i);
    }
    out->sums[kernel][limit] = atomics_sum(kernel, got);
    out->want_sums[kernel][limit] = atomics_sum(kernel, want);
    return true;
}

// Returns true if the elements, `length` halves from `first` on, hold 3 and all others 0.
static bool edges_right(const uint16_t *halves, uint32_t first, uint32_t length)
{
    for (uint32_t i = 0; i < EDGE_HALVES; i++) {
        bool inside = i >= first && i < first + length;

        if (halves[i] != (inside ? THREE_HALF : 0))
            return false;
    }
    return true;
}

static bool check_edges(struct launch *launch, struct cuda_atomics *out)
{
    uint16_t halves[EDGE_HALVES];

    for (uint32_t i = 0; i < 2 * EDGE_LENGTH_MAX; i++) {
        uint32_t first = EDGE_FIRST + i % 2, length = 1 + i / 2;
        uint32_t adds = EDGE_ADDS * length;
        uint64_t sums = launch->memory + 2 * first;
        void *parameters[] = { &sums, &length, &adds };

        if (!zero(launch, sizeof halves) ||
            !launch_run(launch, "atomics_edges", groups_of(adds), parameters, NULL) ||
            !launch_read(launch, 0, halves, sizeof halves))
            return false;
        out->edges++;
        out->edges_wrong += !edges_right(halves, first, length);
    }
    return true;
}

bool cuda_atomics_run(int runs, struct cuda_atomics *out)
{
    struct launch launch;
    void *cells;
    bool ok;

    *out = (struct cuda_atomics){ 0 };
    if (!launch_open(&launch, atomics_ptx, BYTES, &out->gpu))
        return false;
    cells = memory_new(1, BYTES);
    ok = check_edges(&launch, out);
    for (int i = 0; ok && i < ATOMICS_KERNEL_COUNT * CUDA_ATOMICS_LIMITS; i++)
        ok = sum_one_place(&launch, (enum atomics_kernel)(i / CUDA_ATOMICS_LIMITS),
                           i % CUDA_ATOMICS_LIMITS, out);
    ok = ok && time_empty(&launch, runs, out);
    for (int pattern = 0; ok && pattern < ATOMICS_PATTERN_COUNT; pattern++)
        ok = time_pattern(&launch, pattern, runs, out, cells);
    free(cells);
    launch_close(&launch);
    return ok;
}

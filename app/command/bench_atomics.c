// SPDX-License-Identifier: MIT

#include "command/bench.h"

static void print_row(const struct atomics_result *result, const struct times *half,
                      const struct times *floating, FILE *file)
{
    const struct times *times = &result->times;
    double published =
        result->pattern == ATOMICS_ONE ? atomics_published_ms(result->kernel) : 0;

    fprintf(file, "%-16s %9u %10.3f %9.3f %9.3f", atomics_kernel_name(result->kernel),
            (unsigned) atomics_places(result->pattern), 1e-6 * times_median(times),
            1e-6 * times_min(times), 1e-6 * times_max(times));
    fprintf(file, " %7.3f %7.3f", times_ratio(times, half), times_ratio(times, floating));
    if (published > 0)
        fprintf(file, " %9.2f", published);
    else
        fprintf(file, " %9s", "");
    if (result->wrong == 0)
        fprintf(file, "  exact%s\n", bench_mark(times, 1));
    else
        fprintf(file, "  %zu of %zu differ: got 0x%llx want 0x%llx%s\n", result->wrong,
                result->cells, (unsigned long long) result->got,
                (unsigned long long) result->want, bench_mark(times, 1));
}

static void print_sums(const struct cuda_atomics *cuda, FILE *file)
{
    fprintf(file, "\nThe sum of one place after additions of 1:\n%-16s", "");
    for (int limit = 0; limit < CUDA_ATOMICS_LIMITS; limit++)
        fprintf(file, " %10u", (unsigned) cuda_atomics_limits[limit]);
    fprintf(file, "\n");
    for (int kernel = 0; kernel < ATOMICS_KERNEL_COUNT; kernel++) {
        bool same = true;

        fprintf(file, "%-16s", atomics_kernel_name((enum atomics_kernel) kernel));
        for (int limit = 0; limit < CUDA_ATOMICS_LIMITS; limit++) {
            double got = cuda->sums[kernel][limit];

            same = same && got == cuda->want_sums[kernel][limit];
            fprintf(file, " %10.0f", got);
        }
        fprintf(file, "  %s\n", same ? "exact" : "differs from additions one by one");
    }
}

void bench_atomics_print(const struct bench *bench, FILE *file)
{
    const struct cuda_atomics *cuda = &bench->cuda_atomics;

    fprintf(file, "Half atomics: %u additions of 1, to the places in turn. ",
            (unsigned) ATOMICS_ADDS);
    if (bench->why_cuda_atomics[0]) {
        fprintf(file, "not timed: %s\n", bench->why_cuda_atomics);
        return;
    }
    fprintf(file, "%s, compute capability %d.%d, driver for CUDA %d.%d\n\n",
            cuda->gpu.name, cuda->gpu.capability / 10, cuda->gpu.capability % 10,
            cuda->gpu.driver / 1000, cuda->gpu.driver % 1000 / 10);
    fprintf(file, "%-16s %9s %10s %9s %9s %7s %7s %9s  %s\n", "", "places", "median ms",
            "min", "max", "/half", "/float", "V100 ms", "sums");
    for (int pattern = 0; pattern < ATOMICS_PATTERN_COUNT; pattern++)
        for (int kernel = 0; kernel < ATOMICS_KERNEL_COUNT; kernel++)
            print_row(&cuda->results[kernel][pattern],
                      &cuda->results[ATOMICS_HALF][pattern].times,
                      &cuda->results[ATOMICS_FLOAT][pattern].times, file);
    fprintf(file, "An empty launch: %.3f ms (%.3f to %.3f).\n",
            1e-6 * times_median(&cuda->empty), 1e-6 * times_min(&cuda->empty),
            1e-6 * times_max(&cuda->empty));
    print_sums(cuda, file);
    fprintf(file, "\nPadded, on %d short arrays, at a pair and beside one: %d wrong.\n",
            cuda->edges, cuda->edges_wrong);
}

static json_t *row_json(const struct atomics_result *result)
{
    double published =
        result->pattern == ATOMICS_ONE ? atomics_published_ms(result->kernel) : 0;
    json_t *row =
        json_pack("{ss ss si sI sI so so}", "kernel", atomics_kernel_name(result->kernel),
                  "pattern", atomics_pattern_name(result->pattern), "places",
                  (int) atomics_places(result->pattern), "cells",
                  (json_int_t) result->cells, "wrong", (json_int_t) result->wrong, "got",
                  json_sprintf("0x%llx", (long long) result->got), "want",
                  json_sprintf("0x%llx", (long long) result->want));

    if (published > 0)
        json_object_set_new(row, "published_v100_ms", json_real(published));
    return bench_times_json(&result->times, "ms", row);
}

static json_t *cuda_rows(const struct cuda_atomics *cuda)
{
    json_t *rows = json_array();

    for (int pattern = 0; pattern < ATOMICS_PATTERN_COUNT; pattern++) {
        const struct times *half = &cuda->results[ATOMICS_HALF][pattern].times;
        const struct times *floats = &cuda->results[ATOMICS_FLOAT][pattern].times;

        for (int kernel = 0; kernel < ATOMICS_KERNEL_COUNT; kernel++) {
            const struct atomics_result *result = &cuda->results[kernel][pattern];
            json_t *row = row_json(result);

            json_object_set_new(row, "ratio_to_half",
                                json_real(times_ratio(&result->times, half)));
            json_object_set_new(row, "ratio_to_float",
                                json_real(times_ratio(&result->times, floats)));
            json_array_append_new(rows, row);
        }
    }
    return rows;
}

static json_t *sums_json(const struct cuda_atomics *cuda)
{
    json_t *sums = json_array();

    for (int kernel = 0; kernel < ATOMICS_KERNEL_COUNT; kernel++)
        for (int limit = 0; limit < CUDA_ATOMICS_LIMITS; limit++)
            json_array_append_new(
                sums, json_pack("{s:s, s:I, s:f, s:f}", "kernel",
                                atomics_kernel_name((enum atomics_kernel) kernel),
                                "additions", (json_int_t) cuda_atomics_limits[limit],
                                "got", cuda->sums[kernel][limit], "want",
                                cuda->want_sums[kernel][limit]));
    return sums;
}

static json_t *bench_atomics_cuda_json(const struct bench *bench)
{
    const struct cuda_atomics *cuda = &bench->cuda_atomics;
    json_t *empty = bench_times_json(&cuda->empty, "ms", json_object());

    return bench_cuda_json(&cuda->gpu, bench->why_cuda_atomics,
                           json_pack("{so so so si si}", "empty_launch", empty, "times",
                                     cuda_rows(cuda), "sums", sums_json(cuda), "edges",
                                     cuda->edges, "edges_wrong", cuda->edges_wrong));
}

json_t *bench_atomics_json(const struct bench *bench)
{
    return json_pack("{s:I, s:o}", "additions", (json_int_t) ATOMICS_ADDS, "cuda",
                     bench_atomics_cuda_json(bench));
}

// SPDX-License-Identifier: MIT
//
// sweep_gl [-d DEVICE] [FUNCTION [STAGE [RUNS [LOG2_WORDS BUFFERS]]]]: times a function
// of GL on all 2^32 inputs, judged by CUDA in the same memory. Exit status 77 if CUDA
// does not judge.

#include "base/log.h"
#include "bench/times.h"
#include "device/device.h"
#include "sweep_gl/private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKIP 77

static struct outcome {
    struct chunk chunks[DOMAIN_CHUNKS];
    struct noted_list lists[DOMAIN_CHUNKS];
    struct noted noted[DOMAIN_CHUNKS][JUDGE_NOTED];
    int ids[DOMAIN_CHUNKS];
} outcome;

static const char *argument(int argc, char **argv, int index, const char *otherwise)
{
    return index < argc ? argv[index] : otherwise;
}

static const struct function *find(const char *name)
{
    int count;
    const struct function *functions = sweep_gl_functions(&count);

    for (int i = 0; i < count; i++)
        if (!strcmp(functions[i].name, name))
            return &functions[i];
    log_error("no function %s", name);
    return NULL;
}

static bool run(struct backend *backend)
{
    for (int i = 0; i < DOMAIN_CHUNKS; i++) {
        outcome.ids[i] = i;
        outcome.lists[i] = (struct noted_list){ outcome.noted[i], 0 };
    }
    return backend->chunks(backend, outcome.ids, DOMAIN_CHUNKS, outcome.chunks,
                           outcome.lists, NULL);
}

static void print_worst(const struct function *function)
{
    struct cell total;

    tally_clear(&total);
    for (int i = 0; i < DOMAIN_CHUNKS; i++)
        for (int side = 0; side < 2; side++)
            tally_add(&total, &outcome.chunks[i].sides[side]);
    printf("%s: %llu numbers, at most %.7g ulp, of number %llx\n", function->name,
           (unsigned long long) tally_inputs(&total), total.ulp.error,
           (unsigned long long) total.ulp.number);
}

static bool measure(struct backend *backend, const struct function *function, int runs)
{
    const struct sweep_gl_backend *gl = backend->priv;
    struct times times = { 0 };

    if (!run(backend))
        return false;
    print_worst(function);
    for (int i = 0; i < runs; i++) {
        double start = times_now_ns();

        if (!run(backend))
            return false;
        times_add(&times, times_now_ns() - start);
    }
    printf("%d buffers of %zu words; median of %d: %.2f ms (%.2f to %.2f)\n", gl->buffers,
           gl->words, runs, times_median(&times) / 1e6, times_min(&times) / 1e6,
           times_max(&times) / 1e6);
    return true;
}

static int bench(struct device *device, int argc, char **argv)
{
    const struct function *function = find(argument(argc, argv, 0, "gl:tanh"));
    int runs = atoi(argument(argc, argv, 2, "7")),
        log2_words = atoi(argument(argc, argv, 3, "0"));
    struct sweep_gl how = { device, STAGE_COMPUTE, PRECISION_HIGHP,
                            log2_words ? (size_t) 1 << log2_words : 0,
                            atoi(argument(argc, argv, 4, "8")) };
    struct backend backend;
    bool ok;

    if (!function || !stage_find(argument(argc, argv, 1, "compute"), &how.stage))
        return 2;
    const struct backend_ask ask = { .function = function,
                                     .domain = domain_whole(function->domain, 0),
                                     .gl = &how };

    if (!sweep_gl_open(&backend, &ask))
        return SKIP;
    printf("%s, %s, %s, judge: %s\n", backend.facts.name, backend.facts.version,
           backend.facts.stage, backend.facts.judge);
    ok = !strcmp(backend.facts.judge, "cuda");
    if (ok && !measure(&backend, function, runs > TIMES_RUNS ? TIMES_RUNS : runs))
        return 3;
    backend.close(&backend);
    return ok ? 0 : SKIP;
}

int main(int argc, char **argv)
{
    const char *word = NULL;
    struct device device;
    bool usage;
    int status;

    log_level(1);
    if (argc > 2 && !strcmp(argv[1], "-d")) {
        word = argv[2];
        argc -= 2;
        argv += 2;
    }
    if (!device_pick(&device, word, word ? API_COUNT : API_GL, NULL, &usage))
        return SKIP;
    status = bench(&device, argc - 1, argv + 1);
    device_close(&device);
    return status;
}

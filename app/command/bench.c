// SPDX-License-Identifier: MIT
//
// How it works: all that touches a driver runs inside one guarded call. GL comes first:
// its devices are found by processes of their own, and CUDA does not survive a fork.

#include "command/bench.h"

#include "base/closest.h"
#include "base/guard.h"
#include "base/log.h"
#include "base/out.h"
#include "command/command.h"

#include <stdio.h>
#include <string.h>

#define GPU_RUNS      9
#define SOFTWARE_RUNS 3
#define CPU_RUNS      11

json_t *bench_times_json(const struct times *times, const char *unit)
{
    double scale = unit[0] == 'm' ? 1e-6 : 1;
    json_t *object = json_object();
    char name[20];

    snprintf(name, sizeof(name), "%s_min", unit);
    json_object_set_new(object, name, json_real(scale * times_min(times)));
    snprintf(name, sizeof(name), "%s_median", unit);
    json_object_set_new(object, name, json_real(scale * times_median(times)));
    snprintf(name, sizeof(name), "%s_max", unit);
    json_object_set_new(object, name, json_real(scale * times_max(times)));
    return object;
}

json_t *bench_gl_json(const struct bench *bench)
{
    const struct facts *facts = &bench->gl.facts;

    if (bench->why_gl[0])
        return json_pack("{s:s}", "reason", bench->why_gl);
    return json_pack("{s:s, s:s, s:b}", "id", facts->id, "renderer", facts->renderer,
                     "software", facts->software);
}

static void time_cpu(struct bench *bench)
{
    for (int isa = 0; isa < CPU_ISA_COUNT; isa++) {
        for (int i = 0; i < CPU_OP_COUNT * CPU_CASE_COUNT * 2; i++) {
            int op = i / 2 / CPU_CASE_COUNT, which = i / 2 % CPU_CASE_COUNT;

            if (guard_interrupted() || !cpu_can((enum cpu_isa) isa, (enum cpu_op) op))
                continue;
            guard_alive();
            bench->cpu[isa][op][which][i % 2] =
                cpu_time((enum cpu_isa) isa, (enum cpu_op) op, (enum cpu_case) which,
                         i % 2, CPU_RUNS);
        }
    }
    for (int change = 0; change < CPU_CHANGE_COUNT; change++)
        if (cpu_can_change((enum cpu_change) change))
            bench->change[change] = cpu_time_change((enum cpu_change) change, CPU_RUNS);
}

static void keep_reason(char why[BENCH_WHY], bool ok)
{
    const char *last = ok ? "" : log_last_error();

    snprintf(why, BENCH_WHY, "%s", last);
}

// Only a word that the user gave must be found.
static bool open_gl(struct bench *bench)
{
    bool ok, malformed;

    if (!bench->device_word)
        log_hold(true);
    ok = device_pick(&bench->gl, bench->device_word, bench->api, NULL, &malformed);
    if (!bench->device_word)
        log_hold(false);
    bench->malformed = !ok && bench->device_word && malformed;
    keep_reason(bench->why_gl, ok);
    guard_alive();
    return ok || !bench->device_word;
}

static void time_gl_ops(struct bench *bench)
{
    const char *why = gl_bench_ops_lacks(&bench->gl);
    int runs = bench->gl.facts.software ? SOFTWARE_RUNS : GPU_RUNS;

    snprintf(bench->why_gl_ops, BENCH_WHY, "%s", why ? why : "");
    if (!why)
        gl_bench_ops(&bench->gl, runs, &bench->ops_rows);
}

static bool work(void *context)
{
    struct bench *bench = context;

    if (!open_gl(bench))
        return false;
    if (bench->atomics && !bench->why_gl[0])
        gl_bench_atomics(&bench->gl, GPU_RUNS, &bench->gl_atomics);
    if (bench->subnormals && !bench->why_gl[0])
        gl_bench_subnormals(&bench->gl, GPU_RUNS, &bench->gl_subnormals);
    if (bench->ops && !bench->why_gl[0])
        time_gl_ops(bench);
    log_hold(true);
    if (bench->atomics)
        keep_reason(bench->why_cuda_atomics,
                    cuda_atomics_run(GPU_RUNS, &bench->cuda_atomics));
    if (bench->subnormals)
        keep_reason(bench->why_cuda_subnormals,
                    cuda_subnormals_run(GPU_RUNS, &bench->cuda_subnormals));
    if (bench->ops)
        keep_reason(
            bench->why_cuda_ops,
            cuda_ops_run(GPU_RUNS, OPS_INPUTS, &bench->cuda_ops, &bench->ops_rows));
    log_hold(false);
    if (bench->subnormals)
        time_cpu(bench);
    if (bench->ops)
        bench_ops_cpu(bench);
    return true;
}

static void tell(const struct bench *bench, bool json)
{
    FILE *file = out_file();
    json_t *whole = json_pack("{s:s}", "schema", "fpstripe-bench/1");

    if (!json && bench->atomics)
        bench_atomics_print(bench, file);
    if (!json && bench->atomics && bench->subnormals)
        fprintf(file, "\n");
    if (!json && bench->subnormals)
        bench_subnormals_print(bench, file);
    if (!json && bench->subnormals && bench->ops)
        fprintf(file, "\n");
    if (!json && bench->ops)
        bench_ops_print(bench, file);
    if (json && bench->atomics)
        json_object_set_new(whole, "atomics", bench_atomics_json(bench));
    if (json && bench->subnormals)
        json_object_set_new(whole, "subnormals", bench_subnormals_json(bench));
    if (json && bench->ops)
        json_object_set_new(whole, "ops", bench_ops_json(bench));
    if (json) {
        json_dumpf(whole, file, JSON_INDENT(2) | JSON_SORT_KEYS | JSON_REAL_PRECISION(6));
        fprintf(file, "\n");
    }
    json_decref(whole);
}

// Why halves could be added nowhere, in a line.
static void say_no_atomics(const struct bench *bench)
{
    const char *gl = bench->why_gl[0] ? bench->why_gl : bench->gl_atomics.why_halves;

    log_error("bench atomics: no GPU that adds halves: %s; GL: %s",
              bench->why_cuda_atomics, gl);
}

// Without a word all.
static bool find_word(struct bench *bench, const char *word)
{
    static const char *const words[] = { "atomics", "subnormals", "ops" };
    bool *const asked[] = { &bench->atomics, &bench->subnormals, &bench->ops };
    const char *meant;
    bool found = false;

    for (int i = 0; i < 3; i++) {
        *asked[i] = !word || !strcmp(word, words[i]);
        found = found || *asked[i];
    }
    if (found)
        return true;
    meant = closest_find(word, words, 3);
    log_error("bench: no %s here%s%s%s; there are atomics, subnormals, ops", word,
              meant ? " (did you mean " : "", meant ? meant : "", meant ? "?)" : "");
    return false;
}

static int measure_and_tell(struct bench *bench, const struct options *options)
{
    enum guard_outcome outcome;
    bool ok;

    outcome = guard_call(work, bench, &ok, options->timeout_s, "the benchmark");
    if (guard_interrupted())
        return COMMAND_SIGNAL + guard_interrupted();
    if (bench->malformed)
        return COMMAND_USAGE;
    if (outcome != GUARD_DONE || !ok)
        return COMMAND_NO_DEVICE;
    if (!bench->subnormals && !bench->ops && !bench_atomics_ran(bench)) {
        say_no_atomics(bench);
        return COMMAND_NO_DEVICE;
    }
    tell(bench, options->json);
    if (options->output && !bench_ops_save(bench))
        return COMMAND_NO_OUTPUT;
    return COMMAND_DONE;
}

static int bench_run(const struct options *options)
{
    // Static: a driver that crashes must not take the stack with the results away.
    static struct bench bench;
    int status;

    if (!find_word(&bench, options->argument_count ? options->arguments[0] : NULL))
        return COMMAND_USAGE;
    if (options->output && !bench.ops) {
        log_error("bench: -o is for the charts of ops");
        return COMMAND_USAGE;
    }
    bench.device_word = options->device;
    bench.api = (enum api) options->api;
    if (options->output && !output_open(&bench.output, options->output))
        return COMMAND_NO_OUTPUT;
    status = measure_and_tell(&bench, options);
    output_close(&bench.output);
    return status;
}

static const char details[] =
    "  atomics     additions to halves by many threads at once: three published ways, a\n"
    "              fourth, and floats; their times, and their sums against exact ones\n"
    "  subnormals  what subnormal operands cost, and a change of the rounding direction,\n"
    "              on this processor, on a CUDA GPU and on a GL device\n"
    "  ops         how many operations a second: arithmetic, functions, conversions, on\n"
    "              this processor, on a CUDA GPU and on a GL device by stage and\n"
    "              precision, and how large their errors are; -o DIR writes charts of\n"
    "              accuracy against speed, and ops.json\n"
    "Without a word: all. Times are medians of several runs, with their extremes.\n";

const struct command command_bench = {
    .name = "bench",
    .summary = "time operations, half atomics, subnormals and changes of direction",
    .details = details,
    .arguments = "[atomics|subnormals|ops]",
    .argument_count = 1,
    .options = (const char *const[]){ "device", "api", "output", "json", "timeout",
                                      "verbose", "help", NULL },
    .run = bench_run,
};

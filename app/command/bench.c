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
#include "device/open.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GPU_RUNS      9
#define SOFTWARE_RUNS 3
#define CPU_RUNS      11

const char *bench_mark(const struct times *times, int count)
{
    for (int i = 0; i < count; i++)
        if (times_scatter(&times[i]))
            return "  scatters";
    return "";
}

json_t *bench_times_json(const struct times *times, const char *unit, json_t *more)
{
    double scale = unit[0] == 'm' ? 1e-6 : 1;
    const struct {
        const char *name;
        double ns;
    } all[] = { { "min", times_min(times) },
                { "median", times_median(times) },
                { "max", times_max(times) } };
    char name[20];

    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s_%s", unit, all[i].name);
        json_object_set_new(more, name, json_real(scale * all[i].ns));
    }
    json_object_set_new(more, "scatters", json_boolean(times_scatter(times)));
    return more;
}

json_t *bench_cuda_json(const struct launch_gpu *gpu, const char *why, json_t *more)
{
    if (why[0]) {
        json_decref(more);
        return json_pack("{ss}", "reason", why);
    }
    json_object_set_new(more, "gpu", json_string(gpu->name));
    json_object_set_new(more, "compute_capability", json_integer(gpu->capability));
    json_object_set_new(more, "driver", json_integer(gpu->driver));
    return more;
}

char *bench_json_text(json_t *whole)
{
    char *text;

    json_object_set_new(whole, "schema", json_string("fpstripe-bench/1"));
    text = json_dumps(whole, JSON_INDENT(2) | JSON_SORT_KEYS | JSON_REAL_PRECISION(6));
    json_decref(whole);
    return text;
}

static void time_cpu(struct bench *bench)
{
    for (int i = 0; i < CPU_OP_COUNT * CPU_CASE_COUNT * 2; i++) {
        enum ops_op op = (enum ops_op)(i / 2 / CPU_CASE_COUNT);
        enum cpu_case which = (enum cpu_case)(i / 2 % CPU_CASE_COUNT);

        if (guard_interrupted() || !cpu_ops_instruction(op))
            continue;
        guard_alive();
        bench->cpu[op][which][i % 2] = cpu_time(op, which, i % 2, CPU_RUNS);
    }
    for (int i = 0; i < CPU_CHANGE_COUNT; i++)
        if (cpu_can_change((enum cpu_change) i))
            bench->change[i] = cpu_time_change((enum cpu_change) i, CPU_RUNS);
}

static void keep_reason(char why[BENCH_WHY], bool ok)
{
    const char *last = ok ? "" : log_last_error();

    snprintf(why, BENCH_WHY, "%s", last);
}

// Opens the GL device. Returns false only if the user named one that cannot be opened.
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

static bool bench_work(void *context)
{
    struct bench *bench = context;

    if (bench->ops && !open_gl(bench))
        return false;
    if (bench->ops && !bench->why_gl[0])
        time_gl_ops(bench);
    if (gl_lost()) {
        log_error("%s: " GL_LOST, bench->gl.facts.id);
        return false;
    }
    log_hold(true);
    if (bench->atomics)
        keep_reason(bench->why_cuda_atomics,
                    cuda_atomics_run(GPU_RUNS, &bench->cuda_atomics));
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

static const struct {
    const char *word;
    size_t asked; // a bool of struct bench
    void (*print)(const struct bench *bench, FILE *file);
    json_t *(*json)(const struct bench *bench);
} subjects[] = {
    { "atomics", offsetof(struct bench, atomics), bench_atomics_print,
      bench_atomics_json },
    { "subnormals", offsetof(struct bench, subnormals), bench_subnormals_print,
      bench_subnormals_json },
    { "ops", offsetof(struct bench, ops), bench_ops_print, bench_ops_json },
};

#define SUBJECTS 3

static bool *asked_of(struct bench *bench, int subject)
{
    return (bool *) ((char *) bench + subjects[subject].asked);
}

static void print_all(struct bench *bench)
{
    bool first = true;

    for (int i = 0; i < SUBJECTS; i++) {
        if (!*asked_of(bench, i))
            continue;
        fputs(first ? "" : "\n", out_file());
        subjects[i].print(bench, out_file());
        first = false;
    }
}

static void bench_print_json(struct bench *bench)
{
    json_t *whole = json_object();
    char *text;

    for (int i = 0; i < SUBJECTS; i++)
        if (*asked_of(bench, i))
            json_object_set_new(whole, subjects[i].word, subjects[i].json(bench));
    text = bench_json_text(whole);
    fprintf(out_json(), "%s\n", text);
    free(text);
}

// Selects the benchmark of that name, or all without a name.
static bool find_word(struct bench *bench, const char *word)
{
    const char *words[SUBJECTS], *meant;
    bool found = false;

    for (int i = 0; i < SUBJECTS; i++) {
        words[i] = subjects[i].word;
        *asked_of(bench, i) = !word || !strcmp(word, words[i]);
        found = found || *asked_of(bench, i);
    }
    if (found)
        return true;
    meant = closest_find(word, words, SUBJECTS);
    if (meant)
        log_error("bench: '%.40s' is unknown; did you mean %s?", word, meant);
    else
        log_error("bench: '%.40s' is unknown; use atomics, subnormals or ops", word);
    return false;
}

static int measure_and_tell(struct bench *bench, const struct options *options)
{
    enum guard_outcome outcome;
    bool ok;

    outcome = guard_call(bench_work, bench, &ok, options->timeout_s, "the benchmark");
    if (guard_interrupted())
        return command_interrupted("nothing was printed");
    if (bench->malformed)
        return COMMAND_USAGE;
    if (outcome != GUARD_DONE || !ok)
        return COMMAND_NO_DEVICE;
    if (!bench->subnormals && !bench->ops && bench->why_cuda_atomics[0]) {
        log_error("bench atomics: no GPU that adds halves: %s", bench->why_cuda_atomics);
        return COMMAND_NO_DEVICE;
    }
    (options->json ? bench_print_json : print_all)(bench);
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
    if (!bench.ops && (options->output || options->device)) {
        log_error("bench: -%s applies to ops only", options->output ? "o" : "d");
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
    "  atomics     additions to half-precision numbers by many threads of a CUDA GPU at "
    "once, in several ways, and to floats: times, and sums compared with exact ones\n"
    "  subnormals  the cost of subnormal operands, and of changing the rounding mode, on "
    "this processor\n"
    "  ops         operations per second (arithmetic, functions, conversions on GPUs) on "
    "this processor, on a CUDA GPU, and on a GL device for each shader stage and "
    "precision, with the largest errors; -o DIR writes ops.json and charts "
    "of accuracy against speed\n"
    "Without an argument, bench runs all three. Times are medians of several runs, with "
    "minimum and maximum. \"scatters\" marks a row whose slowest run took more than twice as "
    "long as its fastest.\n";

static const struct option_note bench_notes[] = {
    { "device", "GL device that ops times (default: the best one)", NULL },
    { "output", "directory for ops.json and the charts of ops (default: write no files)",
      NULL },
    { NULL, NULL, NULL },
};

const struct command command_bench = {
    .name = "bench",
    .summary = "time operations, atomics, subnormals and rounding-mode changes",
    .details = details,
    .arguments = "[atomics|subnormals|ops]",
    .argument_count = 1,
    .options = (const char *const[]){ "device", "api", "output", "json", "timeout",
                                      "verbose", "help", NULL },
    .notes = bench_notes,
    .run = bench_run,
};

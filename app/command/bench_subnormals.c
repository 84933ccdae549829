// SPDX-License-Identifier: MIT

#include "command/bench.h"

static void print_cpu_row(const struct bench *bench, int op, FILE *file)
{
    const struct times(*times)[2] = bench->cpu[op];
    const struct times *normal = &times[CPU_NORMAL][0];

    fprintf(file, "%-9s %-4s %9.3f %9.3f %9.3f", cpu_instructions((enum cpu_op) op),
            cpu_op_name((enum cpu_op) op), times_median(normal), times_min(normal),
            times_max(normal));
    for (int flush = 0; flush < 2; flush++)
        fprintf(file, " %9.2f %9.2f", times_ratio(&times[CPU_OPERAND][flush], normal),
                times_ratio(&times[CPU_RESULT][flush], normal));
    fprintf(file, "%s\n", bench_mark(times[0], 2 * CPU_CASE_COUNT));
}

static void print_cpu(const struct bench *bench, FILE *file)
{
    fprintf(file, "This processor, nanoseconds an operation on one float, and how many "
                  "times that\na subnormal operand or a subnormal result takes:\n\n");
    fprintf(file, "%-14s %9s %9s %9s %9s %9s %9s %9s\n", "", "normal", "min", "max",
            "operand", "result", "flushed", "flushed");
    for (int op = 0; op < CPU_OP_COUNT; op++)
        if (bench->cpu[op][CPU_NORMAL][0].count > 0)
            print_cpu_row(bench, op, file);
}

static void print_changes(const struct bench *bench, FILE *file)
{
    fprintf(file, "\nA change of the direction and an addition that waits for the one "
                  "before,\nnanoseconds, and the ratio to that addition alone:\n\n");
    for (int change = 0; change < CPU_CHANGE_COUNT; change++) {
        const struct times *times = &bench->change[change];

        if (times->count > 0)
            fprintf(file, "%-16s %9.3f (%.3f to %.3f) %9.2f%s\n",
                    cpu_change_name((enum cpu_change) change), times_median(times),
                    times_min(times), times_max(times),
                    times_ratio(times, &bench->change[CPU_CHANGE_ADD]),
                    bench_mark(times, 1));
    }
}

static const char *kept_word(const struct chain_result *result)
{
    return !result->kept ? "not exact" : result->subnormal_kept ? "kept" : "flushed";
}

// `nearest` is the same operation to nearest.
static void print_chain(const struct chain_result *result, const struct times *nearest,
                        FILE *file)
{
    const struct times *normal = &result->normal;

    fprintf(file, "%-4s %-12s %9.3f %9.3f %9.3f %9.2f %9.2f  %s%s\n",
            cpu_op_name(result->op), result->variant, 1e3 * times_median(normal),
            1e3 * times_min(normal), 1e3 * times_max(normal),
            times_ratio(&result->subnormal, normal), times_ratio(normal, nearest),
            kept_word(result),
            bench_mark((const struct times[]){ *normal, result->subnormal }, 2));
}

static void print_chain_head(FILE *file)
{
    fprintf(file, "%-17s %9s %9s %9s %9s %9s  %s\n", "", "normal", "min", "max",
            "subnormal", "direction", "subnormals");
}

static void print_cuda(const struct bench *bench, FILE *file)
{
    const struct cuda_subnormals *cuda = &bench->cuda_subnormals;

    if (bench->why_cuda_subnormals[0]) {
        fprintf(file, "\nCUDA: not timed: %s\n", bench->why_cuda_subnormals);
        return;
    }
    fprintf(file,
            "\nCUDA, %s, compute capability %d.%d, picoseconds an operation over all "
            "threads, and\nthe ratios of subnormal to normal and of a direction to "
            "nearest:\n\n",
            cuda->gpu.name, cuda->gpu.capability / 10, cuda->gpu.capability % 10);
    print_chain_head(file);
    for (int op = 0; op < CPU_OP_COUNT; op++)
        for (int variant = 0; variant < CUDA_SUBNORMALS_VARIANTS; variant++)
            print_chain(&cuda->results[op][variant], &cuda->results[op][0].normal, file);
}

static void print_gl(const struct bench *bench, FILE *file)
{
    const struct gl_subnormals *gl = &bench->gl_subnormals;
    const char *why = bench->why_gl[0] ? bench->why_gl : gl->why;

    if (why[0]) {
        fprintf(file, "\nGL: not timed: %s\n", why);
        return;
    }
    fprintf(file, "\nGL, %s (%s), compute shader, the same:\n\n",
            bench->gl.facts.renderer, bench->gl.facts.id);
    print_chain_head(file);
    for (int op = 0; op < CPU_OP_COUNT; op++) {
        if (gl->why_op[op][0])
            fprintf(file, "%-4s not timed: %s\n", cpu_op_name((enum cpu_op) op),
                    gl->why_op[op]);
        else
            print_chain(&gl->results[op], &gl->results[op].normal, file);
    }
}

void bench_subnormals_print(const struct bench *bench, FILE *file)
{
    print_cpu(bench, file);
    print_changes(bench, file);
    print_cuda(bench, file);
    print_gl(bench, file);
}

static json_t *cpu_row_json(const struct bench *bench, int op)
{
    const struct times(*times)[2] = bench->cpu[op];
    const struct times *normal = &times[CPU_NORMAL][0];
    json_t *row = json_pack(
        "{ss ss sf sf sf sf}", "instructions", cpu_instructions((enum cpu_op) op),
        "operation", cpu_op_name((enum cpu_op) op), "ratio_operand",
        times_ratio(&times[CPU_OPERAND][0], normal), "ratio_result",
        times_ratio(&times[CPU_RESULT][0], normal), "ratio_operand_flushed",
        times_ratio(&times[CPU_OPERAND][1], normal), "ratio_result_flushed",
        times_ratio(&times[CPU_RESULT][1], normal));

    return bench_times_json(normal, "ns", row);
}

static json_t *cpu_json(const struct bench *bench)
{
    json_t *rows = json_array();

    for (int op = 0; op < CPU_OP_COUNT; op++)
        if (bench->cpu[op][CPU_NORMAL][0].count > 0)
            json_array_append_new(rows, cpu_row_json(bench, op));
    return rows;
}

static json_t *changes_json(const struct bench *bench)
{
    json_t *rows = json_array(), *row;

    for (int change = 0; change < CPU_CHANGE_COUNT; change++) {
        const struct times *times = &bench->change[change];
        const struct times *base = &bench->change[CPU_CHANGE_ADD];

        if (times->count == 0)
            continue;
        row = json_pack("{ss sf}", "by", cpu_change_name((enum cpu_change) change),
                        "ratio", times_ratio(times, base));
        json_array_append_new(rows, bench_times_json(times, "ns", row));
    }
    return rows;
}

static json_t *chain_json(const struct chain_result *result, const struct times *nearest)
{
    json_t *row =
        json_pack("{ss ss sf sf ss}", "operation", cpu_op_name(result->op), "direction",
                  result->variant, "ratio_subnormal",
                  times_ratio(&result->subnormal, &result->normal), "ratio_to_nearest",
                  times_ratio(&result->normal, nearest), "subnormals", kept_word(result));

    return bench_times_json(&result->normal, "ns", row);
}

static json_t *cuda_json(const struct bench *bench)
{
    const struct cuda_subnormals *cuda = &bench->cuda_subnormals;
    json_t *rows = json_array();

    for (int i = 0; i < CPU_OP_COUNT * CUDA_SUBNORMALS_VARIANTS; i++) {
        const struct chain_result *results = cuda->results[i / CUDA_SUBNORMALS_VARIANTS];

        if (!bench->why_cuda_subnormals[0])
            json_array_append_new(rows, chain_json(&results[i % CUDA_SUBNORMALS_VARIANTS],
                                                   &results[0].normal));
    }
    return bench_cuda_json(&cuda->gpu, bench->why_cuda_subnormals,
                           json_pack("{so}", "times", rows));
}

static json_t *gl_json(const struct bench *bench)
{
    const struct gl_subnormals *gl = &bench->gl_subnormals;
    json_t *object = bench_gl_json(bench), *rows;

    if (bench->why_gl[0])
        return object;
    if (gl->why[0]) {
        json_object_set_new(object, "reason", json_string(gl->why));
        return object;
    }
    rows = json_array();
    for (int op = 0; op < CPU_OP_COUNT; op++)
        json_array_append_new(
            rows, gl->why_op[op][0]
                      ? json_pack("{s:s, s:s}", "operation",
                                  cpu_op_name((enum cpu_op) op), "reason", gl->why_op[op])
                      : chain_json(&gl->results[op], &gl->results[op].normal));
    json_object_set_new(object, "times", rows);
    return object;
}

json_t *bench_subnormals_json(const struct bench *bench)
{
    return json_pack("{s:o, s:o, s:o, s:o}", "cpu", cpu_json(bench), "changes",
                     changes_json(bench), "cuda", cuda_json(bench), "gl", gl_json(bench));
}

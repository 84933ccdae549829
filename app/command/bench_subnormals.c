// SPDX-License-Identifier: MIT

#include "command/bench.h"

static void print_cpu_row(const struct bench *bench, enum ops_op op, FILE *file)
{
    const struct times(*times)[2] = bench->cpu[op];
    const struct times *normal = &times[CPU_NORMAL][0];

    fprintf(file, "%-9s %-4s %9.3f %9.3f %9.3f", cpu_ops_instruction(op)->variant,
            ops_name(op), times_median(normal), times_min(normal), times_max(normal));
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
    for (enum ops_op op = 0; op < CPU_OP_COUNT; op++)
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

void bench_subnormals_print(const struct bench *bench, FILE *file)
{
    print_cpu(bench, file);
    print_changes(bench, file);
}

static json_t *cpu_row_json(const struct bench *bench, enum ops_op op)
{
    const struct times(*times)[2] = bench->cpu[op];
    const struct times *normal = &times[CPU_NORMAL][0];
    json_t *row =
        json_pack("{ss ss sf sf sf sf}", "instructions", cpu_ops_instruction(op)->variant,
                  "operation", ops_name(op), "ratio_operand",
                  times_ratio(&times[CPU_OPERAND][0], normal), "ratio_result",
                  times_ratio(&times[CPU_RESULT][0], normal), "ratio_operand_flushed",
                  times_ratio(&times[CPU_OPERAND][1], normal), "ratio_result_flushed",
                  times_ratio(&times[CPU_RESULT][1], normal));

    return bench_times_json(normal, "ns", row);
}

static json_t *cpu_json(const struct bench *bench)
{
    json_t *rows = json_array();

    for (enum ops_op op = 0; op < CPU_OP_COUNT; op++)
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

json_t *bench_subnormals_json(const struct bench *bench)
{
    return json_pack("{s:o, s:o}", "cpu", cpu_json(bench), "changes",
                     changes_json(bench));
}

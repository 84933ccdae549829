// SPDX-License-Identifier: MIT

#include "command/bench.h"

#include "base/guard.h"
#include "base/log.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define CPU_RUNS   9
#define CPU_INPUTS (1 << 16)

// The largest error of a result that counts as accurate, in ulp of binary32.
#define ACCURATE 4.0

static const char *const by_names[OPS_BY_COUNT] = { "cpu", "cuda", "gl" };

// Times the fastest accurate loop of each operation on all processors at once. `first` is
// the row of list[0].
static void time_all_processors(struct bench *bench, const struct cpu_ops *list,
                                const struct ops_row *first)
{
    for (int op = 0; op < OPS_COUNT && bench->processors > 1; op++) {
        const struct ops_row *best =
            ops_fastest(&bench->ops_rows, OPS_CPU, (enum ops_op) op, ACCURATE);
        struct ops_row *row;
        char variant[48];

        if (!best || guard_interrupted())
            continue;
        snprintf(variant, sizeof variant, "%s x%d", best->variant, bench->processors);
        row = ops_add(&bench->ops_rows, OPS_CPU, best->op, variant);
        if (!row)
            return;
        guard_alive();
        assert(list[best - first].op == best->op);
        if (!cpu_ops_time(&list[best - first], bench->processors, CPU_RUNS, row)) {
            log_warning("cannot start %d threads; bench times one processor",
                        bench->processors);
            bench->ops_rows.count--;
            return;
        }
        row->error = best->error;
    }
}

void bench_ops_cpu(struct bench *bench)
{
    const struct ops_row *first = &bench->ops_rows.rows[bench->ops_rows.count];
    struct cpu_ops list[CPU_OPS_MAX];
    int count = cpu_ops_list(list);

    bench->processors = cpu_ops_processors();
    for (int i = 0; i < count && !guard_interrupted(); i++) {
        struct ops_row *row =
            ops_add(&bench->ops_rows, OPS_CPU, list[i].op, list[i].variant);

        if (!row)
            return;
        guard_alive();
        cpu_ops_time(&list[i], 1, CPU_RUNS, row);
        cpu_ops_error(&list[i], CPU_INPUTS, row);
    }
    time_all_processors(bench, list, first);
}

// Writes the largest error of a row, in ulp of its format, or why there is none.
static void error_text(const struct ops_row *row, char text[40])
{
    const struct ops_error *error = &row->error;
    double ulp = ops_error_own(row);

    if (!error->inputs)
        snprintf(text, 40, "%s", "not measured");
    else if (error->strange)
        snprintf(text, 40, "%d not finite", error->strange);
    else
        snprintf(text, 40, ulp < 1e-3 || ulp >= 1e5 ? "%.3g" : "%.4f", ulp);
}

static void bench_ops_print_row(const struct ops_row *row, FILE *file)
{
    char error[40];

    if (row->why[0]) {
        fprintf(file, "%-9s %-20s not timed: %s\n", ops_name(row->op), row->variant,
                row->why);
        return;
    }
    error_text(row, error);
    fprintf(file, "%-9s %-20s %10.4g %10.4g %10.4g %14s%s%s\n", ops_name(row->op),
            row->variant, ops_rate(row), ops_rate_min(row), ops_rate_max(row), error,
            row->did ? "" : "  the chains did not compute this",
            bench_mark(&row->times, 1));
}

static void print_rows(const struct bench *bench, enum ops_by by, FILE *file)
{
    fprintf(file, "%-30s %10s %10s %10s %14s\n", "", "median", "min", "max",
            "error at least");
    for (int op = 0; op < OPS_COUNT; op++)
        for (int i = 0; i < bench->ops_rows.count; i++) {
            const struct ops_row *row = &bench->ops_rows.rows[i];

            if (row->by == by && row->op == (enum ops_op) op)
                bench_ops_print_row(row, file);
        }
}

static const char *why_of(const struct bench *bench, enum ops_by by)
{
    if (by == OPS_GL)
        return bench->why_gl[0] ? bench->why_gl : bench->why_gl_ops;
    return by == OPS_CUDA ? bench->why_cuda_ops : "";
}

// Returns the fastest result of a GPU, of CUDA or GL.
static const struct ops_row *fastest_gpu(const struct bench *bench, enum ops_op op,
                                         double ulp)
{
    const struct ops_row *cuda = ops_fastest(&bench->ops_rows, OPS_CUDA, op, ulp);
    const struct ops_row *gl =
        bench->gl.facts.software ? NULL : ops_fastest(&bench->ops_rows, OPS_GL, op, ulp);

    if (!cuda || !gl)
        return cuda ? cuda : gl;
    return ops_rate(cuda) >= ops_rate(gl) ? cuda : gl;
}

// The throughput of a GPU divided by that of this processor, all cores at once: the
// fastest rows that are accurate or, if rough, the GPU's fastest row. Rough functions are
// within 2^-9, except near their zeros.
struct claim {
    enum ops_op op;
    const struct ops_row *cpu, *gpu;
    double ratio, published;
};

static bool find_claim(const struct bench *bench, enum ops_op op, bool rough,
                       struct claim *claim)
{
    bool special = op >= OPS_RSQRT;

    claim->op = op;
    claim->published = special ? 25 : 10;
    claim->cpu = ops_fastest(&bench->ops_rows, OPS_CPU, op, ACCURATE);
    claim->gpu = fastest_gpu(bench, op, rough ? INFINITY : ACCURATE);
    if (!claim->cpu || !claim->gpu)
        return false;
    claim->ratio = ops_rate(claim->gpu) / ops_rate(claim->cpu);
    return true;
}

static void print_claims(const struct bench *bench, FILE *file)
{
    struct claim claim;
    bool head = false;

    for (int op = 0; op < OPS_COUNT; op++) {
        if (!find_claim(bench, (enum ops_op) op, false, &claim))
            continue;
        if (!head)
            fprintf(file,
                    "\nThe throughput of a GPU divided by this processor's (%d cores); "
                    "published: about 10, special functions 25:\n\n"
                    "%-9s %8s %-24s %-24s %8s %s\n",
                    bench->processors, "", "accurate", "GPU", "processor", "rough",
                    "GPU");
        head = true;
        fprintf(file, "%-9s %8.1f %-24s %-24s", ops_name(claim.op), claim.ratio,
                claim.gpu->variant, claim.cpu->variant);
        if (find_claim(bench, (enum ops_op) op, true, &claim))
            fprintf(file, " %8.1f %s", claim.ratio, claim.gpu->variant);
        fprintf(file, "\n");
    }
}

void bench_ops_print(const struct bench *bench, FILE *file)
{
    static const char *const heads[] = {
        "This processor, one core, or several at once (x)", "CUDA", "GL"
    };

    fprintf(
        file,
        "Throughput in thousand million operations a second. The largest error of a "
        "sample is in\nulp of the requested format: of binary16 for halves and mediump, "
        "of binary64 for double.\n");
    for (int by = 0; by < OPS_BY_COUNT; by++) {
        const char *why = why_of(bench, (enum ops_by) by);

        fprintf(file, "\n%s", heads[by]);
        if (why[0])
            fprintf(file, ": not timed: %s\n", why);
        else if (by == OPS_CUDA)
            fprintf(file, ", %s:\n\n", bench->cuda_ops.name);
        else if (by == OPS_GL)
            fprintf(file, ", %s (%s)%s:\n\n", bench->gl.facts.renderer,
                    bench->gl.facts.id, bench->gl.facts.software ? ", software" : "");
        else
            fprintf(file, ":\n\n");
        if (!why[0])
            print_rows(bench, (enum ops_by) by, file);
    }
    print_claims(bench, file);
}

static json_t *bench_ops_row_json(const struct ops_row *row)
{
    json_t *object =
        json_pack("{ss ss}", "operation", ops_name(row->op), "variant", row->variant);
    const struct ops_error *error = &row->error;

    if (row->why[0]) {
        json_object_set_new(object, "reason", json_string(row->why));
        return object;
    }
    json_object_update_new(
        object, json_pack("{sf sf sf sb sb}", "gops_median", ops_rate(row), "gops_min",
                          ops_rate_min(row), "gops_max", ops_rate_max(row), "computed",
                          row->did, "scatters", times_scatter(&row->times)));
    if (row->precision)
        json_object_set_new(object, "precision", json_integer(row->precision));
    if (row->threads)
        json_object_set_new(object, "threads", json_integer(row->threads));
    if (error->inputs)
        json_object_update_new(
            object, json_pack("{sf sf si sf si si}", "error_ulp32", error->ulp,
                              "error_ulp", ops_error_own(row), "error_ulp_bits",
                              ops_asked(row), "error_at", error->x, "error_inputs",
                              error->inputs, "not_finite", error->strange));
    return object;
}

static json_t *rows_json(const struct bench *bench, enum ops_by by)
{
    json_t *rows = json_array();

    for (int i = 0; i < bench->ops_rows.count; i++)
        if (bench->ops_rows.rows[i].by == by)
            json_array_append_new(rows, bench_ops_row_json(&bench->ops_rows.rows[i]));
    return rows;
}

static json_t *claims_json(const struct bench *bench)
{
    json_t *claims = json_array();
    struct claim claim;

    for (int i = 0; i < 2 * OPS_COUNT; i++)
        if (find_claim(bench, (enum ops_op)(i / 2), i % 2, &claim))
            json_array_append_new(
                claims, json_pack("{s:s, s:b, s:s, s:s, s:f, s:f}", "operation",
                                  ops_name(claim.op), "rough", i % 2, "gpu",
                                  claim.gpu->variant, "cpu", claim.cpu->variant, "ratio",
                                  claim.ratio, "published", claim.published));
    return claims;
}

json_t *bench_ops_json(const struct bench *bench)
{
    const struct facts *facts = &bench->gl.facts;
    json_t *whole = json_object();

    for (int by = 0; by < OPS_BY_COUNT; by++) {
        const char *why = why_of(bench, (enum ops_by) by);
        json_t *object = json_object();

        if (why[0])
            json_object_set_new(object, "reason", json_string(why));
        else
            json_object_set_new(object, "rows", rows_json(bench, (enum ops_by) by));
        if (by == OPS_GL && !bench->why_gl[0])
            json_object_update_new(object, json_pack("{s:s, s:s, s:b}", "id", facts->id,
                                                     "renderer", facts->renderer,
                                                     "software", facts->software));
        if (by == OPS_CPU)
            json_object_set_new(object, "processors", json_integer(bench->processors));
        if (by == OPS_CUDA)
            object = bench_cuda_json(&bench->cuda_ops, why, object);
        json_object_set_new(whole, by_names[by], object);
    }
    json_object_set_new(whole, "gpu_by_cpu", claims_json(bench));
    return whole;
}

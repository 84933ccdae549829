// SPDX-License-Identifier: MIT

#include "device/gl_bench.h"

#include "base/guard.h"
#include "device/gl_compute.h"

#include <stdio.h>
#include <stdlib.h>

#define THREADS      256 // of a group
#define CHAIN_GROUPS 4096
#define CHAIN_NS     2e6 // a run is made longer until it takes this

static const char half_extensions[] =
    "#extension GL_NV_gpu_shader5 : require\n"
    "#extension GL_NV_shader_atomic_fp16_vector : require\n";
static const char half_body[] =
    "layout(std430, binding = 0) buffer Sums { f16vec2 sums[]; };\n"
    "void main()\n"
    "{\n"
    "    uint i = number(), place = i & (size - 1u);\n"
    "    f16vec2 pair = f16vec2(1.0 - float(place & 1u), float(place & 1u));\n"
    "    if (i < count)\n"
    "        atomicAdd(sums[place >> 1u], pair);\n"
    "}\n";

static const char float_extensions[] = "#extension GL_NV_shader_atomic_float : require\n";
static const char float_body[] =
    "layout(std430, binding = 0) buffer Sums { float sums[]; };\n"
    "void main()\n"
    "{\n"
    "    uint i = number();\n"
    "    if (i < count)\n"
    "        atomicAdd(sums[i & (size - 1u)], 1.0);\n"
    "}\n";

static bool time_pattern(struct gl_compute *compute, struct atomics_result *result,
                         int runs, uint32_t *cells)
{
    struct gl_compute_call call = {
        .count = ATOMICS_ADDS,
        .size = atomics_places(result->pattern),
        .groups = ATOMICS_ADDS / THREADS,
    };
    size_t bytes =
        atomics_cells(result->kernel, call.size) * atomics_cell_bytes(result->kernel);

    for (int run = -1; run < runs; run++) {
        guard_alive();
        if (guard_interrupted() || !gl_compute_run(compute, &call))
            return false;
        if (run >= 0)
            times_add(&result->times, call.ns);
    }
    if (!gl_compute_read(compute, cells, bytes / 4))
        return false;
    atomics_check(result, cells);
    return true;
}

// One kernel under all patterns.
static bool time_kernel(struct device *device, int runs, enum atomics_kernel kernel,
                        struct atomics_result *results)
{
    bool halves = kernel == ATOMICS_PADDED, ok;
    size_t words = halves ? ATOMICS_ADDS / 2 : ATOMICS_ADDS;
    uint32_t *cells = malloc(4 * words);
    struct gl_compute compute = { 0 };

    if (!cells)
        snprintf(device->reason, sizeof(device->reason), "no memory for the sums");
    ok = cells &&
         gl_compute_open(&compute, device, halves ? half_extensions : float_extensions,
                         halves ? half_body : float_body, words);
    for (int pattern = 0; pattern < ATOMICS_PATTERN_COUNT && ok; pattern++) {
        results[pattern].kernel = kernel;
        results[pattern].pattern = (enum atomics_pattern) pattern;
        ok = time_pattern(&compute, &results[pattern], runs, cells);
    }
    gl_compute_close(&compute);
    free(cells);
    return ok;
}

// `why` [size] says why not, "" if it could be done.
static void try_kernel(struct device *device, int runs, enum atomics_kernel kernel,
                       struct atomics_result *results, char *why, size_t size)
{
    const char *lacks = gl_compute_lacks(device);
    const char *extension = kernel == ATOMICS_PADDED ? "GL_NV_shader_atomic_fp16_vector"
                                                     : "GL_NV_shader_atomic_float";

    why[0] = '\0';
    if (lacks)
        snprintf(why, size, "%s", lacks);
    else if (!gl_compute_has(device, extension))
        snprintf(why, size, "needs %s", extension);
    else if (!time_kernel(device, runs, kernel, results))
        snprintf(why, size, "%s", device->reason);
}

void gl_bench_atomics(struct device *device, int runs, struct gl_atomics *out)
{
    *out = (struct gl_atomics){ .why_halves = "" };
    try_kernel(device, runs, ATOMICS_PADDED, out->halves, out->why_halves,
               sizeof(out->why_halves));
    try_kernel(device, runs, ATOMICS_FLOAT, out->floats, out->why_floats,
               sizeof(out->why_floats));
}

static const char *step_of(enum cpu_op op)
{
    static const char *const steps[] = {
        "v = v + k.x; v = v + k.y;",
        "v = v * k.x; v = v * k.y;",
        "v = fma(v, k.x, k.z); v = fma(v, k.y, k.w);",
        "v = v / k.x; v = v / k.y;",
    };

    return steps[op];
}

// `device->reason` says why it could not be, if it could not.
static bool time_chain(struct gl_compute *compute, const struct gl_compute_call *how,
                       struct times *times, int runs)
{
    struct gl_compute_call call = *how;

    for (int run = -1; run < runs; run++) {
        guard_alive();
        if (guard_interrupted() || !gl_compute_run(compute, &call))
            return false;
        if (run >= 0)
            times_add(times, call.ns / (2.0 * call.count * call.groups * THREADS));
    }
    return true;
}

static struct gl_compute_call call_of(struct chain chain, unsigned groups)
{
    return (struct gl_compute_call){
        .k = { chain.b, chain.c, chain.d, chain.e },
        .count = 8,
        .groups = groups,
        .fill = fp_bits(chain.v),
    };
}

static bool is_kept(struct gl_compute *compute, struct chain chain, bool *kept)
{
    uint32_t got;

    if (!gl_compute_read(compute, &got, 1))
        return false;
    *kept = got == fp_bits(chain.v);
    return true;
}

static bool time_op(struct gl_compute *compute, unsigned groups, int runs,
                    struct chain_result *result)
{
    struct chain normal = chain_operands(result->op, false);
    struct chain subnormal = chain_operands(result->op, true);
    struct gl_compute_call call = call_of(normal, groups);
    struct gl_compute_call subnormal_call = call_of(subnormal, groups);

    do {
        call.count *= 2;
        if (!gl_compute_run(compute, &call))
            return false;
    } while (call.ns < CHAIN_NS && call.count < 1u << 16);
    subnormal_call.count = call.count;
    return time_chain(compute, &call, &result->normal, runs) &&
           is_kept(compute, normal, &result->kept) &&
           time_chain(compute, &subnormal_call, &result->subnormal, runs) &&
           is_kept(compute, subnormal, &result->subnormal_kept);
}

static bool open_and_time_op(struct device *device, int runs, struct chain_result *result)
{
    unsigned groups = device->facts.software ? 16 : CHAIN_GROUPS;
    struct gl_compute compute;
    char body[600];
    bool ok;

    snprintf(body, sizeof(body),
             "layout(std430, binding = 0) buffer Values { float values[]; };\n"
             "void main()\n"
             "{\n"
             "    uint i = number();\n"
             "    float v = values[i];\n"
             "    for (uint step = 0u; step < count; step++) {\n"
             "        %s\n"
             "    }\n"
             "    values[i] = v;\n"
             "}\n",
             step_of(result->op));
    if (!gl_compute_open(&compute, device, "", body, (size_t) groups * THREADS))
        return false;
    ok = time_op(&compute, groups, runs, result);
    gl_compute_close(&compute);
    return ok;
}

void gl_bench_subnormals(struct device *device, int runs, struct gl_subnormals *out)
{
    const char *why = gl_compute_lacks(device);

    *out = (struct gl_subnormals){ .why = "" };
    snprintf(out->why, sizeof(out->why), "%s", why ? why : "");
    for (int op = 0; op < CPU_OP_COUNT && !why; op++) {
        out->results[op].op = (enum cpu_op) op;
        out->results[op].variant = "as it rounds";
        if (!open_and_time_op(device, runs, &out->results[op]))
            snprintf(out->why_op[op], sizeof(out->why_op[op]), "%s", device->reason);
    }
}

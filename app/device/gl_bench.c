// SPDX-License-Identifier: MIT
//
// How it works: a compute shader of one's own over one buffer of words, and how long it
// takes. Each run has a token, a number of its own and of its length, that the shader
// writes at its end: a driver may drop a call and report no error, and what takes no time
// must not count.

#include "device/gl_bench.h"

#include "base/fp_bits.h"
#include "base/guard.h"
#include "base/memory.h"
#include "device/gl_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS_A_ROW 32768u // a dimension has at most 65535
#define THREADS      256    // of a group
#define CHAIN_GROUPS 4096
#define CHAIN_NS     2e6         // a run is made longer until it takes this
#define TOKEN_STEP   0x9e3779b1u // so far apart are tokens, more than any count

struct gl_compute {
    struct device *device;
    GLuint program, buffer, proof;
    size_t words;
    GLuint token; // of the last run
};

// One call: the buffer is set to `fill`, then the shader runs `groups` times 256
// invocations, up to 2^24 groups. `ns` is from when the driver is asked until it has
// finished.
struct gl_compute_call {
    float k[4];
    unsigned count, size;
    unsigned groups;
    uint32_t fill;
    double ns;
};

// Why this device has no compute shaders; NULL if it has. Any device may be asked.
static const char *gl_compute_lacks(const struct device *device)
{
    if (device->facts.api == API_FAKE)
        return "a fake has no compute shaders";
    return gl_no_compute(device->priv);
}

static void gl_compute_close(struct gl_compute *compute)
{
    if (compute->program) {
        glUseProgram(0);
        glDeleteProgram(compute->program);
    }
    if (compute->buffer) {
        glDeleteBuffers(1, &compute->buffer);
        glDeleteBuffers(1, &compute->proof);
    }
    *compute = (struct gl_compute){ 0 };
}

// Compiles `body`, which has a main() and declares the buffer of `words` words itself, at
// binding 0 of std430, for a device that lacks nothing. Returns false, with why in
// device->reason, if the driver does not take it; `compute` is then zeroed.
static bool gl_compute_open(struct gl_compute *compute, struct device *device,
                            const char *extensions, const char *body, size_t words)
{
    const struct gl_source source = {
        GL_COMPUTE_SHADER, { extensions, shader_embedded("bench/head"), body }
    };

    *compute = (struct gl_compute){ .device = device, .words = words };
    gl_clear_errors();
    compute->program = gl_build(device, &source, 1, NULL);
    if (!compute->program)
        goto fail;
    glGenBuffers(1, &compute->buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, compute->buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr) (4 * words), NULL,
                 GL_DYNAMIC_READ);
    glGenBuffers(1, &compute->proof);
    glBindBuffer(GL_COPY_READ_BUFFER, compute->proof);
    glBufferData(GL_COPY_READ_BUFFER, sizeof compute->token, &compute->token,
                 GL_DYNAMIC_READ);
    if (!gl_no_error(device, "making a buffer"))
        goto fail;
    return true;

fail:
    gl_compute_close(compute);
    return false;
}

// Copies the first `words` words of the buffer that stays bound to a target. Returns
// false, with why in device->reason.
static bool gl_compute_copy(struct device *device, GLenum target, uint32_t *to,
                            size_t words)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    const void *from =
        glMapBufferRange(target, 0, (GLsizeiptr) (4 * words), GL_MAP_READ_BIT);

    if (!from) {
        snprintf(device->reason, sizeof device->reason,
                 "the driver does not map the answers");
        return false;
    }
    memcpy(to, from, 4 * words);
    glUnmapBuffer(target);
    return gl_no_error(device, "reading back");
}

// Whether the last run was done, all `count` steps of it. Returns false likewise.
static bool gl_compute_proves(struct gl_compute *compute, unsigned count)
{
    uint32_t proof;

    if (!gl_compute_copy(compute->device, GL_COPY_READ_BUFFER, &proof, 1))
        return false;
    if (proof != compute->token + count)
        snprintf(compute->device->reason, sizeof compute->device->reason,
                 "the driver dropped a run without an error");
    return proof == compute->token + count;
}

// ES has no call that clears a buffer.
static void gl_compute_fill(struct gl_compute *compute, uint32_t word)
{
    uint32_t *words = memory_new(compute->words, sizeof *words);

    for (size_t i = 0; i < compute->words; i++)
        words[i] = word;
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr) (4 * compute->words),
                    words);
    free(words);
}

// Returns false, with why in device->reason, if the driver refuses.
static bool gl_compute_run(struct gl_compute *compute, struct gl_compute_call *call)
{
    GLuint program = compute->program;
    bool rows = call->groups > GROUPS_A_ROW;

    assert(!rows || call->groups % GROUPS_A_ROW == 0);
    glUseProgram(program);
    glUniform4fv(glGetUniformLocation(program, "k"), 1, call->k);
    glUniform1ui(glGetUniformLocation(program, "count"), call->count);
    glUniform1ui(glGetUniformLocation(program, "size"), call->size);
    compute->token += TOKEN_STEP;
    glUniform1ui(glGetUniformLocation(program, "token"), compute->token);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, compute->proof);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, compute->buffer);
    gl_compute_fill(compute, call->fill);
    glFinish();

    double start = times_now_ns();

    glDispatchCompute(rows ? GROUPS_A_ROW : call->groups,
                      rows ? call->groups / GROUPS_A_ROW : 1, 1);
    glFinish();
    call->ns = times_now_ns() - start;
    return gl_no_error(compute->device, "a compute shader") &&
           gl_compute_proves(compute, call->count);
}

static bool gl_compute_read(struct gl_compute *compute, uint32_t *to, size_t words)
{
    assert(words <= compute->words);
    return gl_compute_copy(compute->device, GL_SHADER_STORAGE_BUFFER, to, words);
}

static const char half_extensions[] =
    "#extension GL_NV_gpu_shader5 : require\n"
    "#extension GL_NV_shader_atomic_fp16_vector : require\n";
static const char float_extensions[] = "#extension GL_NV_shader_atomic_float : require\n";

// Runs a call so often, the first time uncounted, and adds what one of `steps` took.
// Returns false likewise.
static bool time_runs(struct gl_compute *compute, struct gl_compute_call call,
                      double steps, struct times *times, int runs)
{
    for (int run = -1; run < runs; run++) {
        guard_alive();
        if (guard_interrupted() || !gl_compute_run(compute, &call))
            return false;
        if (run >= 0)
            times_add(times, call.ns / steps);
    }
    return true;
}

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

    if (!time_runs(compute, call, 1, &result->times, runs) ||
        !gl_compute_read(compute, cells, bytes / 4))
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
    uint32_t *cells = memory_new(words, sizeof *cells);
    struct gl_compute compute = { 0 };

    ok =
        gl_compute_open(&compute, device, halves ? half_extensions : float_extensions,
                        shader_embedded(halves ? "bench/halves" : "bench/floats"), words);
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
    else if (!gl_has_extension(device->priv, extension))
        snprintf(why, size, "needs %s", extension);
    else if (!time_kernel(device, runs, kernel, results))
        snprintf(why, size, "%s", device->reason);
}

void gl_bench_atomics(struct device *device, int runs, struct gl_atomics *out)
{
    *out = (struct gl_atomics){ .why_halves = "" };
    try_kernel(device, runs, ATOMICS_PADDED, out->halves, out->why_halves,
               sizeof out->why_halves);
    try_kernel(device, runs, ATOMICS_FLOAT, out->floats, out->why_floats,
               sizeof out->why_floats);
}

static const char *gl_bench_step_of(enum cpu_op op)
{
    static const char *const steps[] = {
        "v = v + k.x; v = v + k.y;",
        "v = v * k.x; v = v * k.y;",
        "v = fma(v, k.x, k.z); v = fma(v, k.y, k.w);",
        "v = k.x / (v + k.z); v = k.y / (v + k.w);",
    };

    return steps[op];
}

static struct gl_compute_call gl_bench_call_of(struct chain chain, unsigned groups)
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
    struct gl_compute_call call = gl_bench_call_of(normal, groups);
    struct gl_compute_call subnormal_call = gl_bench_call_of(subnormal, groups);
    double steps;

    do {
        call.count *= 2;
        if (!gl_compute_run(compute, &call))
            return false;
    } while (call.ns < CHAIN_NS && call.count < 1u << 16);
    subnormal_call.count = call.count;
    steps = 2.0 * call.count * groups * THREADS;
    return time_runs(compute, call, steps, &result->normal, runs) &&
           is_kept(compute, normal, &result->kept) &&
           time_runs(compute, subnormal_call, steps, &result->subnormal, runs) &&
           is_kept(compute, subnormal, &result->subnormal_kept);
}

static bool open_and_time_op(struct device *device, int runs, struct chain_result *result)
{
    unsigned groups = device->facts.software ? 16 : CHAIN_GROUPS;
    struct gl_compute compute;
    char step[100];
    bool ok;

    snprintf(step, sizeof step, "#define STEP %s\n", gl_bench_step_of(result->op));
    if (!gl_compute_open(&compute, device, step, shader_embedded("bench/chain"),
                         (size_t) groups * THREADS))
        return false;
    ok = time_op(&compute, groups, runs, result);
    gl_compute_close(&compute);
    return ok;
}

void gl_bench_subnormals(struct device *device, int runs, struct gl_subnormals *out)
{
    const char *why = gl_compute_lacks(device);

    *out = (struct gl_subnormals){ .why = "" };
    snprintf(out->why, sizeof out->why, "%s", why ? why : "");
    for (int op = 0; op < CPU_OP_COUNT && !why; op++) {
        out->results[op].op = (enum cpu_op) op;
        out->results[op].variant = "as it rounds";
        if (!open_and_time_op(device, runs, &out->results[op]))
            snprintf(out->why_op[op], sizeof out->why_op[op], "%s", device->reason);
    }
}

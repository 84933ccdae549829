// SPDX-License-Identifier: MIT
//
// How it works: a compute shader of one's own over one buffer of words, and how long it
// takes. Each run has a token, a number of its own and of its length, that the shader
// writes at its end: a driver may drop a call and report no error, and what takes no time
// must not count.

#include "device/gl_bench.h"

#include "base/guard.h"
#include "base/memory.h"
#include "device/gl_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS_A_ROW 32768u      // a dimension has at most 65535
#define THREADS      256         // of a group
#define TOKEN_STEP   0x9e3779b1u // so far apart are tokens, more than any count

struct gl_compute {
    struct device *device;
    GLuint program, buffer, proof;
    size_t words;
    GLuint token; // of the last run
};

// One call: the buffer is zeroed, then the shader runs `groups` times 256 invocations, up
// to 2^24 groups. `ns` is the time from the call until the driver has finished.
struct gl_compute_call {
    unsigned count, size;
    unsigned groups;
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

// Zeroes the buffer, with a call that ES has too.
static void gl_compute_zero(struct gl_compute *compute)
{
    uint32_t *words = memory_new(compute->words, sizeof *words);

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
    glUniform1ui(glGetUniformLocation(program, "count"), call->count);
    glUniform1ui(glGetUniformLocation(program, "size"), call->size);
    compute->token += TOKEN_STEP;
    glUniform1ui(glGetUniformLocation(program, "token"), compute->token);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, compute->proof);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, compute->buffer);
    gl_compute_zero(compute);
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

// Runs a call `runs` times, after one that is not counted, and adds the times. Returns
// false likewise.
static bool time_runs(struct gl_compute *compute, struct gl_compute_call call,
                      struct times *times, int runs)
{
    for (int run = -1; run < runs; run++) {
        guard_alive();
        if (guard_interrupted() || !gl_compute_run(compute, &call))
            return false;
        if (run >= 0)
            times_add(times, call.ns);
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

    if (!time_runs(compute, call, &result->times, runs) ||
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

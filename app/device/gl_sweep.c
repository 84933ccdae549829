// SPDX-License-Identifier: MIT

#include "device/gl_sweep.h"

#include "base/memory.h"
#include "device/gl_private.h"
#include "device/gl_samples.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// 2 GiB, what one binding of GL and CUDA is known to take; a chunk on the CPU.
#define WORDS_HARDWARE ((size_t) 1 << 29)
#define WORDS_SOFTWARE ((size_t) 1 << 24)

#define LOST                                                                    \
    "the driver dropped a part of the sweep without an error: a second asking " \
    "differs"

// Numbers an invocation answers: what one pixel, one captured vertex, one store holds.
#define GL_SWEEP_QUAD 4

// A dimension has at most 65535 groups of 256 invocations.
#define GROUPS_A_ROW 32768u

// Both ES 3.0 and GL 4.3 bind that much of a buffer: 2^24 bytes.
#define BINDING_MIN (1 << 24)
#define BINDING_MAX (1 << 30)

// What ES 3.0 draws to at least; GL 3.3 half of it. A row is GL_SWEEP_ALIGN words.
#define TILE_WIDTH (GL_SWEEP_ALIGN / GL_SWEEP_QUAD)

// Some drivers keep points in batches of 16-bit indices, softpipe of 4096.
#define BATCH       32768
#define BATCH_SMALL 4096

struct gl_sweep {
    struct device *device;
    enum stage stage;
    size_t words; // of a buffer, a multiple of what a stage writes at once
    int count;
    GLuint program, buffers[GL_SWEEP_BUFFERS];
    struct gl_samples samples[GL_SWEEP_BUFFERS];
    GLint first, high, quads; // uniforms; -1 where the compiler needs none
    size_t piece;             // words that are written by one call at most
    GLuint framebuffer, target;
    int width, height;  // of a tile, in quads
    bool small_batches; // of vertices
    bool unset;         // a uniform has not the value that it was given
};

static const char operands_head[] =
    "void operands(uint number, uint high, out uint a_bits, out uint b_bits)\n{\n";
static const char answer_head[] = "}\nuint answer(uint a_bits, uint b_bits)\n{\n";

// 0, with the driver's words in device->reason, if it does not take it.
static GLuint gl_sweep_build(struct device *device, const struct gl_sweep_ask *ask)
{
    static const GLenum types[] = { GL_FRAGMENT_SHADER, GL_VERTEX_SHADER,
                                    GL_COMPUTE_SHADER };
    static const char *const ends[] = { "sweep/fragment", "sweep/vertex",
                                        "sweep/compute" };
    bool draws = ask->stage == STAGE_FRAGMENT;
    const struct gl_source sources[] = {
        { types[ask->stage],
          { ask->extensions, shader_embedded("sweep/head"), operands_head, ask->operands,
            answer_head, ask->answer, "}\n", shader_embedded("sweep/answers"),
            shader_embedded(ends[ask->stage]) } },
        { draws ? GL_VERTEX_SHADER : GL_FRAGMENT_SHADER,
          { draws ? shader_embedded("prelude/number") : "",
            shader_embedded(draws ? "prelude/fill" : "sweep/nothing") } },
    };

    return gl_build(device, sources, ask->stage == STAGE_COMPUTE ? 1 : 2,
                    ask->stage == STAGE_VERTEX ? "result" : NULL);
}

static size_t power_of_two_below(GLint64 limit)
{
    size_t power = BINDING_MIN;

    while (power < BINDING_MAX && (GLint64) (2 * power) <= limit)
        power *= 2;
    return power;
}

static bool make_target(struct gl_sweep *sweep)
{
    const struct gl *gl = sweep->device->priv;
    GLenum status;

    glGenFramebuffers(1, &sweep->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, sweep->framebuffer);
    glGenRenderbuffers(1, &sweep->target);
    glBindRenderbuffer(GL_RENDERBUFFER, sweep->target);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32UI, sweep->width, sweep->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              sweep->target);
    status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    return status == GL_FRAMEBUFFER_COMPLETE;
}

static bool make_tile(struct gl_sweep *sweep)
{
    GLint most = 0;
    size_t rows;

    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    sweep->width = most >= TILE_WIDTH ? TILE_WIDTH : TILE_WIDTH / 2;
    rows = sweep->words / GL_SWEEP_QUAD / (size_t) sweep->width;
    sweep->height = rows < (size_t) sweep->width ? (int) rows : sweep->width;
    sweep->piece = (size_t) sweep->width * (size_t) sweep->height * GL_SWEEP_QUAD;
    return make_target(sweep);
}

// Makes what a stage needs beside the program and the buffers, and decides on `piece`.
static bool gl_sweep_prepare(struct gl_sweep *sweep)
{
    GLint64 limit = 0;

    sweep->small_batches = sweep->device->facts.software;
    switch (sweep->stage) {
    case STAGE_COMPUTE:
        glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
        sweep->piece = power_of_two_below(limit) / sizeof(uint32_t);
        return true;
    case STAGE_VERTEX:
        sweep->piece = BINDING_MIN / sizeof(uint32_t);
        sweep->width = sweep->height = 1;
        return make_target(sweep);
    default: return make_tile(sweep);
    }
}

// Samples may agree though the driver dropped it: half of all powers are 1.
static void set_uniform(struct gl_sweep *sweep, GLint location, GLuint value)
{
    GLuint held = location < 0 ? value : ~value;

    glUniform1ui(location, value);
    if (location >= 0)
        glGetUniformuiv(sweep->program, location, &held);
    sweep->unset |= held != value;
}

static void gl_sweep_dispatch(struct gl_sweep *sweep, GLuint buffer, size_t place,
                              size_t count)
{
    GLuint quads = (GLuint) ((count + GL_SWEEP_QUAD - 1) / GL_SWEEP_QUAD);
    GLuint groups = (quads + 255) / 256,
           rows = (groups + GROUPS_A_ROW - 1) / GROUPS_A_ROW;

    set_uniform(sweep, sweep->quads, quads);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, buffer, (GLintptr) (4 * place),
                      (GLsizeiptr) (16 * (size_t) quads));
    glDispatchCompute(rows > 1 ? GROUPS_A_ROW : groups, rows, 1);
}

static void draw_tile(struct gl_sweep *sweep, GLuint buffer, size_t place, size_t count)
{
    const struct gl *gl = sweep->device->priv;
    size_t row = (size_t) sweep->width * GL_SWEEP_QUAD;
    GLsizei rows = (GLsizei) ((count + row - 1) / row);

    set_uniform(sweep, sweep->quads, (GLuint) sweep->width);
    glBindFramebuffer(GL_FRAMEBUFFER, sweep->framebuffer);
    glViewport(0, 0, sweep->width, rows);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    glReadPixels(0, 0, sweep->width, rows, GL_RGBA_INTEGER, GL_UNSIGNED_INT,
                 (void *) (uintptr_t) (4 * place));
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
}

static void capture(const struct gl_sweep *sweep, GLuint buffer, size_t place,
                    size_t count)
{
    const struct gl *gl = sweep->device->priv;
    GLsizei quads = (GLsizei) ((count + GL_SWEEP_QUAD - 1) / GL_SWEEP_QUAD);
    GLsizei batch = sweep->small_batches ? BATCH_SMALL : BATCH;

    glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, (GLintptr) (4 * place),
                      (GLsizeiptr) (16 * (size_t) quads));
    glBindFramebuffer(GL_FRAMEBUFFER, sweep->framebuffer);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    for (GLsizei done = 0; done < quads; done += batch)
        glDrawArrays(GL_POINTS, done, quads - done < batch ? quads - done : batch);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
}

// Writes `count` numbers, [1, piece], at word `place` of a buffer. The program is
// current, its uniforms are set.
static void gl_sweep_write(struct gl_sweep *sweep, GLuint buffer, size_t place,
                           size_t count)
{
    assert(count >= 1 && count <= sweep->piece);
    switch (sweep->stage) {
    case STAGE_COMPUTE: gl_sweep_dispatch(sweep, buffer, place, count); break;
    case STAGE_VERTEX: capture(sweep, buffer, place, count); break;
    default: draw_tile(sweep, buffer, place, count); break;
    }
}

const char *gl_sweep_lacks(const struct device *device, enum stage stage)
{
    if (device->facts.api == API_FAKE)
        return "a fake has no shaders to sweep";
    if (device->facts.api == API_ES2)
        return "sweeps need OpenGL ES 3.0 or OpenGL 3.3";
    return stage == STAGE_COMPUTE ? gl_no_compute(device->priv) : NULL;
}

int gl_sweep_glsl(const struct device *device, bool *es)
{
    const struct gl *gl = device->priv;

    *es = gl->dialect.es;
    return gl->dialect.version;
}

size_t gl_sweep_words_max(const struct device *device)
{
    return device->facts.software ? WORDS_SOFTWARE : WORDS_HARDWARE;
}

static bool gl_sweep_refuse(struct device *device, const char *what)
{
    snprintf(device->reason, sizeof device->reason, "%s", what);
    return false;
}

static bool make_buffers(struct gl_sweep *sweep, bool stays)
{
    for (int i = 0; i < sweep->count; i++) {
        glGenBuffers(1, &sweep->buffers[i]);
        glBindBuffer(GL_COPY_WRITE_BUFFER, sweep->buffers[i]);
        glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr) (4 * sweep->words), NULL,
                     stays ? GL_DYNAMIC_COPY : GL_DYNAMIC_READ);
    }
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    // A tile's row is written as a whole; no binding begins at less than 256 bytes.
    for (int i = 0; i < sweep->count; i++)
        gl_samples_init(&sweep->samples[i],
                        sweep->stage == STAGE_FRAGMENT ? GL_SWEEP_ALIGN : 64);
    return gl_no_error(sweep->device, "making the buffers of a sweep");
}

static bool gl_sweep_start(struct gl_sweep *sweep, const struct gl_sweep_ask *ask)
{
    gl_clear_errors();
    sweep->program = gl_sweep_build(sweep->device, ask);
    if (!sweep->program)
        return false;
    sweep->first = glGetUniformLocation(sweep->program, "number_first");
    sweep->high = glGetUniformLocation(sweep->program, "number_high");
    sweep->quads = glGetUniformLocation(sweep->program, "quad_count");
    if (!make_buffers(sweep, ask->stays))
        return false;
    if (!gl_sweep_prepare(sweep))
        return gl_sweep_refuse(sweep->device,
                               "the driver does not draw to an RGBA32UI target");
    return gl_no_error(sweep->device, "preparing a sweep");
}

struct gl_sweep *gl_sweep_open(struct device *device, const struct gl_sweep_ask *ask)
{
    struct gl_sweep *sweep = memory_new(1, sizeof *sweep);

    assert(!gl_sweep_lacks(device, ask->stage));
    assert(ask->buffers >= 1 && ask->buffers <= GL_SWEEP_BUFFERS && ask->words >= 1);
    sweep->device = device;
    sweep->stage = ask->stage;
    sweep->words = (ask->words + GL_SWEEP_ALIGN - 1) / GL_SWEEP_ALIGN * GL_SWEEP_ALIGN;
    sweep->count = ask->buffers;
    if (gl_sweep_start(sweep, ask))
        return sweep;
    gl_sweep_close(sweep);
    return NULL;
}

void gl_sweep_close(struct gl_sweep *sweep)
{
    if (!sweep)
        return;
    glDeleteRenderbuffers(1, &sweep->target);
    glDeleteFramebuffers(1, &sweep->framebuffer);
    glDeleteBuffers(sweep->count, sweep->buffers);
    for (int i = 0; i < sweep->count; i++)
        gl_samples_finish(&sweep->samples[i]);
    if (sweep->program)
        glDeleteProgram(sweep->program);
    gl_clear_errors();
    free(sweep);
}

static void wait_for_stores(const struct gl_sweep *sweep)
{
    if (sweep->stage == STAGE_COMPUTE)
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
}

static void ask_from(struct gl_sweep *sweep, uint64_t number)
{
    set_uniform(sweep, sweep->first, (GLuint) number);
    set_uniform(sweep, sweep->high, (GLuint) (number >> 32));
}

// One call, and the second asking of its samples.
static void fill_piece(struct gl_sweep *sweep, int buffer, size_t place, uint64_t first,
                       size_t count)
{
    struct gl_samples *samples = &sweep->samples[buffer];
    GLuint name = sweep->buffers[buffer];
    const struct gl_sample *sample;
    size_t slot, quads = (count + GL_SWEEP_QUAD - 1) / GL_SWEEP_QUAD;

    gl_samples_choose(samples, name, place, quads, (uint32_t) first);
    ask_from(sweep, first);
    gl_sweep_write(sweep, name, place, count);
    wait_for_stores(sweep);
    while ((sample = gl_samples_take(samples, name, &slot)) != NULL) {
        ask_from(sweep, first >> 32 << 32 | sample->number);
        gl_sweep_write(sweep, samples->buffer, slot, GL_SWEEP_QUAD);
    }
    wait_for_stores(sweep);
}

bool gl_sweep_confirm(struct gl_sweep *sweep, int buffer)
{
    assert(buffer >= 0 && buffer < sweep->count);
    return gl_samples_agree(&sweep->samples[buffer], NULL, 0) ||
           gl_sweep_refuse(sweep->device, LOST);
}

bool gl_sweep_fill(struct gl_sweep *sweep, int buffer, size_t place, uint64_t first,
                   size_t count)
{
    struct gl *gl = sweep->device->priv;
    struct gl_samples *samples = &sweep->samples[buffer];
    bool ok = true;

    assert(buffer >= 0 && buffer < sweep->count);
    assert(place % GL_SWEEP_ALIGN == 0 && count >= 1 && place + count <= sweep->words);
    assert(first >> 32 == (first + count - 1) >> 32);
    glUseProgram(sweep->program);
    for (size_t done = 0; ok && done < count; done += sweep->piece) {
        size_t some = count - done < sweep->piece ? count - done : sweep->piece;

        if (samples->count + GL_SAMPLES_CALL > GL_SAMPLES_MAX)
            ok = gl_sweep_confirm(sweep, buffer);
        fill_piece(sweep, buffer, place + done, first + done, some);
    }
    glUseProgram(0);
    gl->program = 0;
    glFlush();
    ok = ok && (!sweep->unset || gl_sweep_refuse(sweep->device, LOST));
    return ok && gl_no_error(sweep->device, "a shader of a sweep");
}

bool gl_sweep_wait(struct gl_sweep *sweep)
{
    glFinish();
    return gl_no_error(sweep->device, "waiting for a sweep");
}

bool gl_sweep_read(struct gl_sweep *sweep, int buffer, uint32_t *to, size_t count)
{
    const void *from;
    bool ok = false;

    assert(buffer >= 0 && buffer < sweep->count && count >= 1 && count <= sweep->words);
    glBindBuffer(GL_COPY_READ_BUFFER, sweep->buffers[buffer]);
    from = glMapBufferRange(GL_COPY_READ_BUFFER, 0, (GLsizeiptr) (4 * count),
                            GL_MAP_READ_BIT);
    if (from) {
        memcpy(to, from, 4 * count);
        ok = glUnmapBuffer(GL_COPY_READ_BUFFER);
    }
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    if (!ok)
        return gl_sweep_refuse(sweep->device,
                               from ? "the driver lost a buffer of results"
                                    : "the driver does not map the results");
    if (!gl_samples_agree(&sweep->samples[buffer], to, count))
        return gl_sweep_refuse(sweep->device, LOST);
    return gl_no_error(sweep->device, "reading a sweep back");
}

unsigned gl_sweep_buffer(const struct gl_sweep *sweep, int buffer)
{
    return sweep->buffers[buffer];
}

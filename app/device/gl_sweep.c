// SPDX-License-Identifier: MIT

#include "device/gl_sweep.h"

#include "base/clock.h"
#include "base/memory.h"
#include "device/gl_private.h"

#include <assert.h>
#include <glad/gl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- samples ----
//
// A driver may drop a call and report no error. Samples make sure that a buffer holds the
// results of its last fill, and not what was in it before. Two quads of each call that
// writes are samples: the last one and another. They are set to a canary before the call,
// and asked a second time after it, into a buffer of their own that begins with a number
// of this fill. Both results, that number and what is read must agree.

#define GL_SAMPLES_MAX  64 // held at a time
#define GL_SAMPLES_CALL 2  // of a call
#define GL_SAMPLES_QUAD 4  // words

// The place of a sample that a later call overwrote.
#define GL_SAMPLES_GONE SIZE_MAX

// A quad: the word of the sweep's buffer where it lies, and its first number.
struct gl_sample {
    size_t place;
    uint32_t number;
};

struct gl_samples {
    GLuint buffer; // second answers, the first ones, the number
    size_t slot;   // words from one second answer to the next
    uint32_t number;
    int count, asked; // samples, and those of them that were asked again
    struct gl_sample list[GL_SAMPLES_MAX];
};

#define QUAD_BYTES ((GLsizeiptr) (GL_SAMPLES_QUAD * sizeof(uint32_t)))

// Where the first answers begin in samples->buffer, and where its number is, in words.
static size_t firsts(const struct gl_samples *samples)
{
    return GL_SAMPLES_MAX * samples->slot;
}

static size_t gl_samples_size(const struct gl_samples *samples)
{
    return firsts(samples) + (size_t) GL_SAMPLES_MAX * GL_SAMPLES_QUAD + 1;
}

// Fills the buffer with a new number, which no function is likely to give four times.
static void gl_samples_clear(struct gl_samples *samples)
{
    size_t size = gl_samples_size(samples);
    uint32_t *words = memory_new(size, sizeof *words);

    samples->number++;
    for (size_t i = 0; i < size; i++)
        words[i] = samples->number;
    glBindBuffer(GL_COPY_WRITE_BUFFER, samples->buffer);
    glBufferData(GL_COPY_WRITE_BUFFER, (GLsizeiptr) (size * sizeof *words), words,
                 GL_DYNAMIC_READ);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    free(words);
}

// Makes the buffer.
static void gl_samples_init(struct gl_samples *samples, size_t slot)
{
    *samples = (struct gl_samples){ .slot = slot };
    samples->number = (uint32_t) clock_now_ns() | 1u << 31;
    glGenBuffers(1, &samples->buffer);
    gl_samples_clear(samples);
}

// Accepts a zeroed struct.
static void gl_samples_finish(struct gl_samples *samples)
{
    if (samples->buffer)
        glDeleteBuffers(1, &samples->buffer);
    *samples = (struct gl_samples){ 0 };
}

// Another quad each time, the last one at `which` 0.
static size_t choose_quad(const struct gl_samples *samples, size_t quads, int which)
{
    uint64_t hash = (samples->number + (uint64_t) samples->count) * 0x9e3779b97f4a7c15;

    return which ? (size_t) ((hash >> 16) % quads) : quads - 1;
}

// Samples that lie where words are written anew are not to be found there any more.
static void gl_samples_move(struct gl_samples *samples, size_t place, size_t size)
{
    for (int i = 0; i < samples->count; i++)
        if (samples->list[i].place >= place && samples->list[i].place < place + size)
            samples->list[i].place = GL_SAMPLES_GONE;
}

// Before a call that writes the answers of `quads` quads, from number `first` on, at
// word `place` of `buffer`: chooses samples and sets them to the canary. There is room
// for GL_SAMPLES_CALL.
static void gl_samples_choose(struct gl_samples *samples, GLuint buffer, size_t place,
                              size_t quads, uint32_t first)
{
    uint32_t canary[GL_SAMPLES_QUAD];

    memset(canary, 0x5a, sizeof canary);
    gl_samples_move(samples, place, GL_SAMPLES_QUAD * quads);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer);
    for (int which = 0; which < GL_SAMPLES_CALL; which++) {
        size_t quad = GL_SAMPLES_QUAD * choose_quad(samples, quads, which);

        assert(samples->count < GL_SAMPLES_MAX);
        samples->list[samples->count++] =
            (struct gl_sample){ place + quad, first + (uint32_t) quad };
        glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr) (4 * (place + quad)), QUAD_BYTES,
                        canary);
    }
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
}

// After the calls: takes the first answer of the next sample that was not asked again.
// Returns it, and in *slot the word of samples->buffer where its second answer, a quad,
// belongs; NULL if there is none left.
static const struct gl_sample *gl_samples_take(struct gl_samples *samples, GLuint buffer,
                                               size_t *slot)
{
    int i = samples->asked;

    if (i == samples->count)
        return NULL;
    samples->asked++;
    *slot = (size_t) i * samples->slot;
    glBindBuffer(GL_COPY_READ_BUFFER, buffer);
    glBindBuffer(GL_COPY_WRITE_BUFFER, samples->buffer);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER,
                        (GLintptr) (4 * samples->list[i].place),
                        (GLintptr) (4 * (firsts(samples) + (size_t) i * GL_SAMPLES_QUAD)),
                        QUAD_BYTES);
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    glBindBuffer(GL_COPY_WRITE_BUFFER, 0);
    return &samples->list[i];
}

// Whether the two answers of a sample agree, and what was read does.
static bool sample_agrees(const struct gl_samples *samples, int i, const uint32_t *words,
                          const uint32_t *read, size_t count)
{
    const uint32_t *again = words + (size_t) i * samples->slot;
    const uint32_t *first = words + firsts(samples) + (size_t) i * GL_SAMPLES_QUAD;
    bool empty = true;

    for (size_t k = 0; k < GL_SAMPLES_QUAD; k++) {
        size_t place = samples->list[i].place;
        bool held = read && place < GL_SAMPLES_GONE && place + k < count;

        empty = empty && again[k] == samples->number;
        if (again[k] != first[k] || (held && read[place + k] != first[k]))
            return false;
    }
    return !empty;
}

// Waits, and returns whether all agree; `read`, unless NULL, is what was read of the
// first `count` words of the sweep's buffer. There is no sample then.
static bool gl_samples_agree(struct gl_samples *samples, const uint32_t *read,
                             size_t count)
{
    size_t size = gl_samples_size(samples);

    if (!samples->count)
        return true;
    glBindBuffer(GL_COPY_READ_BUFFER, samples->buffer);
    const uint32_t *words = glMapBufferRange(
        GL_COPY_READ_BUFFER, 0, (GLsizeiptr) (size * sizeof *words), GL_MAP_READ_BIT);
    bool ok = words && words[size - 1] == samples->number;

    for (int i = 0; ok && i < samples->count; i++)
        ok = sample_agrees(samples, i, words, read, count);
    if (words)
        ok = glUnmapBuffer(GL_COPY_READ_BUFFER) && ok;
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    samples->count = samples->asked = 0;
    gl_samples_clear(samples);
    return ok;
}

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

// ES 3.0 draws to targets of at least this width, GL 3.3 to half of it. A row is
// GL_SWEEP_ALIGN words.
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

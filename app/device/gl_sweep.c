// SPDX-License-Identifier: MIT

#include "device/gl_sweep.h"

#include "device/gl_sweep_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// 2 GiB, what one binding of GL and CUDA is known to take; a chunk on the CPU.
#define WORDS_HARDWARE ((size_t) 1 << 29)
#define WORDS_SOFTWARE ((size_t) 1 << 24)

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

static bool refuse(struct device *device, const char *what)
{
    snprintf(device->reason, sizeof(device->reason), "%s", what);
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
    return gl_no_error(sweep->device, "making the buffers of a sweep");
}

static bool start(struct gl_sweep *sweep, const struct gl_sweep_ask *ask)
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
        return refuse(sweep->device, "the driver does not draw to an RGBA32UI target");
    return gl_no_error(sweep->device, "preparing a sweep");
}

struct gl_sweep *gl_sweep_open(struct device *device, const struct gl_sweep_ask *ask)
{
    struct gl_sweep *sweep = calloc(1, sizeof(*sweep));

    assert(!gl_sweep_lacks(device, ask->stage));
    assert(ask->buffers >= 1 && ask->buffers <= GL_SWEEP_BUFFERS && ask->words >= 1);
    if (!sweep) {
        refuse(device, "no memory");
        return NULL;
    }
    sweep->device = device;
    sweep->stage = ask->stage;
    sweep->words = (ask->words + GL_SWEEP_ALIGN - 1) / GL_SWEEP_ALIGN * GL_SWEEP_ALIGN;
    sweep->count = ask->buffers;
    if (start(sweep, ask))
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
    if (sweep->program)
        glDeleteProgram(sweep->program);
    gl_clear_errors();
    free(sweep);
}

bool gl_sweep_fill(struct gl_sweep *sweep, int buffer, size_t place, uint64_t first,
                   size_t count)
{
    struct gl *gl = sweep->device->priv;

    assert(buffer >= 0 && buffer < sweep->count);
    assert(place % GL_SWEEP_ALIGN == 0 && count >= 1 && place + count <= sweep->words);
    assert(first >> 32 == (first + count - 1) >> 32);
    glUseProgram(sweep->program);
    glUniform1ui(sweep->high, (GLuint) (first >> 32));
    for (size_t done = 0; done < count; done += sweep->piece) {
        size_t some = count - done < sweep->piece ? count - done : sweep->piece;

        glUniform1ui(sweep->first, (GLuint) (first + done));
        gl_sweep_write(sweep, sweep->buffers[buffer], place + done, some);
    }
    if (sweep->stage == STAGE_COMPUTE)
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    glUseProgram(0);
    gl->program = 0;
    glFlush();
    return gl_no_error(sweep->device, "a shader of a sweep");
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
        return refuse(sweep->device, from ? "the driver lost a buffer of results"
                                          : "the driver does not map the results");
    return gl_no_error(sweep->device, "reading a sweep back");
}

unsigned gl_sweep_buffer(const struct gl_sweep *sweep, int buffer)
{
    return sweep->buffers[buffer];
}

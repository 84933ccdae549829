// SPDX-License-Identifier: MIT

#include "device/gl_compute.h"

#include "bench/times.h"
#include "device/gl_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS_A_ROW 32768u // a dimension has at most 65535

static const char head[] = "precision highp float;\n"
                           "precision highp int;\n"
                           "layout(local_size_x = 256) in;\n"
                           "uniform vec4 k;\n"
                           "uniform uint count, size;\n"
                           "uint number()\n"
                           "{\n"
                           "    uint row = gl_WorkGroupID.y * gl_NumWorkGroups.x;\n"
                           "    return (row + gl_WorkGroupID.x) * 256u +\n"
                           "           gl_LocalInvocationID.x;\n"
                           "}\n";

const char *gl_compute_lacks(const struct device *device)
{
    if (device->facts.api == API_FAKE)
        return "a fake has no compute shaders";
    return gl_no_compute(device->priv);
}

bool gl_compute_has(const struct device *device, const char *extension)
{
    return gl_has_extension(device->priv, extension);
}

static bool refuse(struct device *device, const char *what)
{
    snprintf(device->reason, sizeof(device->reason), "%s", what);
    return false;
}

bool gl_compute_open(struct gl_compute *compute, struct device *device,
                     const char *extensions, const char *body, size_t words)
{
    const struct gl_source source = { GL_COMPUTE_SHADER, { extensions, head, body } };

    *compute = (struct gl_compute){ .device = device, .words = words };
    gl_clear_errors();
    compute->program = gl_build(device, &source, 1, NULL);
    if (!compute->program)
        goto fail;
    glGenBuffers(1, &compute->buffer);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, compute->buffer);
    glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr) (4 * words), NULL,
                 GL_DYNAMIC_READ);
    if (!gl_no_error(device, "making a buffer"))
        goto fail;
    return true;

fail:
    gl_compute_close(compute);
    return false;
}

// ES has no call that clears a buffer.
static bool fill(struct gl_compute *compute, uint32_t word)
{
    uint32_t *words = malloc(4 * compute->words);

    if (!words)
        return refuse(compute->device, "no memory for a buffer");
    for (size_t i = 0; i < compute->words; i++)
        words[i] = word;
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr) (4 * compute->words),
                    words);
    free(words);
    return true;
}

bool gl_compute_run(struct gl_compute *compute, struct gl_compute_call *call)
{
    GLuint program = compute->program;
    bool rows = call->groups > GROUPS_A_ROW;

    assert(!rows || call->groups % GROUPS_A_ROW == 0);
    glUseProgram(program);
    glUniform4fv(glGetUniformLocation(program, "k"), 1, call->k);
    glUniform1ui(glGetUniformLocation(program, "count"), call->count);
    glUniform1ui(glGetUniformLocation(program, "size"), call->size);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, compute->buffer);
    if (!fill(compute, call->fill))
        return false;
    glFinish();

    double start = times_now_ns();

    glDispatchCompute(rows ? GROUPS_A_ROW : call->groups,
                      rows ? call->groups / GROUPS_A_ROW : 1, 1);
    glFinish();
    call->ns = times_now_ns() - start;
    return gl_no_error(compute->device, "a compute shader");
}

bool gl_compute_read(struct gl_compute *compute, uint32_t *to, size_t words)
{
    const void *from;

    assert(words <= compute->words);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, compute->buffer);
    from = glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, (GLsizeiptr) (4 * words),
                            GL_MAP_READ_BIT);
    if (!from)
        return refuse(compute->device, "the driver does not map the answers");
    memcpy(to, from, 4 * words);
    glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    return gl_no_error(compute->device, "reading back");
}

void gl_compute_close(struct gl_compute *compute)
{
    if (compute->program) {
        glUseProgram(0);
        glDeleteProgram(compute->program);
    }
    if (compute->buffer)
        glDeleteBuffers(1, &compute->buffer);
    *compute = (struct gl_compute){ 0 };
}

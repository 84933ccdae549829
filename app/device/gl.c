// SPDX-License-Identifier: MIT

#include "device/open.h"

#include "base/fp.h"
#include "base/log.h"
#include "base/memory.h"
#include "device/gl_private.h"
#include "probe/expressions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Makes the target anew, with the size and format that were set.
static bool gl_make_target(struct gl *gl)
{
    int width = gl->target_width, height = gl->target_height;

    if (gl->dialect.version == 100) {
        glBindTexture(GL_TEXTURE_2D, gl->target_texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA,
                     GL_UNSIGNED_BYTE, NULL);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                               gl->target_texture, 0);
    } else {
        glDeleteRenderbuffers(1, &gl->target);
        glGenRenderbuffers(1, &gl->target);
        glBindRenderbuffer(GL_RENDERBUFFER, gl->target);
        glRenderbufferStorage(GL_RENDERBUFFER, gl->target_format, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  gl->target);
    }
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void clear_target(enum readout readout)
{
    uint32_t canary = pixels_canary(readout);

    if (readout == READOUT_FLOAT16)
        canary = (uint32_t) fp_convert(FP_BINARY16, FP_BINARY32, FP_RNE, canary);
    if (readout == READOUT_RGBA8) {
        glClearColor((float) (canary & 0xff) / 255, (float) (canary >> 8 & 0xff) / 255,
                     (float) (canary >> 16 & 0xff) / 255, (float) (canary >> 24) / 255);
        glClear(GL_COLOR_BUFFER_BIT);
    } else if (readout == READOUT_FLOAT32 || readout == READOUT_FLOAT16) {
        glClearBufferfv(GL_COLOR, 0, (const GLfloat[4]){ fp_from_bits(canary), 0, 0, 0 });
    } else {
        glClearBufferuiv(GL_COLOR, 0, (const GLuint[4]){ canary, 0, 0, 0 });
    }
}

// A target of that size and readout, bound and cleared to the canary. NULL, or why
// there is none.
static const char *bind_target(struct gl *gl, int width, int height, enum readout readout)
{
    static const GLenum formats[READOUT_COUNT] = { GL_RGBA8, GL_R32F, GL_R32UI,
                                                   GL_RGBA16F };

    if (gl->target_width != width || gl->target_height != height ||
        gl->target_format != formats[readout]) {
        gl->target_width = width;
        gl->target_height = height;
        gl->target_format = formats[readout];
        if (!gl_make_target(gl)) {
            gl->target_width = 0;
            return "the driver does not draw to a target of this format";
        }
    }
    glViewport(0, 0, width, height);
    clear_target(readout);
    return NULL;
}

// ESSL 1.00: band by band, or cell by cell where the operands differ within a band.
static void draw_es2(struct gl *gl, const struct probe *probe,
                     const struct probe_params *params, int variant)
{
    struct probe_shape shape = probe_shape(probe, params);
    bool cells = !probe->ramp;
    int painted = 0; // rows of a band that are no separator
    bool whole = params->form == FORM_PUBLISHED;

    while (painted < shape.cell_height && 10 * painted < 9 * shape.cell_height)
        painted++;
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    if (whole) {
        gl_set_uniforms(gl, probe, params, 0, 0, variant);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        return;
    }
    glEnable(GL_SCISSOR_TEST);
    for (int band = 0; band < shape.bands; band++) {
        int y = band * shape.cell_height;
        int width = shape.columns * shape.cell_width;

        glScissor(0, y + painted, width, shape.cell_height - painted);
        glClearColor(probe->level_bias, probe->level_bias, probe->level_bias, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        for (int column = 0; column < (cells ? shape.columns : 1); column++) {
            glScissor(column * shape.cell_width, y, cells ? shape.cell_width : width,
                      painted);
            gl_set_uniforms(gl, probe, params, band, column, variant);
            glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        }
    }
    glDisable(GL_SCISSOR_TEST);
}

// Rows from the bottom into rows from the top.
static void flip(struct pixels *pixels)
{
    for (int y = 0; y < pixels->height / 2; y++) {
        uint32_t *a = pixels_row(pixels, y);
        uint32_t *b = pixels_row(pixels, pixels->height - 1 - y);

        for (int x = 0; x < pixels->width; x++) {
            uint32_t word = a[x];

            a[x] = b[x];
            b[x] = word;
        }
    }
}

// Integer and float targets: one channel where the driver reads back one, else four.
static void read_exact(enum readout readout, struct pixels *out)
{
    bool bits = readout == READOUT_BITS;
    GLenum one = bits ? GL_RED_INTEGER : GL_RED;
    GLenum four = bits ? GL_RGBA_INTEGER : GL_RGBA;
    GLenum type = bits ? GL_UNSIGNED_INT : GL_FLOAT;
    GLint format = 0, format_type = 0;

    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &format_type);
    if ((GLenum) format == one && (GLenum) format_type == type) {
        glReadPixels(0, 0, out->width, out->height, one, type, out->words);
        return;
    }
    uint32_t(*row)[4] = memory_new((size_t) out->width, sizeof *row);

    for (int y = 0; y < out->height; y++) {
        glReadPixels(0, y, out->width, 1, four, type, row);
        for (int x = 0; x < out->width; x++)
            pixels_row(out, y)[x] = row[x][0];
    }
    free(row);
}

// Halves as the patterns that they are, where the driver reads those back, else as
// floats, which hold them.
static void read_halves(struct pixels *out)
{
    GLint type = 0;
    uint32_t(*row)[4] = memory_new((size_t) out->width, sizeof *row);

    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
    bool halves = type == GL_HALF_FLOAT;

    for (int y = 0; y < out->height; y++) {
        glReadPixels(0, y, out->width, 1, GL_RGBA, halves ? GL_HALF_FLOAT : GL_FLOAT,
                     row);
        for (int x = 0; x < out->width; x++)
            pixels_row(out, y)[x] =
                halves
                    ? ((const uint16_t *) row)[4 * x]
                    : (uint32_t) fp_convert(FP_BINARY32, FP_BINARY16, FP_RNE, row[x][0]);
    }
    free(row);
}

// The cases of a compute or vertex picture are rows of words, band 0 first: the same
// order as a target's rows from the bottom.
static const char *gl_dispatch(struct gl *gl, const struct probe_shape *shape,
                               struct pixels *out)
{
    GLsizeiptr size = (GLsizeiptr) out->width * out->height * 4;
    GLuint groups = (GLuint) (shape->columns * shape->bands + 63) / 64;
    const char *reason = NULL;

    pixels_clear(out);
    glGenBuffers(1, &gl->answers);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, gl->answers);
    glBufferData(GL_SHADER_STORAGE_BUFFER, size, out->words, GL_DYNAMIC_READ);
    glDispatchCompute(groups, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    const void *answers =
        glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, size, GL_MAP_READ_BIT);

    if (answers) {
        memcpy(out->words, answers, (size_t) size);
        glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    } else {
        reason = "the driver does not map the answers";
    }
    glDeleteBuffers(1, &gl->answers);
    gl->answers = 0;
    return reason;
}

// A point a pixel. Some drivers keep points in batches of 16-bit indices.
static void draw_points(int count)
{
    for (int first = 0; first < count; first += 4096)
        glDrawArrays(GL_POINTS, first, count - first < 4096 ? count - first : 4096);
}

// NULL, or why nothing was drawn.
static const char *gl_draw(struct gl *gl, const struct probe *probe,
                           const struct probe_params *params, int variant,
                           struct pixels *out)
{
    struct probe_shape shape = probe_shape(probe, params);

    if (params->stage == STAGE_COMPUTE)
        return gl_dispatch(gl, &shape, out);

    const char *reason = bind_target(gl, out->width, out->height, out->readout);

    if (reason)
        return reason;
    if (gl->dialect.version == 100)
        draw_es2(gl, probe, params, variant);
    else if (params->stage == STAGE_VERTEX ||
             (probe->expressions && probe->expressions->varying))
        draw_points(out->width * out->height);
    else
        glDrawArrays(GL_TRIANGLES, 0, 3);
    if (out->readout == READOUT_RGBA8)
        glReadPixels(0, 0, out->width, out->height, GL_RGBA, GL_UNSIGNED_BYTE,
                     out->words);
    else if (out->readout == READOUT_FLOAT16)
        read_halves(out);
    else
        read_exact(out->readout, out);
    return NULL;
}

static enum device_answer gl_paint(struct device *device, const struct probe *probe,
                                   const struct probe_params *params, int variant,
                                   struct pixels *out)
{
    struct gl *gl = device->priv;

    gl_clear_errors();
    enum device_answer answer = gl_use_program(device, probe, params);

    if (answer != DEVICE_PAINTED)
        return answer;
    if (gl->dialect.version != 100)
        gl_set_cases(gl, probe, params, variant);

    const char *why = gl_draw(gl, probe, params, variant, out);
    GLenum error = glGetError();

    if (why || error == GL_OUT_OF_MEMORY || error == GL_INVALID_OPERATION ||
        error == GL_INVALID_FRAMEBUFFER_OPERATION) {
        snprintf(device->reason, sizeof device->reason, "%s (glGetError 0x%04x)",
                 why ? why : "drawing failed", error);
        return DEVICE_REFUSED;
    }
    if (error != GL_NO_ERROR) {
        log_error("%s: the context was lost (glGetError 0x%04x)", device->facts.id,
                  error);
        return DEVICE_BROKEN;
    }
    flip(out);
    return DEVICE_PAINTED;
}

static void gl_close_device(struct device *device)
{
    struct gl *gl = device->priv;

    gl->release(gl->context);
    free(gl);
}

// State that all draws share. Dithering is on by default in ES.
static void gl_set_up(struct gl *gl, const struct facts *facts)
{
    static const GLfloat corners[] = { -1, -1, 1, -1, -1, 1, 1, 1 };

    glDisable(GL_DITHER);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &gl->max_size);
    glGenFramebuffers(1, &gl->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    if (facts->api == API_ES2) {
        glGenTextures(1, &gl->target_texture);
        glBindTexture(GL_TEXTURE_2D, gl->target_texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glGenBuffers(1, &gl->corners);
        glBindBuffer(GL_ARRAY_BUFFER, gl->corners);
        glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
        return;
    }
    if (facts->api == API_GL)
        glEnable(GL_PROGRAM_POINT_SIZE);
    glGenVertexArrays(1, &gl->vertex_array);
    glBindVertexArray(gl->vertex_array);
    gl->compute = gl->dialect.version >= (gl->dialect.es ? 310 : 430);
}

// NULL, or why the context cannot be used.
static const char *gl_adopt(struct device *device, struct gl *gl, gl_loader loader)
{
    int loaded = device->facts.api == API_GL ? gladLoadGL((GLADloadfunc) loader)
                                             : gladLoadGLES2((GLADloadfunc) loader);

    if (!loaded || !glGetString)
        return "its GL entry points cannot be loaded";

    const char *reason = gl_read_facts(device, gl);

    if (reason)
        return reason;
    gl_set_up(gl, &device->facts);
    gl_clear_errors();
    return NULL;
}

bool gl_open(struct device *device, gl_loader loader,
             const struct device_options *options, void (*release)(void *context),
             void *context)
{
    struct gl *gl = memory_new(1, sizeof *gl);
    const char *reason;

    gl->release = release;
    gl->compiles_ahead = -1;
    gl->context = context;
    if (options && options->shader_dir)
        snprintf(gl->shader_dir, sizeof gl->shader_dir, "%s", options->shader_dir);
    reason = gl_adopt(device, gl, loader);
    if (reason) {
        log_error("%s: %s", device->facts.id, reason);
        release(context);
        free(gl);
        *device = (struct device){ 0 };
        return false;
    }
    device->priv = gl;
    device->unsupported = gl_unsupported;
    device->paint = gl_paint;
    device->prepare = gl_prepare_program;
    device->close = gl_close_device;
    return true;
}

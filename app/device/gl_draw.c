// SPDX-License-Identifier: MIT
//
// Draws a question once, in one way (base/drawn.h), and reads it back. gl_controls.h
// describes the controls that each picture has.

#include "device/gl_private.h"
#include "device/gl_targets.h"

#include "base/fp.h"
#include "base/memory.h"
#include "device/gl_controls.h"
#include "device/gl_own.h"
#include "device/gl_points.h"

#include <stdlib.h>
#include <string.h>

void gl_number_vertices(struct gl *gl, int count)
{
    if (count <= gl->numbered)
        return;
    GLfloat *numbers = memory_new((size_t) count, sizeof *numbers);

    for (int i = 0; i < count; i++)
        numbers[i] = (GLfloat) i;
    glBindBuffer(GL_ARRAY_BUFFER, gl->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) ((size_t) count * sizeof *numbers),
                 numbers, GL_STATIC_DRAW);
    gl->numbered = count;
    free(numbers);
}

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

static uint32_t half_as_float(uint32_t half)
{
    return (uint32_t) fp_convert(FP_BINARY16, FP_BINARY32, FP_RNE, half);
}

// To `word`, as a pixel of that readout.
static void clear_target(enum readout readout, enum drawn_target target, uint32_t word)
{
    if (readout == READOUT_FLOAT16)
        word = half_as_float(word);
    if (target == TARGET_RGBA8 || target == TARGET_BYTES) {
        glClearColor((float) (word & 0xff) / 255, (float) (word >> 8 & 0xff) / 255,
                     (float) (word >> 16 & 0xff) / 255, (float) (word >> 24) / 255);
        glClear(GL_COLOR_BUFFER_BIT);
    } else if (readout == READOUT_FLOAT32 || readout == READOUT_FLOAT16) {
        glClearBufferfv(GL_COLOR, 0, (const GLfloat[4]){ fp_from_bits(word), 0, 0, 0 });
    } else {
        glClearBufferuiv(GL_COLOR, 0, (const GLuint[4]){ word, 0, 0, 0 });
    }
}

// Clears the controls of a picture, which lies at the target's bottom left.
static void clear_controls(const struct pixels *out, enum drawn_target target,
                           uint32_t draw)
{
    int at[4];

    glEnable(GL_SCISSOR_TEST);
    for (unsigned i = 0; i < GL_CONTROLS; i++) {
        gl_controls_place(out->width, out->height, i, at);
        glScissor(at[0], at[1], at[2], at[3]);
        clear_target(out->readout, target,
                     gl_controls_word(out->readout, target, draw, i));
    }
    glDisable(GL_SCISSOR_TEST);
}

// Binds a target of the picture's size, and a row and a column for the controls, cleared
// to the canary. Returns NULL, or why there is none.
static const char *bind_target(struct gl *gl, const struct pixels *out,
                               enum drawn_target target)
{
    static const GLenum formats[TARGET_COUNT] = {
        [TARGET_RGBA8] = GL_RGBA8,     [TARGET_BYTES] = GL_RGBA8,
        [TARGET_R32F] = GL_R32F,       [TARGET_RGBA32F] = GL_RGBA32F,
        [TARGET_R32UI] = GL_R32UI,     [TARGET_RGBA32UI] = GL_RGBA32UI,
        [TARGET_RGBA16F] = GL_RGBA16F,
    };
    GLenum format = formats[target];

    if (gl->target_width != out->width + 1 || gl->target_height != out->height + 1 ||
        gl->target_format != format) {
        gl->target_width = out->width + 1;
        gl->target_height = out->height + 1;
        gl->target_format = format;
        if (!gl_make_target(gl)) {
            gl->target_width = 0;
            return "the driver does not draw to a target of this format";
        }
    }
    glViewport(0, 0, out->width, out->height);
    clear_target(out->readout, target, pixels_canary(out->readout));
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
    gl_set_size(gl, shape);
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

// Copies the picture of `all`, whose rows are from the bottom, into rows from the top.
static void take_picture(const struct pixels *all, struct pixels *out)
{
    size_t size = (size_t) out->width * sizeof *out->words;

    for (int y = 0; y < out->height; y++)
        memcpy(pixels_row(out, out->height - 1 - y), pixels_row(all, y), size);
}

// Integer and float targets: one channel where the driver reads back one, else four.
// What is not written stays the canary here and below.
static void read_exact(enum readout readout, struct pixels *all)
{
    bool bits = readout == READOUT_BITS;
    GLenum one = bits ? GL_RED_INTEGER : GL_RED;
    GLenum four = bits ? GL_RGBA_INTEGER : GL_RGBA;
    GLenum type = bits ? GL_UNSIGNED_INT : GL_FLOAT;
    GLint format = 0, format_type = 0;

    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_FORMAT, &format);
    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &format_type);
    if ((GLenum) format == one && (GLenum) format_type == type) {
        glReadPixels(0, 0, all->width, all->height, one, type, all->words);
        return;
    }
    uint32_t(*row)[4] = memory_new((size_t) all->width, sizeof *row);

    for (int y = 0; y < all->height; y++) {
        for (int x = 0; x < all->width; x++)
            row[x][0] = pixels_canary(readout);
        glReadPixels(0, y, all->width, 1, four, type, row);
        for (int x = 0; x < all->width; x++)
            pixels_row(all, y)[x] = row[x][0];
    }
    free(row);
}

// Halves as the patterns that they are, where the driver reads those back, else as
// floats, which hold them.
static void read_halves(struct pixels *all)
{
    GLint type = 0;
    uint32_t(*row)[4] = memory_new((size_t) all->width, sizeof *row);
    uint32_t canary = pixels_canary(READOUT_FLOAT16);

    glGetIntegerv(GL_IMPLEMENTATION_COLOR_READ_TYPE, &type);
    bool halves = type == GL_HALF_FLOAT;
    uint32_t unread = halves ? canary : half_as_float(canary);

    for (int y = 0; y < all->height; y++) {
        for (int x = 0; x < all->width; x++)
            row[halves ? x / 2 : x][halves ? x % 2 * 2 : 0] = unread;
        glReadPixels(0, y, all->width, 1, GL_RGBA, halves ? GL_HALF_FLOAT : GL_FLOAT,
                     row);
        for (int x = 0; x < all->width; x++)
            pixels_row(all, y)[x] =
                halves
                    ? ((const uint16_t *) row)[4 * x]
                    : (uint32_t) fp_convert(FP_BINARY32, FP_BINARY16, FP_RNE, row[x][0]);
    }
    free(row);
}

static void read_target(const struct pixels *out, enum drawn_target target,
                        struct pixels *all)
{
    if (target_is_bytes(target))
        glReadPixels(0, 0, all->width, all->height, GL_RGBA, GL_UNSIGNED_BYTE,
                     all->words);
    else if (out->readout == READOUT_FLOAT16)
        read_halves(all);
    else
        read_exact(out->readout, all);
}

static const char *map_answers(uint32_t *words, GLsizeiptr size)
{
    const void *answers =
        glMapBufferRange(GL_SHADER_STORAGE_BUFFER, 0, size, GL_MAP_READ_BIT);

    if (!answers)
        return "the driver does not map the answers";
    memcpy(words, answers, (size_t) size);
    glUnmapBuffer(GL_SHADER_STORAGE_BUFFER);
    return NULL;
}

// Draws a compute picture. Its cases are rows of words, band 0 first: the same order as a
// target's rows from the bottom. The buffer is new, and has its controls from the start.
static const char *gl_dispatch(struct gl *gl, const struct probe_shape *shape,
                               const struct pixels *out, struct pixels *all, bool *shown)
{
    size_t width = (size_t) out->width, count = width * (size_t) out->height;
    GLsizeiptr size = (GLsizeiptr) (4 * (count + 2 * GL_CONTROLS_MARGIN));
    GLuint groups = (GLuint) (shape->columns * shape->bands + 63) / 64;
    uint32_t *words = memory_new(count + 2 * GL_CONTROLS_MARGIN, sizeof *words);

    for (size_t i = 0; i < count; i++)
        words[GL_CONTROLS_MARGIN + i] = pixels_canary(out->readout);
    gl_controls_fill(words, count, gl->number);
    glGenBuffers(1, &gl->answers);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, gl->answers);
    glBufferData(GL_SHADER_STORAGE_BUFFER, size, words, GL_DYNAMIC_READ);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, gl->answers, 4 * GL_CONTROLS_MARGIN,
                      (GLsizeiptr) (4 * count));
    glDispatchCompute(groups, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    const char *reason = map_answers(words, size);

    *shown = gl_controls_filled(words, count, gl->number);
    for (int y = 0; y < out->height; y++)
        memcpy(pixels_row(all, y), words + GL_CONTROLS_MARGIN + (size_t) y * width,
               4 * width);
    glDeleteBuffers(1, &gl->answers);
    gl->answers = 0;
    free(words);
    return reason;
}

// A point a pixel. Some drivers keep points in batches of 16-bit indices.
static void draw_points(struct gl *gl, int count)
{
    gl_number_vertices(gl, count);
    for (int first = 0; first < count; first += 4096)
        glDrawArrays(GL_POINTS, first, count - first < 4096 ? count - first : 4096);
}

// Draws into the target, the controls last, and reads it back.
static const char *draw_target(struct device *device, const struct probe *probe,
                               const struct probe_params *params, int variant,
                               const struct pixels *out, struct pixels *all)
{
    struct gl *gl = device->priv;
    struct drawn way = device->drawn;
    const char *reason = bind_target(gl, out, way.target);

    if (reason)
        return reason;
    if (way.draw == DRAW_STRIP || way.draw == DRAW_STRIP_STORED)
        draw_es2(gl, probe, params, variant);
    else if (probe->mesh && gl->dialect.version == 100)
        gl_draw_controlled_mesh(device, probe, params, out);
    else if (probe->mesh)
        gl_draw_mesh(gl, probe->mesh, params);
    else if (gl->dialect.version == 100)
        gl_draw_points(device, probe, params, variant, out);
    else if (way.draw == DRAW_POINTS || way.draw == DRAW_POINTS_ID)
        draw_points(gl, out->width * out->height);
    else
        glDrawArrays(GL_TRIANGLES, 0, 3);
    clear_controls(out, way.target, gl->number);
    read_target(out, way.target, all);
    return NULL;
}

const char *gl_draw(struct device *device, const struct probe *probe,
                    const struct probe_params *params, int variant, struct pixels *out)
{
    struct gl *gl = device->priv;
    enum drawn_target target = device->drawn.target;
    struct probe_shape shape = probe_shape(probe, params);
    struct pixels all;
    const char *reason;
    bool shown = true;

    gl->number++;
    pixels_init(&all, out->width + 1, out->height + 1, out->readout);
    pixels_clear(&all);
    if (device->drawn.draw == DRAW_DISPATCH) {
        reason = gl_dispatch(gl, &shape, out, &all, &shown);
    } else if (probe->targets) {
        reason = gl_draw_targets(device, probe, params, &all, &shown);
    } else {
        reason = draw_target(device, probe, params, variant, out, &all);
        shown = gl_controls_shown(&all, target, gl->number);
    }
    if (!shown)
        pixels_clear(&all);
    if (!reason)
        take_picture(&all, out);
    gl->shown = shown && !reason;
    pixels_finish(&all);
    return reason;
}

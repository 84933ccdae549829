// SPDX-License-Identifier: MIT
//
// Targets of an expression's own (probe/target.h): one after the other, each a texture
// as large as the picture, and a row more. The destination is uploaded into the band of
// the expression; the scissor leaves the others alone.
//
// The row more is the control (gl_draw.c): after the draw it is cleared to zeros and ones
// that are bits of the draw's number, which all formats hold.
//
// ESSL 1.00 has the target of bytes alone. Each case is a point there (gl_points.c), a
// band a picture of one expression.

#include "device/gl_targets.h"

#include "base/fp.h"
#include "base/memory.h"
#include "device/gl_points.h"
#include "probe/expressions.h"
#include "probe/target.h"

#include <stdlib.h>

// How such targets are kept, handed over and read back.
static const struct gl_target {
    GLenum kept, type;
    size_t size; // of a texel, in bytes
} gl_targets[PROBE_TARGET_FORMATS] = {
    [PROBE_TARGET_RGBA8] = { GL_RGBA8, GL_UNSIGNED_BYTE, 4 },
    [PROBE_TARGET_SRGB8_ALPHA8] = { GL_SRGB8_ALPHA8, GL_UNSIGNED_BYTE, 4 },
    [PROBE_TARGET_RGB10_A2] = { GL_RGB10_A2, GL_UNSIGNED_INT_2_10_10_10_REV, 4 },
    [PROBE_TARGET_RGBA16F] = { GL_RGBA16F, GL_FLOAT, 16 },
    [PROBE_TARGET_RGBA32F] = { GL_RGBA32F, GL_FLOAT, 16 },
};

// A band of one expression in its target.
struct own_band {
    const struct probe *probe;
    const struct probe_params *params;
    struct probe_target target;
    int line, first, columns, rows; // rows of the picture, from the bottom
};

static bool holds_floats(enum probe_target_format format)
{
    return gl_targets[format].type == GL_FLOAT;
}

// Pixel i of the band before the draw.
static uint32_t destination_word(const struct own_band *band, size_t i)
{
    uint64_t words[PROBE_OPERANDS];

    probe_words(band->probe, band->params, band->first + (int) i / band->columns,
                (int) i % band->columns, words);
    return (uint32_t) words[band->target.laid];
}

// All four channels are the word; of the alpha of 10-bit targets the highest bits.
static void put_texel(enum probe_target_format format, uint32_t word, void *texel)
{
    uint32_t *to = texel;

    if (format == PROBE_TARGET_RGBA16F)
        word = (uint32_t) fp_convert(FP_BINARY16, FP_BINARY32, FP_RNE, word);
    if (holds_floats(format))
        to[0] = to[1] = to[2] = to[3] = word;
    else if (format == PROBE_TARGET_RGB10_A2)
        *to = word * 0x00100401u | word >> 8 << 30;
    else
        *to = word * 0x01010101u;
}

static uint32_t first_channel(enum probe_target_format format, const void *texel)
{
    uint32_t word = *(const uint32_t *) texel;

    if (format == PROBE_TARGET_RGBA16F)
        return (uint32_t) fp_convert(FP_BINARY32, FP_BINARY16, FP_RNE, word);
    if (holds_floats(format))
        return word;
    return word & (format == PROBE_TARGET_RGB10_A2 ? 0x3ff : 0xff);
}

// False: there is none of this format.
static bool own_make_target(struct gl *gl, const struct own_band *band, int height)
{
    const struct gl_target *how = &gl_targets[band->target.format];
    bool es2 = gl->dialect.version == 100;

    if (es2 && band->target.format != PROBE_TARGET_RGBA8)
        return false;
    if (!gl->own_target)
        glGenTextures(1, &gl->own_target);
    if (!gl->own_framebuffer)
        glGenFramebuffers(1, &gl->own_framebuffer);
    glBindTexture(GL_TEXTURE_2D, gl->own_target);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, es2 ? GL_RGBA : (GLint) how->kept, band->columns,
                 height, 0, GL_RGBA, how->type, NULL);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->own_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                           gl->own_target, 0);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static void lay_destination(const struct own_band *band)
{
    const struct gl_target *how = &gl_targets[band->target.format];
    size_t count = (size_t) (band->columns * band->rows);
    char *texels = memory_new(count, how->size);

    for (size_t i = 0; i < count; i++)
        put_texel(band->target.format, destination_word(band, i), texels + i * how->size);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, band->first, band->columns, band->rows, GL_RGBA,
                    how->type, texels);
    free(texels);
}

// All of the band.
static void own_draw(struct device *device, const struct own_band *band)
{
    const struct gl *gl = device->priv;
    struct probe_params one = *band->params;
    const struct pixels picture = { .width = band->columns, .height = band->rows };

    if (gl->dialect.version != 100) {
        glDrawArrays(GL_TRIANGLES, 0, 3);
        return;
    }
    one.only = band->line + 1;
    glViewport(0, band->first, band->columns, band->rows);
    gl_draw_points(device, band->probe, &one, 0, &picture);
}

static void own_blend(struct device *device, const struct own_band *band)
{
    const struct gl *gl = device->priv;

    // No texture is read that is drawn to.
    glBindTexture(GL_TEXTURE_2D, gl->dialect.buffer ? 0 : gl->cases);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (!gl->dialect.es)
        glEnable(GL_FRAMEBUFFER_SRGB);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, band->first, band->columns, band->rows);
    own_draw(device, band);
    if (!gl->dialect.es)
        glDisable(GL_FRAMEBUFFER_SRGB);
    glDisable(GL_BLEND);
}

static float control_bit(const struct gl *gl, int channel)
{
    return (float) (gl->number >> channel & 1);
}

// Clears the row `y` to the control, and reads it back.
static bool own_shows_control(const struct gl *gl, const struct own_band *band, int y)
{
    const struct gl_target *how = &gl_targets[band->target.format];
    char *row = memory_new((size_t) band->columns, how->size);
    float want = control_bit(gl, 0);

    glScissor(0, y, band->columns, 1);
    glClearColor(want, control_bit(gl, 1), control_bit(gl, 2), control_bit(gl, 3));
    glClear(GL_COLOR_BUFFER_BIT);
    glReadPixels(0, y, band->columns, 1, GL_RGBA, how->type, row);
    uint32_t got = first_channel(band->target.format, row);

    free(row);
    return (got != 0) == (want != 0);
}

// Where no pixel changed, nothing was drawn.
static void own_read(const struct own_band *band, struct pixels *all)
{
    bool changed = false;
    const struct gl_target *how = &gl_targets[band->target.format];
    size_t count = (size_t) (band->columns * band->rows);
    char *texels = memory_new(count, how->size);

    glReadPixels(0, band->first, band->columns, band->rows, GL_RGBA, how->type, texels);
    for (size_t i = 0; i < count; i++) {
        uint32_t word = first_channel(band->target.format, texels + i * how->size);

        changed = changed || word != destination_word(band, i);
        pixels_row(all, band->first)[i] = word;
    }
    for (size_t i = 0; !changed && i < count; i++)
        pixels_row(all, band->first)[i] = pixels_canary(all->readout);
    free(texels);
}

// Whether there was no error but that the driver has no such target.
static bool own_error(bool *refused)
{
    GLenum error = glGetError();

    *refused = error != GL_NO_ERROR;
    return error == GL_NO_ERROR || error == GL_INVALID_OPERATION ||
           error == GL_INVALID_ENUM || error == GL_INVALID_VALUE ||
           error == GL_INVALID_FRAMEBUFFER_OPERATION;
}

// One expression. False: the driver fails.
static bool draw_own(struct device *device, const struct own_band *band,
                     struct pixels *all, bool *shown)
{
    struct gl *gl = device->priv;
    bool refused = !own_make_target(gl, band, all->height), none = refused;

    if (!refused) {
        lay_destination(band);
        own_blend(device, band);
        if (!own_error(&refused))
            return false;
    }
    if (!refused) {
        *shown = own_shows_control(gl, band, all->height - 1) && *shown;
        own_read(band, all);
    }
    glDisable(GL_SCISSOR_TEST);
    if (!own_error(&none))
        return false;
    for (int i = 0; (refused || none) && i < band->columns * band->rows; i++)
        pixels_row(all, band->first)[i] = EXPRESSIONS_ABSENT;
    return true;
}

const char *gl_draw_targets(struct device *device, const struct probe *probe,
                            const struct probe_params *params, struct pixels *all,
                            bool *shown)
{
    struct gl *gl = device->priv;
    const struct expressions *lines = probe->expressions;
    bool ok = true;

    *shown = true;
    glViewport(0, 0, all->width, all->height - 1);
    for (int line = 0; ok && line < lines->count; line++) {
        struct own_band band = { probe, params,     probe->targets[line], line,
                                 0,     all->width, lines->rows };

        if (params->only && line != params->only - 1)
            continue;
        band.first = params->only ? 0 : line * lines->rows;
        ok = draw_own(device, &band, all, shown);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    return ok ? NULL : "the driver fails to draw to a target";
}

// SPDX-License-Identifier: MIT
//
// Targets of an expression's own (probe/target.h): one after the other, each a texture as
// large as the picture, and a row and a column more. The destination is uploaded into the
// band of the expression; the scissor leaves the others alone.
//
// The row above the band, and the column to the right of it, are the controls
// (gl_controls.h): after the draw they are cleared to zeros and others, whose order
// depends on the number of the draw.
//
// ESSL 1.00 has the target of bytes alone. Each case is a point there (gl_points.c), a
// band a picture of one expression.

#include "device/gl_targets.h"

#include "base/fp.h"
#include "base/memory.h"
#include "device/gl_controls.h"
#include "device/gl_points.h"
#include "probe/expressions.h"
#include "probe/target.h"

#include <stdlib.h>
#include <string.h>

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

// Pixel i of the band in `all`, which has a column more.
static uint32_t *own_pixel(const struct own_band *band, struct pixels *all, int i)
{
    return &pixels_row(all, band->first + i / band->columns)[i % band->columns];
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

static uint32_t channel_of(enum probe_target_format format, const void *texel,
                           int channel)
{
    const uint32_t *words = texel;

    if (format == PROBE_TARGET_RGBA16F)
        return (uint32_t) fp_convert(FP_BINARY32, FP_BINARY16, FP_RNE, words[channel]);
    if (holds_floats(format))
        return words[channel];
    if (format == PROBE_TARGET_RGB10_A2)
        return *words >> 10 * channel & (channel == 3 ? 3 : 0x3ff);
    return *words >> 8 * channel & 0xff;
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
    glTexImage2D(GL_TEXTURE_2D, 0, es2 ? GL_RGBA : (GLint) how->kept, band->columns + 1,
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

// Four bits of a control, one a channel: those of the other controls, and of the controls
// of the next draw, differ.
static unsigned control_bits(const struct gl *gl, unsigned which)
{
    return (gl->number + 5 * which) & 15;
}

// The colours are halves: llvmpipe, when the processor rounds upward, stores 1.0 as 256
// in an sRGB target, which carries into the next channel. An alpha may have one bit.
static void own_clear_controls(const struct gl *gl, const struct own_band *band)
{
    int at[4];

    for (unsigned i = 0; i < GL_CONTROLS; i++) {
        unsigned bits = control_bits(gl, i);

        gl_controls_place(band->columns, band->rows, i, at);
        glScissor(at[0], band->first + at[1], at[2], at[3]);
        glClearColor((float) (bits & 1) / 2, (float) (bits >> 1 & 1) / 2,
                     (float) (bits >> 2 & 1) / 2, (float) (bits >> 3));
        glClear(GL_COLOR_BUFFER_BIT);
    }
}

// Returns true if a texel of the band that was read back shows these bits.
static bool shows_bits(const struct own_band *band, const char *texels, int x, int y,
                       unsigned bits)
{
    size_t i = (size_t) y * (size_t) (band->columns + 1) + (size_t) x;
    const char *texel = texels + i * gl_targets[band->target.format].size;
    unsigned got = 0;

    for (int channel = 0; channel < 4; channel++)
        got |= (unsigned) (channel_of(band->target.format, texel, channel) != 0)
               << channel;
    return got == bits;
}

static bool own_shows_controls(const struct gl *gl, const struct own_band *band,
                               const char *texels)
{
    bool shown = true;
    int at[4];

    for (unsigned i = 0; i < GL_CONTROLS; i++) {
        gl_controls_place(band->columns, band->rows, i, at);
        for (int k = 0; k < at[2] * at[3]; k++)
            shown = shown && shows_bits(band, texels, at[0] + (i < 2 ? k : 0),
                                        at[1] + (i < 2 ? 0 : k), control_bits(gl, i));
    }
    return shown;
}

static char *own_texels(const struct own_band *band)
{
    return memory_new((size_t) ((band->columns + 1) * (band->rows + 1)),
                      gl_targets[band->target.format].size);
}

// Reads the band and its controls.
static void own_read(const struct own_band *band, char *texels)
{
    glReadPixels(0, band->first, band->columns + 1, band->rows + 1, GL_RGBA,
                 gl_targets[band->target.format].type, texels);
}

// Copies what was read into `all`. Returns true if any pixel is not the destination.
static bool own_copy(const struct own_band *band, const char *texels, struct pixels *all)
{
    size_t size = gl_targets[band->target.format].size;
    bool changed = false;

    for (int i = 0; i < band->columns * band->rows; i++) {
        int x = i % band->columns, y = i / band->columns;
        const char *texel = texels + (size_t) (y * (band->columns + 1) + x) * size;
        uint32_t word = channel_of(band->target.format, texel, 0);

        changed = changed || word != destination_word(band, (size_t) i);
        *own_pixel(band, all, i) = word;
    }
    return changed;
}

// Lays the destination, which must be read back as it is, and draws over it; this must be
// read back twice alike, with its controls. A driver may misplace pixels where no control
// is, or in every second read-back. Returns false if it does.
static bool own_paint(struct device *device, const struct own_band *band,
                      struct pixels *all)
{
    const struct gl *gl = device->priv;
    size_t size = gl_targets[band->target.format].size;
    char *texels = own_texels(band), *again = own_texels(band);

    lay_destination(band);
    own_read(band, texels);
    bool shown = !own_copy(band, texels, all);

    own_blend(device, band);
    own_clear_controls(gl, band);
    own_read(band, texels);
    own_read(band, again);
    shown =
        shown && own_shows_controls(gl, band, texels) &&
        !memcmp(texels, again, (size_t) ((band->columns + 1) * (band->rows + 1)) * size);
    if (!own_copy(band, texels, all)) // nothing was drawn
        for (int i = 0; i < band->columns * band->rows; i++)
            *own_pixel(band, all, i) = pixels_canary(all->readout);
    free(again);
    free(texels);
    return shown;
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
        bool own_shown = own_paint(device, band, all);

        if (!own_error(&refused))
            return false;
        *shown = *shown && (own_shown || refused);
    }
    glDisable(GL_SCISSOR_TEST);
    if (!own_error(&none))
        return false;
    for (int i = 0; (refused || none) && i < band->columns * band->rows; i++)
        *own_pixel(band, all, i) = EXPRESSIONS_ABSENT;
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
    glViewport(0, 0, all->width - 1, all->height - 1);
    for (int line = 0; ok && line < lines->count; line++) {
        struct own_band band = { probe, params,         probe->targets[line], line,
                                 0,     all->width - 1, lines->rows };

        if (params->only && line != params->only - 1)
            continue;
        band.first = params->only ? 0 : line * lines->rows;
        ok = draw_own(device, &band, all, shown);
    }
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    return ok ? NULL : "the driver fails to draw to a target";
}

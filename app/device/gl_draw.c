// SPDX-License-Identifier: MIT
//
// Draws a question once, in one way (base/drawn.h), and reads it back.

#include "base/drawn.h"
#include "base/fp.h"
#include "base/memory.h"
#include "base/pixels.h"
#include "device/gl_own.h"
#include "device/gl_points.h"
#include "device/gl_private.h"
#include "probe/drawn.h"
#include "probe/expressions.h"

#include <stdlib.h>
#include <string.h>

// ---- controls ----
//
// Controls are pixels beside a picture. They show whether what was read back is the
// picture.
//
// A driver may draw, clear or read back nothing from some call on, and report no error:
// then a picture is zeros, or an earlier one. A read-back may also flip the picture, or
// be a row off. So each picture has controls, which are read back with it: a row above it
// and a column to the right of it, or words before and behind it in a buffer. After the
// draw each half of these gets a word of its own, which depends on the number of the
// draw. A picture counts as not painted if a control shows another word. The controls are
// not to the left or below: the picture would move then, and what a rasterizer
// interpolates depends on the place.

// The halves of the row above the picture, from the left, and of the column to the right
// of it, from the bottom.
#define GL_CONTROLS 4

// Words before and behind a picture in a buffer: a multiple of every alignment of
// offsets.
#define GL_CONTROLS_MARGIN 64

// Returns the word of a control: neither zero nor the canary. Bytes are multiples of 17,
// which no rounding confuses. Every second control has its last bit set.
static uint32_t gl_controls_word(enum readout readout, enum drawn_target target,
                                 uint32_t draw, unsigned which)
{
    uint32_t number = GL_CONTROLS * draw + which, hash = number * 0x9e3779b9u;

    if (target_is_bytes(target))
        return 17 * (number & 15) | 17 * (number >> 4 & 15) << 8 |
               17 * (number >> 8 & 15) << 16 | 0x55000000;
    switch (readout) {
    case READOUT_FLOAT32: return 0x3f800000 | (hash >> 9 & ~1u) | (which & 1);
    case READOUT_FLOAT16: return 0x6400 | (hash >> 22 & ~1u) | (which & 1);
    default: return 0x80000000 | (hash & ~1u) | (which & 1);
    }
}

// Returns true if a pixel shows that word; bytes may be off by a few.
static bool shows_control(enum drawn_target target, uint32_t got, uint32_t want)
{
    for (int shift = 0; target_is_bytes(target) && shift < 32; shift += 8)
        if (abs((int) (got >> shift & 0xff) - (int) (want >> shift & 0xff)) > 8)
            return false;
    return target_is_bytes(target) || got == want;
}

// Fills `place` with x, y, width and height of a control. The width or the height may be
// 0.
static void gl_controls_place(int width, int height, unsigned which, int place[4])
{
    int half = which < 2 ? (width + 1) / 2 : height / 2;
    int begin = which % 2 ? half : 0;
    int end = which % 2 == 0 ? half : which < 2 ? width + 1 : height;

    place[0] = which < 2 ? begin : width;
    place[1] = which < 2 ? height : begin;
    place[2] = which < 2 ? end - begin : 1;
    place[3] = which < 2 ? 1 : end - begin;
}

// Returns true if all controls of a picture show their words. `all` is what was read
// back, controls included, rows from the bottom.
static bool gl_controls_shown(const struct pixels *all, enum drawn_target target,
                              uint32_t draw)
{
    bool shown = true;
    int at[4];

    for (unsigned i = 0; i < GL_CONTROLS; i++) {
        uint32_t want = gl_controls_word(all->readout, target, draw, i);

        gl_controls_place(all->width - 1, all->height - 1, i, at);
        for (int k = 0; k < at[2] * at[3]; k++) {
            int x = at[0] + (i < 2 ? k : 0), y = at[1] + (i < 2 ? 0 : k);

            shown = shown && shows_control(target, pixels_row(all, y)[x], want);
        }
    }
    return shown;
}

// Returns the place of word i of the 2 * GL_CONTROLS_MARGIN words around a picture, and
// the word that belongs there.
static size_t margin_place(size_t count, uint32_t draw, size_t i, uint32_t *word)
{
    bool before = i < GL_CONTROLS_MARGIN;

    *word = gl_controls_word(READOUT_BITS, TARGET_BUFFER, draw, (before ? 0 : 2) + i % 2);
    return before ? i : count + i;
}

// Sets the controls around a picture of `count` words. `words` has GL_CONTROLS_MARGIN
// words before the picture, and as many behind it.
static void gl_controls_fill(uint32_t *words, size_t count, uint32_t draw)
{
    for (size_t i = 0; i < 2 * GL_CONTROLS_MARGIN; i++) {
        uint32_t word;
        size_t at = margin_place(count, draw, i, &word);

        words[at] = word;
    }
}

// Returns true if all controls around a picture of `count` words are there.
static bool gl_controls_filled(const uint32_t *words, size_t count, uint32_t draw)
{
    bool filled = true;

    for (size_t i = 0; i < 2 * GL_CONTROLS_MARGIN; i++) {
        uint32_t word;
        size_t at = margin_place(count, draw, i, &word);

        filled = filled && words[at] == word;
    }
    return filled;
}

// ---- targets of an expression's own ----
//
// Targets of an expression's own (probe/drawn.h): one after the other, each a texture as
// large as the picture, and a row and a column more. The destination is uploaded into the
// band of the expression; the scissor leaves the others alone.
//
// The row above the band, and the column to the right of it, are the controls:
// after the draw they are cleared to zeros and others, whose order
// depends on the number of the draw.
//
// ESSL 1.00 has the target of bytes alone. Each case is a point there (gl_points.c), a
// band a picture of one expression.

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

// Draws each expression of a probe into the target of its own (probe/drawn.h), and reads
// back words, rows from the bottom, into `all`: ABSENT (expressions.h) where the driver
// has no such target; what was there where the draw changed no pixel. *shown: they are of
// this draw. NULL, or why nothing was drawn.
static const char *gl_draw_targets(struct device *device, const struct probe *probe,
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
// Words that the driver does not write keep the canary, here and below.
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

// SPDX-License-Identifier: MIT
//
// Textures of a probe's own (probe/drawn.h): made anew for each render, from unit 1 on.

#include "device/gl_own.h"

#include "base/memory.h"
#include "probe/shared/half.h"

#include <stdlib.h>

// How texels are kept and handed over: all four channels are the operand.
static const struct kind {
    GLenum kept, format, type;
    size_t size; // of a channel, in bytes
} kinds[PROBE_TEXELS_COUNT] = {
    [PROBE_TEXELS_RGBA32F] = { GL_RGBA32F, GL_RGBA, GL_FLOAT, 4 },
    [PROBE_TEXELS_RGBA16F] = { GL_RGBA16F, GL_RGBA, GL_FLOAT, 4 },
    [PROBE_TEXELS_RGBA16F_OF_HALVES] = { GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, 2 },
    [PROBE_TEXELS_RGBA8] = { GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, 1 },
    [PROBE_TEXELS_SRGB8_ALPHA8] = { GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, 1 },
    [PROBE_TEXELS_RGBA32I] = { GL_RGBA32I, GL_RGBA_INTEGER, GL_INT, 4 },
    [PROBE_TEXELS_RGBA32UI] = { GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, 4 },
    [PROBE_TEXELS_RGBA8I] = { GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, 1 },
    [PROBE_TEXELS_RGBA8UI] = { GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, 1 },
    [PROBE_TEXELS_RGBA16I] = { GL_RGBA16I, GL_RGBA_INTEGER, GL_SHORT, 2 },
    [PROBE_TEXELS_RGBA16UI] = { GL_RGBA16UI, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT, 2 },
};

// OpenGL ES 2.0 has no other, and no format of a size.
static const struct kind bytes_of_es2 = { GL_RGBA, GL_RGBA, GL_UNSIGNED_BYTE, 1 };

static void put_channel(void *texels, const struct kind *kind, size_t at, uint32_t word)
{
    if (kind->type == GL_HALF_FLOAT)
        word = half_pack(FP_RNE, word);
    switch (kind->size) {
    case 4: ((uint32_t *) texels)[at] = word; return;
    case 2: ((uint16_t *) texels)[at] = (uint16_t) word; return;
    default: ((uint8_t *) texels)[at] = (uint8_t) word;
    }
}

// [bands][columns][4], band 0 first.
static void *texels_of_cases(const struct probe *probe, const struct probe_params *params,
                             struct probe_shape shape, const struct kind *kind)
{
    size_t columns = (size_t) shape.columns, count = columns * (size_t) shape.bands;
    void *texels = memory_new(count * 4, kind->size);

    for (size_t i = 0; i < 4 * count; i++) {
        uint64_t words[PROBE_OPERANDS];
        size_t at = i / 4;

        probe_words(probe, params, (int) (at / columns), (int) (at % columns), words);
        put_channel(texels, kind, i, (uint32_t) words[0]);
    }
    return texels;
}

static void put_level(const struct kind *kind, int level, int width, int height,
                      void *texels)
{
    glTexImage2D(GL_TEXTURE_2D, level, (GLint) kind->kept, width, height, 0, kind->format,
                 kind->type, texels);
    free(texels);
}

static void put_row_of_texels(const struct probe_texture *texture,
                              const struct kind *kind, int level)
{
    size_t width = (size_t) (texture->width >> level);
    void *texels = memory_new(width * 4, kind->size);

    for (size_t i = 0; i < 4 * width; i++)
        put_channel(texels, kind, i, texture->word(level, (int) (i / 4)));
    put_level(kind, level, (int) width, 1, texels);
}

// Sets the sampling of the bound texture, which another probe may have used. ES 2 counts
// no levels.
static void set_sampling(const struct probe_texture *texture, int levels)
{
    static const GLint small[] = { GL_NEAREST, GL_LINEAR, GL_NEAREST_MIPMAP_LINEAR };
    GLint wrap = texture->repeats ? GL_REPEAT : GL_CLAMP_TO_EDGE;

    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, small[texture->filter]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER,
                    texture->filter == PROBE_LINEAR ? GL_LINEAR : GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
    if (levels > 0)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels - 1);
}

void gl_set_textures(struct gl *gl, const struct probe *probe,
                     const struct probe_params *params)
{
    struct probe_shape shape = probe_shape(probe, params);

    for (int i = 0; probe->textures && probe->textures[i].sampler; i++) {
        const struct probe_texture *texture = &probe->textures[i];
        bool es2 = gl->dialect.version == 100;
        const struct kind *kind = es2 ? &bytes_of_es2 : &kinds[texture->texels];
        int levels = texture->levels ? texture->levels : 1;

        if (texture->width > gl->dialect.texture_size ||
            (es2 && texture->texels != PROBE_TEXELS_RGBA8))
            continue;
        if (!gl->textures[i])
            glGenTextures(1, &gl->textures[i]);
        glActiveTexture(GL_TEXTURE1 + (GLenum) i);
        glBindTexture(GL_TEXTURE_2D, gl->textures[i]);
        set_sampling(texture, es2 ? 0 : levels);
        for (int level = 0; texture->width && level < levels; level++)
            put_row_of_texels(texture, kind, level);
        if (!texture->width)
            put_level(kind, 0, shape.columns, shape.bands,
                      texels_of_cases(probe, params, shape, kind));
        glActiveTexture(GL_TEXTURE0);
        glUniform1i(glGetUniformLocation(gl->program, texture->sampler), i + 1);
    }
}

// SPDX-License-Identifier: MIT
//
// How operands get in. The guard is 1 in the first render. In the second it is
// 2, and the operands of the guarded step are halved, wherever the halves stay
// normal in a binary16: then a driver that has specialised the shader on the
// value 1 is found out, because the two pictures differ.

#include "device/gl_private.h"

#include "base/fp_bits.h"
#include "base/memory.h"
#include "device/gl_own.h"
#include "device/gl_points.h"
#include "probe/expressions.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HELD_MAX 128

// Whether halving the addends of a case loses nothing, in any format from
// binary16 up.
static bool can_halve(const struct probe *probe, const double *operands)
{
    for (int k = 0; k < probe->addends; k++) {
        double magnitude = fabs(operands[k]);

        if (magnitude < 0x1p-13 || magnitude > 0x1p15)
            return false;
    }
    return true;
}

// The factor that the guard of a case takes out again.
static double guard_of(const struct probe *probe, const struct probe_params *params,
                       const double *operands, int variant)
{
    bool doubled = variant == 1 && params->form == FORM_GUARDED && probe->addends > 0;

    return doubled && can_halve(probe, operands) ? 2 : 1;
}

static uint64_t gl_cases_word_of(const struct probe_params *params, double value)
{
    return params->precision == PRECISION_DOUBLE ? fp_bits64(value)
                                                 : fp_bits((float) value);
}

static double gl_cases_value_of(const struct probe_params *params, uint64_t word)
{
    return params->precision == PRECISION_DOUBLE ? fp_from_bits64(word)
                                                 : fp_from_bits((uint32_t) word);
}

void gl_fill_case(struct gl_case *words, const struct probe *probe,
                  const struct probe_params *params, int band, int column, int variant)
{
    double operands[PROBE_OPERANDS] = { 0 };

    *words = (struct gl_case){ 0 };
    probe_words(probe, params, band, column, words->rows[1]);
    for (int k = probe->operands; probe->asked_as && k < PROBE_OPERANDS; k++)
        words->rows[1][k] = gl_cases_word_of(params, 1);
    words->rows[2][0] = gl_cases_word_of(params, 1);
    memcpy(words->rows[0], words->rows[1], sizeof words->rows[0]);
    if (probe->expressions || variant == 0 || params->form != FORM_GUARDED)
        return;
    for (int k = 0; k < probe->operands; k++)
        operands[k] = gl_cases_value_of(params, words->rows[1][k]);
    double guard = guard_of(probe, params, operands, variant);

    for (int k = 0; k < probe->addends; k++)
        words->rows[0][k] = gl_cases_word_of(params, operands[k] / guard);
    words->rows[2][0] = gl_cases_word_of(params, guard);
}

// Into texels, rows `columns` texels apart; a double takes half a texel, low
// word first.
static void fill_texels(uint32_t (*texel)[4], size_t columns, const struct gl_case *words,
                        size_t rows, bool wide)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t k = 0; k < PROBE_OPERANDS; k++) {
            uint64_t word = words->rows[row][k];
            uint32_t(*at)[4] = texel + (wide ? 2 * row + k / 2 : row) * columns;

            if (wide) {
                at[0][2 * (k % 2)] = (uint32_t) word;
                at[0][2 * (k % 2) + 1] = (uint32_t) (word >> 32);
            } else {
                at[0][k] = (uint32_t) word;
            }
        }
    }
}

// As a texture, or as the buffer of one; texels[0] is left free for the grid.
static void upload(struct gl *gl, enum precision precision, struct probe_shape shape,
                   size_t rows, uint32_t (*texels)[4])
{
    // As integers for highp, as floats otherwise (shaders/prelude/cases.glsl says
    // why).
    bool bits = precision == PRECISION_HIGHP || precision == PRECISION_DOUBLE;
    GLenum format = bits ? GL_RGBA32UI : GL_RGBA32F;
    size_t count = rows * (size_t) (shape.columns * shape.bands);
    int grid[4] = { shape.cell_width, shape.cell_height, shape.columns, shape.bands };

    if (!gl->cases)
        glGenTextures(1, &gl->cases);
    if (!gl->dialect.buffer) {
        glBindTexture(GL_TEXTURE_2D, gl->cases);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint) format, shape.columns,
                     (int) rows * shape.bands, 0, bits ? GL_RGBA_INTEGER : GL_RGBA,
                     bits ? GL_UNSIGNED_INT : GL_FLOAT, texels + 1);
        return;
    }
    for (int i = 0; i < 4; i++)
        texels[0][i] = fp_bits((float) grid[i]);
    if (!gl->cases_buffer)
        glGenBuffers(1, &gl->cases_buffer);
    glBindBuffer(GL_TEXTURE_BUFFER, gl->cases_buffer);
    glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr) ((count + 1) * sizeof *texels), texels,
                 GL_STREAM_DRAW);
    glBindTexture(GL_TEXTURE_BUFFER, gl->cases);
    glTexBuffer(GL_TEXTURE_BUFFER, format, gl->cases_buffer);
}

// Sets operand 0 of the expression that also takes it as a uniform.
static void set_held(struct gl *gl, const struct probe *probe,
                     const struct probe_params *params)
{
    const struct expressions *lines = probe->expressions;
    int held = expressions_held(probe);
    uint64_t words[PROBE_OPERANDS];
    float values[HELD_MAX];

    if (held < 0 || params->precision > PRECISION_LOWP)
        return;
    assert(lines->columns <= HELD_MAX && lines->rows == 1);
    for (int i = 0; i < lines->columns; i++) {
        lines->operand(params, held, i, words);
        values[i] = fp_from_bits((uint32_t) words[0]);
    }
    glUniform1fv(glGetUniformLocation(gl->program, "held_values"), lines->columns,
                 values);
}

void gl_set_cases(struct gl *gl, const struct probe *probe,
                  const struct probe_params *params, int variant)
{
    struct probe_shape shape = probe_shape(probe, params);
    size_t columns = (size_t) shape.columns;
    bool wide = params->precision == PRECISION_DOUBLE;
    size_t rows = params->form == FORM_GUARDED ? 3 : 1, height = wide ? 2 * rows : rows;
    struct gl_case words;

    glUniform1i(glGetUniformLocation(gl->program, "cases"), 0);
    glUniform4i(glGetUniformLocation(gl->program, "grid"), shape.cell_width,
                shape.cell_height, shape.columns, shape.bands);
    set_held(gl, probe, params);
    uint32_t(*texels)[4] =
        memory_new(1 + columns * (size_t) shape.bands * height, sizeof *texels);

    for (size_t i = 0; i < columns * (size_t) shape.bands; i++) {
        size_t band = i / columns, column = i % columns;

        gl_fill_case(&words, probe, params, (int) band, (int) column, variant);
        fill_texels(texels + 1 + height * band * columns + column, columns, &words, rows,
                    wide);
    }
    upload(gl, params->precision, shape, height, texels);
    free(texels);
    gl_set_textures(gl, probe, params);
    gl_set_depths(gl, probe, params);
}

void gl_find_uniforms(struct gl *gl)
{
    gl->uniforms = (struct gl_uniforms){
        .operands = glGetUniformLocation(gl->program, "operands"),
        .again = glGetUniformLocation(gl->program, "operands_again"),
        .guard = glGetUniformLocation(gl->program, "guard"),
        .ramp = glGetUniformLocation(gl->program, "ramp"),
        .size = glGetUniformLocation(gl->program, "picture_size"),
    };
}

void gl_set_size(struct gl *gl, struct probe_shape shape)
{
    glUniform2f(gl->uniforms.size, (float) (shape.columns * shape.cell_width),
                (float) (shape.bands * shape.cell_height));
}

void gl_set_uniforms(struct gl *gl, const struct probe *probe,
                     const struct probe_params *params, int band, int column, int variant)
{
    const struct gl_uniforms *uniforms = &gl->uniforms;
    struct probe_shape shape = probe_shape(probe, params);
    float lacks = probe->asked_as ? 1 : 0;
    float again[4] = { lacks, lacks, lacks, lacks }, operands[4];
    uint64_t words[PROBE_OPERANDS];
    double own[PROBE_OPERANDS];

    probe_words(probe, params, band, column, words);
    for (int k = 0; k < probe->operands; k++)
        own[k] = gl_cases_value_of(params, words[k]);
    float guard = guard_of(probe, params, own, variant);

    for (int k = 0; k < PROBE_OPERANDS; k++) {
        if (k < probe->operands)
            again[k] = (float) own[k];
        operands[k] = k < probe->addends ? again[k] / guard : again[k];
    }
    glUniform4fv(uniforms->operands, 1, operands);
    // The compiler removes what the form or the probe does not use.
    if (uniforms->again >= 0)
        glUniform4fv(uniforms->again, 1, again);
    if (uniforms->guard >= 0)
        glUniform1f(uniforms->guard, guard);
    if (uniforms->ramp >= 0)
        glUniform2f(uniforms->ramp, 1 / guard, 1 / guard / (float) shape.columns);
}

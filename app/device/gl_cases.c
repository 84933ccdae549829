// SPDX-License-Identifier: MIT
//
// How operands get in. The guard is 1 in the first render. In the second it is 2, and
// the operands of the guarded step are halved, wherever the halves stay normal in a
// binary16: then a driver that has specialised the shader on the value 1 is found
// out, because the two pictures differ.

#include "gl_private.h"

#include "log.h"

#include <math.h>
#include <stdlib.h>

// Whether halving the addends of a case loses nothing, in any format from binary16 up.
static bool can_halve(const struct probe *probe, const float *operands)
{
    for (int k = 0; k < probe->addends; k++) {
        float magnitude = fabsf(operands[k]);

        if (magnitude < 0x1p-13f || magnitude > 0x1p15f)
            return false;
    }
    return true;
}

// The factor that the guard of a case takes out again.
static float guard_of(const struct probe *probe, const struct probe_params *params,
                      const float *operands, int variant)
{
    bool doubled = variant == 1 && params->form == FORM_GUARDED;

    return doubled && can_halve(probe, operands) ? 2 : 1;
}

// The texels of one case: operands, and for the guarded form the same again and the
// guard, `columns` texels apart.
static void fill_texels(uint32_t (*texel)[4], size_t columns, const struct probe *probe,
                        const struct probe_params *params, const float *operands,
                        int variant)
{
    float guard = guard_of(probe, params, operands, variant);

    for (int k = 0; k < probe->operands; k++)
        texel[0][k] = fp_bits(k < probe->addends ? operands[k] / guard : operands[k]);
    if (params->form != FORM_GUARDED)
        return;
    for (int k = 0; k < probe->operands; k++)
        texel[columns][k] = fp_bits(operands[k]);
    texel[2 * columns][0] = fp_bits(guard);
}

// As integers for highp, as floats otherwise (shaders/prelude/cases.glsl says why).
static void upload(struct gl *gl, enum precision precision, int width, int height,
                   const void *texels)
{
    bool bits = precision == PRECISION_HIGHP;

    if (!gl->cases)
        glGenTextures(1, &gl->cases);
    glBindTexture(GL_TEXTURE_2D, gl->cases);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, bits ? GL_RGBA32UI : GL_RGBA32F, width, height, 0,
                 bits ? GL_RGBA_INTEGER : GL_RGBA, bits ? GL_UNSIGNED_INT : GL_FLOAT,
                 texels);
}

bool gl_set_cases(struct gl *gl, const struct probe *probe,
                  const struct probe_params *params, int variant)
{
    struct probe_shape shape = probe->shape(params);
    size_t columns = (size_t) shape.columns;
    size_t rows = params->form == FORM_GUARDED ? 3 : 1;
    float operands[PROBE_OPERANDS];

    glUniform1i(glGetUniformLocation(gl->program, "cases"), 0);
    glUniform4i(glGetUniformLocation(gl->program, "grid"), shape.cell_width,
                shape.cell_height, shape.columns, shape.bands);
    // Without a guard the second render asks the very same.
    if (variant == 1 && rows == 1)
        return true;

    uint32_t(*texels)[4] = calloc(columns * (size_t) shape.bands * rows, sizeof(*texels));

    if (!texels) {
        log_error("no memory for the operands of %s", probe->name);
        return false;
    }
    for (size_t i = 0; i < columns * (size_t) shape.bands; i++) {
        size_t band = i / columns, column = i % columns;

        probe->operand(params, (int) band, (int) column, operands);
        fill_texels(texels + rows * band * columns + column, columns, probe, params,
                    operands, variant);
    }
    upload(gl, params->precision, shape.columns, (int) rows * shape.bands, texels);
    free(texels);
    return true;
}

void gl_set_uniforms(struct gl *gl, const struct probe *probe,
                     const struct probe_params *params, int band, int column, int variant)
{
    struct probe_shape shape = probe->shape(params);
    float again[4] = { 0 }, operands[4] = { 0 };
    GLuint program = gl->program;

    probe->operand(params, band, column, again);
    float guard = guard_of(probe, params, again, variant);

    for (int k = 0; k < 4; k++)
        operands[k] = k < probe->addends ? again[k] / guard : again[k];
    glUniform4fv(glGetUniformLocation(program, "operands"), 1, operands);
    glUniform4fv(glGetUniformLocation(program, "operands_again"), 1, again);
    glUniform1f(glGetUniformLocation(program, "guard"), guard);
    glUniform2f(glGetUniformLocation(program, "ramp"), 1 / guard,
                1 / guard / (float) shape.columns);
    glUniform2f(glGetUniformLocation(program, "picture_size"),
                (float) (shape.columns * shape.cell_width),
                (float) (shape.bands * shape.cell_height));
}

// SPDX-License-Identifier: MIT
// texture() between texels, between levels, and near the edges of texels. Only the
// sampler rounds: the position is operand 0 as it is.
#define POSITION vec2(operand(0), 0.5)
uniform highp sampler2D bytes;
uniform highp sampler2D bytes_512;
uniform highp sampler2D bytes_4096;
uniform highp sampler2D bytes_16384;
#if __VERSION__ == 100
#define READ(sampler) texture2D(sampler, POSITION).x
#else
#define READ(sampler) texture(sampler, POSITION).x
uniform highp sampler2D srgb_bytes;
uniform highp sampler2D halves;
uniform highp sampler2D byte_levels;
uniform highp sampler2D floats_16384;
uniform highp sampler2D floats;
uniform highp sampler2D float_levels;
uniform highp sampler2D fractions;

// Where a driver of ES does not, such a texture is black.
bool filters_floats()
{
    return texture(floats, vec2(0.75, 0.5)).x > 0.0;
}

void ask_floats()
{
    if (line_is(3) || line_is(5))
        result(0, READ(floats));
    if (line_is(7))
        result(0, textureLod(float_levels, vec2(0.5), operand(0)).x);
    if (line_is(8))
        result(0, READ(fractions));
}

// What GLSL ES 1.00 lacks.
void ask_others()
{
    if (filters_floats())
        ask_floats();
    if (line_is(1))
        result(0, READ(srgb_bytes));
    if (line_is(2))
        result(0, READ(halves));
    if (line_is(6))
        result(0, textureLod(byte_levels, vec2(0.5), operand(0)).x);
    if (line_is(13)) {
#if __VERSION__ >= 400 || defined(GL_ES) && __VERSION__ >= 310
        result(0, textureGather(bytes_512, POSITION).w);
#endif
    }
#if TEXTURE_SIZE >= 16384
    if (line_is(12))
        result(0, READ(floats_16384));
#endif
}
#endif

void probe()
{
#if __VERSION__ != 100
    ask_others();
#endif
    if (line_is(0) || line_is(4))
        result(0, READ(bytes));
    if (line_is(9))
        result(0, READ(bytes_512));
#if TEXTURE_SIZE >= 4096
    if (line_is(10))
        result(0, READ(bytes_4096));
#endif
#if TEXTURE_SIZE >= 16384
    if (line_is(11))
        result(0, READ(bytes_16384));
#endif
}

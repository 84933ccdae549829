// SPDX-License-Identifier: MIT
// texture() between texels, between levels, and near the edges of texels. Only the
// sampler rounds: the position is operand 0 as it is.
#if __VERSION__ == 100
uniform highp sampler2D bytes;
uniform highp sampler2D bytes_512;
uniform highp sampler2D bytes_4096;
uniform highp sampler2D bytes_16384;
#define POSITION vec2(operand(0), 0.5)

void probe()
{
    if (line_is(0) || line_is(4))
        result(0, texture2D(bytes, POSITION).x);
    if (line_is(9))
        result(0, texture2D(bytes_512, POSITION).x);
#if TEXTURE_SIZE >= 4096
    if (line_is(10))
        result(0, texture2D(bytes_4096, POSITION).x);
#endif
#if TEXTURE_SIZE >= 16384
    if (line_is(11))
        result(0, texture2D(bytes_16384, POSITION).x);
#endif
}
#else
uniform highp sampler2D bytes;
uniform highp sampler2D srgb_bytes;
uniform highp sampler2D halves;
uniform highp sampler2D byte_levels;
uniform highp sampler2D bytes_512;
uniform highp sampler2D bytes_4096;
uniform highp sampler2D bytes_16384;
uniform highp sampler2D floats_16384;
uniform highp sampler2D floats;
uniform highp sampler2D float_levels;
uniform highp sampler2D fractions;
#define POSITION vec2(operand(0), 0.5)

// Where a driver of ES does not, such a texture is black.
bool filters_floats()
{
    return texture(floats, vec2(0.75, 0.5)).x > 0.0;
}

void ask_floats()
{
    if (line_is(3) || line_is(5))
        result(0, texture(floats, POSITION).x);
    if (line_is(7))
        result(0, textureLod(float_levels, vec2(0.5), operand(0)).x);
    if (line_is(8))
        result(0, texture(fractions, POSITION).x);
}

void probe()
{
    if (filters_floats())
        ask_floats();
    if (line_is(0) || line_is(4))
        result(0, texture(bytes, POSITION).x);
    if (line_is(1))
        result(0, texture(srgb_bytes, POSITION).x);
    if (line_is(2))
        result(0, texture(halves, POSITION).x);
    if (line_is(6))
        result(0, textureLod(byte_levels, vec2(0.5), operand(0)).x);
    if (line_is(9))
        result(0, texture(bytes_512, POSITION).x);
#if TEXTURE_SIZE >= 4096
    if (line_is(10))
        result(0, texture(bytes_4096, POSITION).x);
#endif
#if TEXTURE_SIZE >= 16384
    if (line_is(11))
        result(0, texture(bytes_16384, POSITION).x);
    if (line_is(12))
        result(0, texture(floats_16384, POSITION).x);
#endif
}
#endif

// SPDX-License-Identifier: MIT
//
// How it works
//
// A position x in texels lies w = x - floor(x) of the way from the centre of texel a =
// floor(x) to that of the next, b, and a linear filter gives a + w (b - a) (OpenGL 4.6,
// 8.14.2). Hardware has w in fixed point: Direct3D 11 asks for 8 bits, Vulkan
// (subTexelPrecisionBits, mipmapPrecisionBits) for 4 and more. Between a 0 and a 1 what
// comes back is the weight itself: of 4,096 positions 8 bits make 256 levels. They are
// the positions rounded to so many bits, by a rule, of which each is tried; where bytes
// are mixed to bytes, 255 times the weight is rounded once more, to nearest. A level of
// detail is a position between two levels.
//
// Between texels that are no round numbers it shows in which steps the sum is done.
//
// Without a filter the texel is floor(x), where x = u * width: next to an edge the
// texel is the wrong one if x is rounded across it. Positions are asked within half a
// texel of 64 edges, in steps of 2^-23 of the width, all of them floats.
//
// textureGather() returns the four texels that a linear filter would mix, so the first is
// floor(u * width - 0.5), and its edges are the centres of texels.

#include "probe/expressions/filter.h"

#include "base/fp.h"
#include "probe/list.h"

#include <math.h>

#define EDGES     64
#define FAR       1000 // a whole number of widths from the origin
#define STEP_BITS 23

const struct filter_row filter_rows[FILTER_COUNT] = {
    [FILTER_RGBA8_LINEAR] = { FILTER_BETWEEN, true, 2, 0 },
    [FILTER_SRGB8_LINEAR] = { FILTER_BETWEEN, false, 2, 0 },
    [FILTER_RGBA16F_LINEAR] = { FILTER_BETWEEN, false, 2, 0 },
    [FILTER_RGBA32F_LINEAR] = { FILTER_BETWEEN, false, 2, 0 },
    [FILTER_RGBA8_LINEAR_FAR] = { FILTER_BETWEEN, true, 2, FAR },
    [FILTER_RGBA32F_LINEAR_FAR] = { FILTER_BETWEEN, false, 2, FAR },
    [FILTER_RGBA8_LEVELS] = { FILTER_LEVELS, true, 2, 0 },
    [FILTER_RGBA32F_LEVELS] = { FILTER_LEVELS, false, 2, 0 },
    [FILTER_RGBA32F_SUM] = { FILTER_FRACTIONS, false, 4, 0 },
    [FILTER_RGBA8_NEAREST_512] = { FILTER_NONE, true, 512, 0 },
    [FILTER_RGBA8_NEAREST_4096] = { FILTER_NONE, true, 4096, 0 },
    [FILTER_RGBA8_NEAREST_16384] = { FILTER_NONE, true, 16384, 0 },
    [FILTER_RGBA32F_NEAREST_16384] = { FILTER_NONE, false, 16384, 0 },
    [FILTER_RGBA8_GATHER_512] = { FILTER_GATHER, true, 512, 0 },
};

bool filter_is_texel(const struct filter_row *row)
{
    return row->kind == FILTER_NONE || row->kind == FILTER_GATHER;
}

// ---- textures ----

static uint32_t byte_end(int level, int x)
{
    (void) level;
    return x ? 255 : 0;
}

static uint32_t float_end(int level, int x)
{
    (void) level;
    return x ? fp_bits(1) : 0;
}

static uint32_t byte_level(int level, int x)
{
    (void) x;
    return level ? 255 : 0;
}

static uint32_t float_level(int level, int x)
{
    (void) x;
    return level ? fp_bits(1) : 0;
}

// 1/3, 1, 1/7, 1/7.
static uint32_t fraction(int level, int x)
{
    static const uint32_t words[] = { 0x3eaaaaab, 0x3f800000, FILTER_EQUAL,
                                      FILTER_EQUAL };

    (void) level;
    return words[x];
}

static uint32_t byte_number(int level, int x)
{
    (void) level;
    return (uint32_t) x & 255;
}

static uint32_t float_number(int level, int x)
{
    (void) level;
    return fp_bits((float) x);
}

double filter_single(double value)
{
    uint64_t bits = fp_convert(FP_BINARY64, FP_BINARY32, FP_RNE, fp_bits64(value));

    return (double) fp_from_bits((uint32_t) bits);
}

double filter_number(const struct filter_row *row, int texel)
{
    switch (row->kind) {
    case FILTER_FRACTIONS: return (double) fp_from_bits(fraction(0, texel));
    case FILTER_NONE:
    case FILTER_GATHER:
        return filter_single(row->bytes ? (double) byte_number(0, texel) / 255 : texel);
    default: return texel;
    }
}

// ---- positions: all of it is exact ----

// In steps of 2^-23: 32 distances, doubling, on either side of an edge, the first and the
// last included.
static int edge_step(const struct filter_row *row, int at)
{
    int per_texel = (1 << STEP_BITS) / row->width, edge = at % EDGES,
        distance = at / EDGES;
    int side = distance % 2 ? -1 : 1, magnitude = distance / 2;
    int texels = edge < EDGES / 2
                     ? edge * (row->width / EDGES)
                     : row->width - (EDGES - 1 - edge) * (row->width / EDGES);
    int doubling = magnitude / 2;
    int steps = magnitude < 2 ? magnitude : (2 + magnitude % 2) << (doubling - 1);

    return texels * per_texel + side * (steps < per_texel / 2 ? steps : per_texel / 2);
}

void filter_operand(const struct probe_params *params, int line, int at, uint64_t *words)
{
    const struct filter_row *row = &filter_rows[line];
    double part = (double) at / FILTER_CASES, u = part;

    (void) params;
    if (filter_is_texel(row))
        u = ldexp(edge_step(row, at), -STEP_BITS);
    if (row->kind == FILTER_GATHER)
        u += 0.5 / row->width;
    if (row->kind == FILTER_BETWEEN || row->kind == FILTER_FRACTIONS)
        u = row->far + (0.5 + part * (row->width - 1)) / row->width;
    words[0] = fp_bits((float) u);
}

double filter_position(const struct filter_row *row, uint64_t word)
{
    double u = (double) fp_from_bits((uint32_t) word);

    switch (row->kind) {
    case FILTER_LEVELS: return u;
    case FILTER_NONE: return u * row->width;
    default: return (u - row->far) * row->width - 0.5;
    }
}

// ---- answers ----

int filter_texel(const struct filter_row *row, double x)
{
    return (int) fmin(fmax(x, 0), row->width - 1);
}

double filter_result(const struct filter_row *row, const struct traits_filter *filter,
                     double x)
{
    int bits = row->kind == FILTER_NONE ? filter->texel_bits : filter->bits;
    double rounded = traits_filter_place(filter, bits, x);
    double first = floor(rounded);
    int a = filter_texel(row, first), b = filter_texel(row, first + 1);

    if (filter_is_texel(row))
        return filter_number(row, a);
    double value = traits_mixed(filter->mix, filter_number(row, a), filter_number(row, b),
                                rounded - first);

    return filter->bytes && row->bytes ? filter_single(floor(255 * value + 0.5) / 255)
                                       : value;
}

bool filter_answer(const struct expressions_call *call)
{
    const struct filter_row *row = &filter_rows[call->expression];

    for (size_t i = 0; i < call->count; i++) {
        double x = filter_position(row, call->in[0][i]);

        call->out[0][i] = fp_bits((float) filter_result(row, &call->traits->filter, x));
    }
    return true;
}

#define ENDS(sampler, texels, word)                                    \
    {                                                                  \
        sampler, PROBE_TEXELS_##texels, 2, word, 1, PROBE_LINEAR, true \
    }
#define LEVELLED(sampler, texels, word)                                         \
    {                                                                           \
        sampler, PROBE_TEXELS_##texels, 2, word, 2, PROBE_BETWEEN_LEVELS, false \
    }
#define NUMBERED(sampler, texels, width, word)                               \
    {                                                                        \
        sampler, PROBE_TEXELS_##texels, width, word, 1, PROBE_NEAREST, false \
    }

const struct probe_texture filter_textures[] = {
    ENDS("bytes", RGBA8, byte_end),
    ENDS("srgb_bytes", SRGB8_ALPHA8, byte_end),
    ENDS("halves", RGBA16F, float_end),
    ENDS("floats", RGBA32F, float_end),
    LEVELLED("byte_levels", RGBA8, byte_level),
    LEVELLED("float_levels", RGBA32F, float_level),
    { "fractions", PROBE_TEXELS_RGBA32F, 4, fraction, 1, PROBE_LINEAR, false },
    NUMBERED("bytes_512", RGBA8, 512, byte_number),
    NUMBERED("bytes_4096", RGBA8, 4096, byte_number),
    NUMBERED("bytes_16384", RGBA8, 16384, byte_number),
    NUMBERED("floats_16384", RGBA32F, 16384, float_number),
    { NULL, PROBE_TEXELS_COUNT, 0, NULL, 0, PROBE_NEAREST, false },
};

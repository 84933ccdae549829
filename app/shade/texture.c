// SPDX-License-Identifier: MIT

#include "shade/texture.h"

#include <math.h>
#include <stddef.h>

#define FAR 0x1p30 // texels

const struct texture texture_test = { .width = TEXTURE_TEST_SIDE,
                                      .height = TEXTURE_TEST_SIDE };

static int test_byte(int x, int y, int channel)
{
    switch (channel) {
    case 0: return x * 255 / (TEXTURE_TEST_SIDE - 1);
    case 1: return y * 255 / (TEXTURE_TEST_SIDE - 1);
    case 2: return (x / 8 + y / 8) % 2 ? 192 : 64;
    default: return 255;
    }
}

static int texture_index(bool clamp, int x, int size)
{
    if (clamp)
        return x < 0 ? 0 : x < size ? x : size - 1;
    return x % size < 0 ? x % size + size : x % size;
}

int texture_byte(const struct texture *texture, int x, int y, int channel)
{
    const int column = texture_index(texture->clamp, x, texture->width),
              row = texture_index(texture->clamp, y, texture->height);

    if (!texture->bytes)
        return test_byte(column, row, channel);
    return texture->bytes[4 * ((size_t) row * (size_t) texture->width + (size_t) column) +
                          (size_t) channel];
}

// On a device, a texel is a binary32 number.
static double texel(const struct texture *texture, bool exact, int x, int y, int channel)
{
    const double value = texture_byte(texture, x, y, channel) / 255.0;

    return exact ? value : (double) (float) value;
}

// Returns a position in texels, on a device with so many fraction bits. No texture is
// there at infinity and NaN.
static double position(const struct traits_filter *filter, int bits, double x)
{
    if (!(fabs(x) < FAR))
        return 0.0;
    return filter ? traits_filter_place(filter, bits, x) : x;
}

double texture_sample(const struct texture *texture, const struct traits_filter *filter,
                      struct texture_place place, int channel)
{
    const bool nearest = texture->nearest;
    const int bits = !filter ? 0 : nearest ? filter->texel_bits : filter->bits;
    const double middle = nearest ? 0.0 : 0.5;
    const double x = position(filter, bits, place.u * texture->width - middle),
                 y = position(filter, bits, place.v * texture->height - middle);
    const int left = (int) floor(x) + place.right, below = (int) floor(y) + place.up;
    double rows[2], value;

    if (nearest)
        return texel(texture, !filter, left, below, channel);
    for (int k = 0; k < 2; k++) {
        const double a = texel(texture, !filter, left, below + k, channel),
                     b = texel(texture, !filter, left + 1, below + k, channel);

        rows[k] = filter ? traits_mixed(filter->mix, a, b, x - floor(x))
                         : a + (x - floor(x)) * (b - a);
    }
    if (!filter)
        return rows[0] + (y - floor(y)) * (rows[1] - rows[0]);
    value = traits_mixed(filter->mix, rows[0], rows[1], y - floor(y));
    return filter->bytes ? (double) (float) (floor(255.0 * value + 0.5) / 255.0) : value;
}

double texture_gather(const struct texture *texture, const struct traits_filter *filter,
                      struct texture_place place, int channel, int corner)
{
    const int bits = filter ? filter->bits : 0;
    const double x = position(filter, bits, place.u * texture->width - 0.5),
                 y = position(filter, bits, place.v * texture->height - 0.5);
    const int right = corner == 1 || corner == 2, up = corner < 2;

    return texel(texture, !filter, (int) floor(x) + place.right + right,
                 (int) floor(y) + place.up + up, channel);
}

double texture_fetch(const struct texture *texture, int x, int y, int channel)
{
    if (x < 0 || y < 0 || x >= texture->width || y >= texture->height)
        return 0.0;
    return texel(texture, true, x, y, channel);
}

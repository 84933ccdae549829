// SPDX-License-Identifier: MIT
//
// How a device filters textures: a part of struct traits (traits.h).

#ifndef UNIT_TRAITS_FILTER_H
#define UNIT_TRAITS_FILTER_H

#include "base/fp_format.h"

#include <stdbool.h>

// How a filter mixes texels a and b, in binary32: each step rounded to nearest even; with
// one rounding of product and sum; or once. A clean device does the first.
enum traits_mix {
    TRAITS_MIX_STEPS,        // a + w * (b - a)
    TRAITS_MIX_FUSED,        // the same, fused
    TRAITS_MIX_TWO_PRODUCTS, // a * (1 - w) + b * w
    TRAITS_MIX_ONCE,
    TRAITS_MIX_COUNT,
};

// How a texture is filtered.
struct traits_filter {
    int bits;            // of the fraction of a position, a weight: [1, 11]; 0: all
    enum fp_round round; // by which it is rounded to them, one of the first eleven
    bool bytes;          // of bytes a byte is made, the nearest
    enum traits_mix mix;
    int texel_bits; // of the fraction of a position that is not filtered: [1, 13]; 0: all
};

#endif // UNIT_TRAITS_FILTER_H

// SPDX-License-Identifier: MIT
//
// s + d * (1 - a), blended onto a target in the ways of traits.h; and sRGB (IEC
// 61966-2-1).

#ifndef PROBE_SHARED_BLEND_H
#define PROBE_SHARED_BLEND_H

#include "probe/drawn.h"
#include "unit/traits.h"

#include <stdbool.h>
#include <stdint.h>

// What is blended: s and a in [0, 1], d a word of the target (drawn.h). Of floats and
// halves all three are such that 1 - a, d * (1 - a) and the sum are exact in binary64.
struct blend_case {
    enum probe_target_format format;
    double s, a;
    uint32_t d;
};

// Bits of a number of a target in fixed point; 0: it holds floats or halves.
int blend_bits(enum probe_target_format format);

// The word that such a device has then; and the exact result, in [0, 2^bits - 1] in fixed
// point, encoded in sRGB.
uint32_t blend_word(const struct blend_case *blend, enum traits_blend how);
double blend_exact(const struct blend_case *blend);

// Whether s is rounded to a level before it is blended, in fixed point.
bool blend_rounds_source(enum traits_blend how);

// How far a word is from the exact result: in levels, or in units of the last place.
double blend_off(const struct blend_case *blend, uint32_t word);

// What an encoded number in [0, 1] stands for, and the way back.
double blend_decoded(double encoded);
double blend_encoded(double linear);

#endif // PROBE_SHARED_BLEND_H

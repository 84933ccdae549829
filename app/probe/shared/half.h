// SPDX-License-Identifier: MIT
//
// What becomes of a float that is made a half: the cases by topic, the conversion by any
// rule. It does not know who converts: a function of GLSL, a render target or a texture.

#ifndef PROBE_SHARED_HALF_H
#define PROBE_SHARED_HALF_H

#include "probe/expressions.h"

#include <stdbool.h>
#include <stdint.h>

// exact: halves, and nothing rounds. ties, near ties: half-way between two normal
// halves, and beside it. subnormal results: exact ones. ties among subnormals: below
// 2^-14. overflow: from the largest half, 65504, on. Both signs in each.
enum half_topic {
    HALF_EXACT,
    HALF_TIES,
    HALF_NEAR_TIES,
    HALF_SUBNORMALS,
    HALF_SUBNORMAL_TIES,
    HALF_OVERFLOW,
    HALF_INFINITY,
    HALF_NAN,
    HALF_ZEROS,
    HALF_TOPIC_COUNT,
};

#define HALF_CASES 32

// The binary32 pattern of case `at` in [0, HALF_CASES) of a topic.
uint32_t half_operand(enum half_topic topic, int at);

// A binary32 pattern as a half, by `round`, one of the first eleven. Subnormals are
// kept. A NaN becomes a quiet one of the same sign, with the upper bits of its payload,
// as IEEE 754-2019, 6.2.3, would like it.
uint32_t half_pack(enum fp_round round, uint32_t bits);

// The way back, exact; a NaN becomes quiet and keeps its payload.
uint32_t half_unpack(uint32_t code);

#endif // PROBE_SHARED_HALF_H

// SPDX-License-Identifier: MIT
//
// What becomes of a float that is made a half: the cases by topic, the conversion by any
// rule, and how a row of answers is judged. It does not know who converts: a function of
// GLSL or a render target.

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
#define NO_HALF    UINT32_C(0x10000) // no code of a half

// The binary32 pattern of case `at` in [0, HALF_CASES) of a topic.
uint32_t half_operand(enum half_topic topic, int at);

// A binary32 pattern as a half, by `round`, one of the first eleven. Subnormals are
// kept. A NaN becomes a quiet one of the same sign, with the upper bits of its payload,
// as IEEE 754-2019, 6.2.3, would like it.
uint32_t half_pack(enum fp_round round, uint32_t bits);

// The way back, exact; a NaN becomes quiet and keeps its payload.
uint32_t half_unpack(uint32_t code);

// A row of answers: where the half is in a word, and what the rest of the word must be.
// The operands are those of `topic`.
struct half_row {
    const struct expressions_seen *seen;
    enum half_topic topic;
    int shift;     // of the half: 0 or 16
    uint32_t rest; // the other bits
};

// Fills the finding. Returns whether half_pack by `*round` gives every answer; there may
// be more such rules (finding->survivors), and to nearest even comes first.
bool half_judge(const struct half_row *row, struct finding *finding,
                enum fp_round *round);

// The answers of the probe; NULL is the last.
extern const struct finding_kind *const half_kinds[];

extern const struct finding_kind kind_spoils_other_half, kind_itself;

// Returns the first case that is not as IEEE 754 has it, or the count of cases.
size_t half_first(const struct half_row *row);

// See breaks_glsl of struct expressions.
bool half_breaks_glsl(const struct result *result, const struct finding *finding);

#endif // PROBE_SHARED_HALF_H

// SPDX-License-Identifier: MIT
//
// The expressions of the probe depth, for its answers (depth.c) and its judgement
// (depth_judge.c).

#ifndef PROBE_EXPRESSIONS_DEPTH_H
#define PROBE_EXPRESSIONS_DEPTH_H

#include "probe/depth.h"
#include "probe/list.h"

// What an expression asks: first of each format, then of one.
enum depth_question {
    DEPTH_KEPT,
    DEPTH_OF_POSITION,
    DEPTH_OUTSIDE,
    DEPTH_UNITS,
    DEPTH_FACTOR,
    DEPTH_EQUAL,
};

#define DEPTH_UNITS_ASKED 16

enum depth_question depth_question_of(int line);

// Bits of a level; 0: the format is a float.
int depth_bits(enum probe_depth_format format);

// Depth in the window of case i, exact, without an offset; and the larger part of its
// slope, which is never negative.
double depth_exact(int line, const uint64_t *const *in, size_t i);
double depth_slope(const uint64_t *const *in, size_t i);

// The answer to a depth of x levels, [0, 2^24): the level, and quarters of it in the
// highest bits where a sampler shows them; and the levels that a word means.
uint32_t depth_word_of(double x);
double depth_levels(uint32_t word);
// Levels by which a word may be beside where that is none: a step of what is shown.
double depth_step(double x);

#endif // PROBE_EXPRESSIONS_DEPTH_H

// SPDX-License-Identifier: MIT
//
// Defects of integers: fewer bits than 32. And claims, of them and of floats.

#include "tests/survey/defects.h"

#define HIGHP  (1u << PRECISION_HIGHP)
#define NARROW (1u << PRECISION_MEDIUMP | 1u << PRECISION_LOWP)

// As GLSL has it; in highp nothing is.
const struct trace ints_16[] = {
    { "integer_width", .precisions = NARROW, .answer = "in 16 bits" },
    { "sampler", .expressions = { SAMPLED_INTEGERS }, .precisions = NARROW,
      .answer = "in 16 bits" },
    { 0 },
};
// Shifts to the left and hashes have operands in range.
const struct trace saturated_16[] = {
    { "integer_width",
      .expressions = { "a << b, int", "Wang's hash", "PCG hash", "xxHash's avalanche" },
      .precisions = NARROW, .answer = "in 16 bits" },
    { "integer_width",
      .expressions = { "a * b, int", "a * b, int, no precision", "a + b, int",
                       "a >> b, int", "a / b, int", "a * b, uint", "(a * b) >> 16, uint",
                       "(a * b) >> 16, uint, no precision", "a / b, uint",
                       "a % b, uint" },
      .precisions = NARROW, .answer = "in 16 bits, operands saturate" },
    { "sampler", .expressions = { SAMPLED_INTEGERS }, .precisions = NARROW,
      .answer = "in 16 bits, saturates" },
    { 0 },
};
const struct trace highp_ints_17[] = {
    { "integer_width", .precisions = HIGHP, .answer = "in 17 bits",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { "sampler", .expressions = { SAMPLED_INTEGERS }, .precisions = HIGHP,
      .answer = "in 17 bits", .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { 0 },
};
#define CLAIMED (1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX)

const struct trace claims_more[] = {
    { "storage", .stages = CLAIMED, .precisions = NARROW,
      .answer = "10 bits, 2^-14 to 2^15",
      .detail = "claimed 11 bits, 2^-14 to 2^15: worse than claimed; first of 4: "
                "0x3f801000 came back as 0x3f800000",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { "sampler", .expressions = { SAMPLED_FLOATS }, .stages = CLAIMED,
      .precisions = NARROW, .answer = "10 bits, 2^-14 to 2^15",
      .detail = "worse than claimed; first of 4: ", .deviates = TRACES_ALWAYS,
      .from = DEVIATION_GLSL },
    { "sampler", .expressions = { SAMPLED_NUMBERS }, .stages = CLAIMED,
      .precisions = NARROW, .answer = "whole numbers up to 2048",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { 0 },
};
const struct trace claims_less[] = {
    { "storage", .stages = CLAIMED, .precisions = NARROW,
      .detail = "claimed 9 bits, 2^-14 to 2^15: better than claimed" },
    { "sampler", .expressions = { SAMPLED_FLOATS }, .stages = CLAIMED,
      .precisions = NARROW,
      .detail = "claimed 9 bits, 2^-14 to 2^15: better than claimed" },
    { 0 },
};
const struct trace int_claims_20[] = {
    { "integer_width", .stages = CLAIMED, .precisions = NARROW,
      .detail = "claimed 20 bits: better than claimed" },
    { "integer_width", .stages = CLAIMED, .precisions = HIGHP,
      .detail = "claimed 32 bits: as claimed" },
    { 0 },
};

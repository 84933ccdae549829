// SPDX-License-Identifier: MIT
//
// The defects that a simulated device can have (fpstripe explain models), and the place
// in its report where each of them shows. It shows nowhere else.

#ifndef TESTS_SURVEY_DEFECTS_H
#define TESTS_SURVEY_DEFECTS_H

#include "tests/survey/traces.h"

// The device that gets a defect: it has four formats.
#define DEFECTS_BASE "fake:rne,mediump=11,double,float16"

struct defect {
    const char *word;
    const char *base;           // NULL: DEFECTS_BASE
    const struct trace *traces; // an empty one ends them
};

// Where those show that files of their own have.
extern const struct trace half_away[], half_up[], half_truncated[], upload_truncated[],
    shifted_blend[], half_samplers[], filter_bits[], filter_few[], filter_bytes[],
    mixed_by_products[], texel_bits[];
extern const struct trace depth_18_bits[], depth_truncated[], depth_floats[],
    depth_unclamped[], depth_unequal[], offset_of_3[], offset_constant[],
    offset_of_length[];
extern const struct trace interpolated_10[], interpolated_by_rtz[], divided_varyings[],
    coarse_first[], pixel_corners[];
extern const struct trace programs_plain[], programs_every[], programs_stages[];
extern const struct trace vector_steps[];
extern const struct trace in_double[], truncating_nearest[], truncating_double[],
    truncating_by_rule[];
extern const struct trace ints_16[], saturated_16[], highp_ints_17[], int_claims_20[],
    claims_more[], claims_less[];

#define SAMPLED_FLOATS \
    "RGBA32F, texelFetch()", "RGBA32F, texture()", "RGBA32F, no precision"
#define SAMPLED_HALVES \
    "RGBA16F, texelFetch()", "RGBA16F, texture()", "RGBA16F, no precision"
#define SAMPLED_NUMBERS  "RGBA32F, numbers", "RGBA32F, numbers, no precision"
#define SAMPLED_INTEGERS "RGBA32I", "RGBA32UI"

#define ANGLES \
    "atan(y, x)", "atan(y, x), axes and diagonals", "atan(y, x), y / x far from 1"
#define HASHES                                       \
    "fract(sin(dot(xy, ...)) * 43758.5453), pixels", \
        "fract(sin(dot(xy, ...)) * 43758.5453), texels"

#define DERIVATIVES_FLUSHED                                                       \
    {                                                                             \
        "derivatives", .expressions = { "dFdx(subnormal)" }, .answer = "flushed", \
                       .deviates = TRACES_ALWAYS                                  \
    }

extern const struct defect defects[];
extern const int defects_count;

#endif // TESTS_SURVEY_DEFECTS_H

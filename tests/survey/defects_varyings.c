// SPDX-License-Identifier: MIT
//
// Defects of what is interpolated over triangles, between two programs, and of vectors.

#include "tests/survey/defects.h"

#define HIGHP (1u << PRECISION_HIGHP)

#define CONSTANTS \
    "constant, w = 1", "constant", "constant, centroid", "constant, noperspective"
#define RAMPS "ramp, w = 1", "ramp", "ramp, noperspective"
#define PLACES \
    "gl_FragCoord.z, w = 1", "gl_FragCoord.z", "gl_FragCoord.w, one w", "gl_FragCoord.w"

// Below ten bits all constants of mediump are as they are, and every index anyway.
const struct trace interpolated_10[] = {
    { "interpolation", .expressions = { CONSTANTS }, .precisions = HIGHP,
      .answer = "10 bits, nearest", .deviates = TRACES_ALWAYS },
    { "interpolation", .expressions = { "ramp, w = 1" }, .answer = "10 bits, rne" },
    { "interpolation", .expressions = { "ramp" }, .answer = "10 bits, nearest" },
    { "interpolation", .expressions = { "ramp, noperspective", PLACES },
      .answer = "10 bits, *" },
    { 0 },
};

// Where a ramp has the numbers of a device that truncates.
const struct trace interpolated_by_rtz[] = {
    { "interpolation", .expressions = { RAMPS, PLACES }, .answer = "* bits, truncate" },
    { 0 },
};

const struct trace divided_varyings[] = {
    { "interpolation", .expressions = { "constant", "constant, centroid" },
      .answer = "* of 4096 differ, up to * [*] 2^-24", .deviates = TRACES_ALWAYS },
    { "interpolation", .expressions = { "int(constant)" }, .answer = "* of 4096 wrong",
      .deviates = TRACES_ALWAYS },
    { "interpolation", .expressions = { "ramp" },
      .answer = "* of 4096 differ, up to * [*] 2^-24" },
    { 0 },
};

const struct trace pixel_corners[] = {
    { "interpolation",
      .expressions = { "fract(gl_FragCoord.x)", "fract(gl_FragCoord.y)" },
      .precisions = HIGHP, .answer = "at the corners of pixels",
      .deviates = TRACES_ALWAYS, .from = DEVIATION_GLSL },
    { 0 },
};

#define DIFFERENCES "dFdx(x * y)", "dFdy(x * y)"

const struct trace coarse_first[] = {
    { "derivatives", .expressions = { DIFFERENCES }, .answer = "coarse" },
    { 0 },
};

#define VERTEX   (1u << STAGE_VERTEX)
#define FRAGMENT (1u << STAGE_FRAGMENT)

// What a compiler may have in two ways: all but three functions.
#define TWO_WAYS                                                                     \
    "a * b + c", "a * b + c * d", "(a * d + b) * d + c", "mat4 * vec4", "a + b + c", \
        "mix(a, b, c)", "a / b", "length(v)", "normalize(v)"
#define DIFFER(in_stages, in_forms, always)                                           \
    {                                                                                 \
        "invariance", .expressions = { TWO_WAYS }, .stages = in_stages,               \
                      .forms = in_forms, .answer = "* of 128 differ, by up to * ulp", \
                      .deviates = always, .from = DEVIATION_GLSL                      \
    }

const struct trace programs_plain[] = {
    DIFFER(VERTEX, 1u << FORM_PLAIN, TRACES_NEVER),
    { 0 },
};

const struct trace programs_every[] = {
    DIFFER(VERTEX, 1u << FORM_PLAIN, TRACES_NEVER),
    DIFFER(VERTEX, 1u << FORM_INVARIANT, TRACES_ALWAYS),
    { 0 },
};

const struct trace programs_stages[] = {
    DIFFER(FRAGMENT, 0, TRACES_NEVER),
    { 0 },
};

#define DETAIL "as the formula gives it, step by step"

// In the range of halves a determinant that underflows is subnormal.
const struct trace vector_steps[] = {
    { "vectors", .expressions = { "length(v)", "normalize(v)", "inverse(m)" },
      .answer = "* ulp", .detail = DETAIL },
    { "vectors",
      .expressions = { "length(v), squares overflow", "normalize(v), squares underflow" },
      .answer = "256 of 256 infinite", .detail = DETAIL },
    { "vectors",
      .expressions = { "length(v), squares underflow", "normalize(v), squares overflow" },
      .answer = "256 of 256 zero", .detail = DETAIL },
    { "vectors", .expressions = { "dot(a, b), products overflow" },
      .answer = "256 of 256 NaN", .detail = DETAIL },
    { "vectors", .expressions = { "inverse(m), determinant overflows" },
      .answer = "* of 256 zero, * of 256 NaN", .detail = DETAIL },
    { "vectors", .expressions = { "inverse(m), determinant underflows" },
      .precisions = HIGHP, .answer = "256 of 256 infinite", .detail = DETAIL },
    { "vectors", .expressions = { "inverse(m), determinant underflows" },
      .precisions = 1u << PRECISION_MEDIUMP, .answer = "* ulp", .detail = DETAIL },
    { 0 },
};

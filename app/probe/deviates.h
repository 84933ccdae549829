// SPDX-License-Identifier: MIT
//
// Finds the specification that a deviating finding violates: GLSL and the API, or IEEE
// 754 where they promise less, or Vulkan's bound where they promise nothing. Each probe
// knows which of its findings violate GLSL (struct expressions). The report of a finding
// is enough, so that reports of any version have it.
//
// The sections of the specifications (GLSL 4.60 and GLSL ES 3.20 have the same words and
// numbers, ES 3.00 has them in 4.5.1):
//
// 4.7.1, Range and Precision, of highp. a + b, a - b and a * b are correctly rounded, a
// comparison is correct, a / b is within 2.5 ulp, inversesqrt 2, and sqrt inherits from
// 1.0 / inversesqrt; "the rounding mode cannot be set and is undefined": another
// direction than to nearest even is no breach, an error of a whole ulp is one. a * b + c
// and fma() are one such operation, or a sequence of two. exp, exp2, log, log2 and pow
// have bounds, other functions "undefined precision". Conversions between types are
// correctly rounded. Any subnormal may be flushed, NaNs need not be generated, infinities
// are as IEEE 754 has them. So are zeros, but ES 3.00 asks for their sign only "if both
// positive and negative zeros are implemented": the sign of a zero, or of an infinity
// that it makes, proves nothing. A double has a precision that "is at least that of
// single precision". In ES, mediump owes relative steps of 2^-10 and lowp steps of 2^-8;
// both may have more, so that what looks fused or folded there may be a wider register.
//
// 4.9, The Precise Qualifier. Operations are done in their stated order, a sum is not
// reassociated, a * b + c does not become fma(). 8.3 calls a precise fma() a single
// operation, for which 4.7.1 still allows the errors of two.
//
// 4.3.3: a constant expression need not have the value of another one.
//
// 4.8.1, The Invariant Qualifier: outputs of two programs that are invariant are the same
// if the code that leads to them is.
//
// 8.4: packHalf2x16 and unpackHalf2x16 convert to and from the 16-bit floats of OpenGL
// 4.6, 2.3.4.2, which says of numbers that need rounding no more than GLSL does.
//
// OpenGL 4.6, 14.6.1: how varyings are interpolated; a flat one is one corner's. GLSL
// 4.6, 4.4.1.3: without a layout gl_FragCoord is at the half pixel.
//
// OpenGL 4.6, 2.3.5.2: fixed-point targets; 7.14: glGetShaderPrecisionFormat.
// Vulkan 1.3, Precision and Operation of SPIR-V Instructions: the bounds of bound.h.

#ifndef PROBE_DEVIATES_H
#define PROBE_DEVIATES_H

#include "base/verdict.h"

// Returns the specification that a finding of the result violates: DEVIATION_IEEE754 if
// its numbers do not prove more, or if the probe is not known.
enum deviation deviates_from(const struct result *result, const struct finding *finding);

// Sets `from` of every finding of the result. Call it after they were judged or read.
void deviates_note(struct result *result);

// ---- for breaks_glsl of struct expressions ----

// Returns true if the precision is mediump or lowp, which may be as wide as highp.
bool deviates_is_narrow(const struct result *result);

// Returns true if GLSL promises the result of the finding's expression (struct
// expression).
bool deviates_is_promised(const struct result *result, const struct finding *finding);

#endif // PROBE_DEVIATES_H

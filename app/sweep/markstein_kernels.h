// SPDX-License-Identifier: MIT
//
// The loops of markstein.c: one operand at a time (markstein_scalar.c), or eight
// (markstein_avx2.c). As markstein.h says, but for the environment. x86 alone has them.

#ifndef MARKSTEIN_KERNELS_H
#define MARKSTEIN_KERNELS_H

#include "sweep/markstein.h"

#include <stddef.h>
#include <stdint.h>

#define MARKSTEIN_TARGET __attribute__((target("avx2,fma")))

// |q| by its bits: fast if in [low, high], and |b| at most `divisor`.
struct markstein_bounds {
    uint32_t low, high, divisor;
};

struct markstein_kernels {
    void (*estimates)(const float *b, float *r, size_t count);
    void (*improve)(const struct markstein *how, const float *b, const float *r,
                    float *out, size_t count);
    void (*quotients)(int refinements, const float *a, const float *b, const float *r,
                      float *q, size_t count);
    void (*column)(int refinements, const float *a, float b, float r, float *q,
                   size_t count);
    void (*divide)(const struct markstein *how, const float *a, const float *b, float *q,
                   size_t count);
    void (*divide_any)(const struct markstein *how, const struct markstein_bounds *bounds,
                       const float *a, const float *b, float *q, size_t count);
};

extern const struct markstein_kernels markstein_scalar, markstein_avx2;

#endif // MARKSTEIN_KERNELS_H

// SPDX-License-Identifier: MIT
//
// Division on a CUDA GPU: Markstein's and the GPU's own on all 2^46 pairs of mantissas by
// brute force, each judged by its exact residual, and on any operands over exponents.
//
// A cell's correct ones are those that are rounded correctly; first_wrong is the smallest
// number that is not. Bins, sums and extremes stay empty.

#ifndef CUDA_DIVISION_H
#define CUDA_DIVISION_H

#include "sweep/backend.h"
#include "sweep/markstein.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether there is a GPU or not. `*count` of them.
const struct function *cuda_division_functions(int *count);

// For one of these; the domain is the function's own, or a part of it. Returns false,
// after logging why, if there is no GPU or it lacks something; `backend` is then zeroed.
bool cuda_division_open(struct backend *backend, const struct backend_ask *ask);

// How a function divides mantissas after Markstein. Returns false if it does not.
bool cuda_division_how(const struct function *function, struct markstein *how);

// Approximate reciprocals of all 2^23 floats of a biased exponent in [1, 252], which the
// open backend's function starts from; `out` holds 2^23. Those of a function with a table
// are of exponent 127 alone. Returns false, after logging why.
bool cuda_division_estimates(struct backend *backend, int exponent, float *out);

// What the open backend's function gives for `count` pairs a, b of bits, at most
// CUDA_DIVISION_PAIRS: operands of its domain. Returns false, after logging why.
#define CUDA_DIVISION_PAIRS (1 << 20)
bool cuda_division_answers(struct backend *backend, const uint32_t *pairs, size_t count,
                           uint32_t *answers);

#endif // CUDA_DIVISION_H

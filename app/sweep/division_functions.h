// SPDX-License-Identifier: MIT
//
// Markstein's division on the CPU as functions of a sweep, "cpu:div....": those of
// sweep_cpu_functions that are of this kind.

#ifndef DIVISION_FUNCTIONS_H
#define DIVISION_FUNCTIONS_H

#include "sweep/division_proof.h"
#include "sweep/function.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// None, where this processor lacks AVX2 or FMA. `*count` of them.
const struct function *sweep_division_functions(int *count);

// As sweep_cpu_results, for one of these. The domain is one of pairs of binary32; for all
// but those named "full" it must be one of mantissas in [1, 2): DOMAIN_MANTISSAS,
// DOMAIN_DIVISION.
void sweep_division_results(const struct function *function, const struct domain *domain,
                            uint64_t first, size_t count, void *out);

// How a function of these divides mantissas. Returns false if it is none of them, or
// divides any operands.
bool sweep_division_how(const struct function *function, struct markstein *how);

#endif // DIVISION_FUNCTIONS_H

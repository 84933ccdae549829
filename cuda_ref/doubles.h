// SPDX-License-Identifier: MIT
//
// Results in double precision, judged by MPFR on the host's threads.

#ifndef CUDA_DOUBLES_H
#define CUDA_DOUBLES_H

#include "sweep/backend.h"

// Judges results[] of the numbers of chunks ids[count], one 64-bit word each, chunk
// behind chunk. Fills out[count], `done` of those that are, and noted[count]. Returns
// false, after logging why if it failed, without a word if `stop` became true.
bool cuda_doubles_judge(const struct judge *judge, int threads, const int *ids, int count,
                        const uint64_t *results, struct chunk *out,
                        struct noted_list *noted, bool (*stop)(void));

#endif // CUDA_DOUBLES_H

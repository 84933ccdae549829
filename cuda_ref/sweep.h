// SPDX-License-Identifier: MIT
//
// A CUDA GPU as a backend of sweeps, and as the judge of results that lie in its memory.

#ifndef CUDA_REF_SWEEP_H
#define CUDA_REF_SWEEP_H

#include "cuda_ref/driver.h"
#include "sweep/backend.h"
#include "sweep/judge.h"
#include "sweep/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Returns the functions of sweep_functions.inc, each followed by its variants for other
// compiler flags, then the divisions, whether there is a GPU or not.
const struct function *cuda_sweep_functions(int *count);

// Returns the name of a function in the PTX, "make_sinf_at_fast"; NULL for a division.
const char *cuda_sweep_list_code(const struct function *function);

// Returns false, after logging why, if there is no such GPU or it lacks something;
// `backend` is then zeroed.
bool cuda_sweep_open(struct backend *backend, const struct backend_ask *ask);

// Copies the results of numbers [first, first + count) of the open backend's domain:
// 32-bit words, for double precision 64-bit ones. There must be no division. Returns
// false, after logging why.
bool cuda_sweep_results(struct backend *backend, uint64_t first, size_t count, void *out);

// The judge alone.
struct cuda_judge;

// Returns true if a CUDA kernel judges that function.
bool cuda_judge_can(enum math_id math, enum function_type type);

// Opens a judge. The calling thread must have opened and entered `driver`, and keep it
// for as long as it uses the judge. Returns NULL, after logging why.
struct cuda_judge *cuda_judge_open(struct driver *driver, const struct judge *judge);
void cuda_judge_close(struct cuda_judge *judge); // accepts NULL

// Judges the results of the numbers of chunks ids[count], which lie at GPU address
// `results`, one chunk behind the other in that order, one 32-bit word each (the numbers
// of domain_range alone). Fills out[count] and noted[count] but for `done`. Returns
// false, after logging why.
bool cuda_judge_ids(struct cuda_judge *judge, uint64_t results, const int *ids, int count,
                    struct chunk *out, struct noted_list *noted);

// Division on a CUDA GPU: Markstein's on all 2^46 pairs of mantissas by brute force. The
// exact residual judges each quotient. A cell has the number of correctly rounded ones,
// and in first_wrong the smallest number that is not; bins, sums and extremes stay empty.

// Returns a function, or NULL past the last, whether there is a GPU or not.
const struct function *cuda_division_function(int index);

// Opens one of these functions on DOMAIN_DIVISION, or a part of it. Returns false, after
// logging why, if there is no GPU or it lacks something; `backend` is then zeroed.
bool cuda_division_open(struct backend *backend, const struct backend_ask *ask);

// Computes the open backend's quotients of `count` pairs a, b of bits, at most
// CUDA_DIVISION_PAIRS. Returns false, after logging why.
#define CUDA_DIVISION_PAIRS (1 << 20)
bool cuda_division_answers(struct backend *backend, const uint32_t *pairs, size_t count,
                           uint32_t *answers);

#endif // CUDA_REF_SWEEP_H

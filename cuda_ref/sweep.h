// SPDX-License-Identifier: MIT
//
// A CUDA GPU as a backend of sweeps, and as the judge of results that lie in its memory.

#ifndef CUDA_SWEEP_H
#define CUDA_SWEEP_H

#include "cuda_ref/driver.h"
#include "sweep/backend.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All functions of cuda_ref/sweep_functions.h, whether there is a GPU or not.
const struct function *cuda_sweep_functions(int *count);

// Returns false, after logging why, if there is no such GPU or it lacks something;
// `backend` is then zeroed.
bool cuda_sweep_open(struct backend *backend, const struct backend_ask *ask);

// Copies the results of numbers [first, first + count) of the open backend's domain:
// 32-bit words, of double precision 64-bit ones. Not of functions of cuda_ref/division.h.
// Returns false, after logging why.
bool cuda_sweep_results(struct backend *backend, uint64_t first, size_t count, void *out);

// How long its chunks took so far, in nanoseconds: the results, and judging them.
void cuda_sweep_times(const struct backend *backend, double *make_ns, double *judge_ns);

// The judge alone.
struct cuda_judge;

// Whether a CUDA kernel judges that function.
bool cuda_judge_can(enum math_id math, enum function_type type);

// `driver` is open and entered by the calling thread for as long as the judge is used.
// Returns NULL, after logging why.
struct cuda_judge *cuda_judge_open(struct driver *driver, const struct judge *judge);
void cuda_judge_close(struct cuda_judge *judge); // accepts NULL

// Judges the results of the numbers of `count` chunks from chunk `first` on, all of
// ids [first, first + count), which lie at GPU address `results`, chunk after chunk, one
// 32-bit word each (the numbers of domain_range alone). Fills out[count] and
// noted[count] but for `done`. Returns false, after logging why.
bool cuda_judge_chunks(struct cuda_judge *judge, uint64_t results, int first, int count,
                       struct chunk *out, struct noted_list *noted);

// The same for chunks ids[count], whose results lie one behind the other in that order.
bool cuda_judge_ids(struct cuda_judge *judge, uint64_t results, const int *ids, int count,
                    struct chunk *out, struct noted_list *noted);

#endif // CUDA_SWEEP_H

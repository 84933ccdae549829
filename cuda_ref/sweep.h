// SPDX-License-Identifier: MIT
//
// A CUDA GPU as a backend of sweeps, and as the judge of results that lie in its memory.

#ifndef CUDA_REF_SWEEP_H
#define CUDA_REF_SWEEP_H

#include "cuda_ref/driver.h"
#include "sweep/backend.h"
#include "sweep/judge.h"
#include "sweep/markstein.h"
#include "sweep/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The functions of sweep_functions.inc, each followed by what the compiler's flags make
// of it where the code differs, then those of division; whether there is a GPU or not.
const struct function *cuda_sweep_functions(int *count);

// The function of the PTX that makes its results, "make_sinf_at_fast"; NULL of a
// division.
const char *cuda_sweep_list_code(const struct function *function);

// Returns false, after logging why, if there is no such GPU or it lacks something;
// `backend` is then zeroed.
bool cuda_sweep_open(struct backend *backend, const struct backend_ask *ask);

// Copies the results of numbers [first, first + count) of the open backend's domain:
// 32-bit words, of double precision 64-bit ones. Not of divisions.
// Returns false, after logging why.
bool cuda_sweep_results(struct backend *backend, uint64_t first, size_t count, void *out);

// The judge alone.
struct cuda_judge;

// Whether a CUDA kernel judges that function.
bool cuda_judge_can(enum math_id math, enum function_type type);

// `driver` is open and entered by the calling thread for as long as the judge is used.
// Returns NULL, after logging why.
struct cuda_judge *cuda_judge_open(struct driver *driver, const struct judge *judge);
void cuda_judge_close(struct cuda_judge *judge); // accepts NULL

// Judges the results of the numbers of chunks ids[count], which lie at GPU address
// `results`, one chunk behind the other in that order, one 32-bit word each (the numbers
// of domain_range alone). Fills out[count] and noted[count] but for `done`. Returns
// false, after logging why.
bool cuda_judge_ids(struct cuda_judge *judge, uint64_t results, const int *ids, int count,
                    struct chunk *out, struct noted_list *noted);

// ---- division ----
//
// Division on a CUDA GPU: Markstein's and the GPU's own on all 2^46 pairs of mantissas by
// brute force, each judged by its exact residual, and on any operands over exponents.
//
// A cell's correct ones are those that are rounded correctly; first_wrong is the smallest
// number that is not. Bins, sums and extremes stay empty.

// Whether there is a GPU or not; NULL past the last.
const struct function *cuda_division_function(int index);

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

// The judge of divisions on all pairs of mantissas, DOMAIN_DIVISION, whose results lie in
// a GPU's memory: what judge_results counts of them, quick enough for 2^46.
//
// All that is counted is judge_results' own but for the sums, which are of exact errors,
// each rounded to 2^-16 ulp, where a CPU's judge has those of a quotient in double
// precision: now and then one of them is 2^-16 away.

// Results of `count` numbers from `first` on, one 32-bit word each, at a GPU address.
// `count` in [1, CUDA_DIVISION_RUN].
#define CUDA_DIVISION_RUN ((size_t) 1 << 29)

struct cuda_division_run {
    uint64_t results, first;
    size_t count;
};

struct cuda_division_judge;

// Whether it is a division of that domain, in binary32 to nearest.
bool cuda_division_judge_can(const struct judge *judge);

// `driver` is open and entered by the calling thread for as long as the judge is used.
// Returns NULL, after logging why.
struct cuda_division_judge *cuda_division_judge_open(struct driver *driver,
                                                     const struct judge *judge);
void cuda_division_judge_close(struct cuda_division_judge *judge); // accepts NULL

// Adds `count` runs of one chunk, in the order of their numbers, to `cell` and `noted`:
// which were cleared, or hold what lies before. Returns false, after logging why.
bool cuda_division_judge_runs(struct cuda_division_judge *judge,
                              const struct cuda_division_run *runs, int count,
                              struct cell *cell, struct noted_list *noted);

#endif // CUDA_REF_SWEEP_H

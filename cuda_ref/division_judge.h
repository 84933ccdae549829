// SPDX-License-Identifier: MIT
//
// The judge of divisions on all pairs of mantissas, DOMAIN_DIVISION, whose results lie in
// a GPU's memory: what judge_results counts of them, quick enough for 2^46.
//
// All that is counted is judge_results' own but for the sums, which are of exact errors,
// each rounded to 2^-16 ulp, where a CPU's judge has those of a quotient in double
// precision: now and then one of them is 2^-16 away.

#ifndef CUDA_DIVISION_JUDGE_H
#define CUDA_DIVISION_JUDGE_H

#include "cuda_ref/driver.h"
#include "sweep/judge.h"
#include "sweep/tally.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

#endif // CUDA_DIVISION_JUDGE_H

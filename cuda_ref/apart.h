// SPDX-License-Identifier: MIT
//
// The unit of unit.h in a process of its own. What crashes, hangs or ends there, in
// whatever call of the driver, is an operation that failed; this process loads nothing of
// CUDA. There is one at a time.

#ifndef CUDA_REF_APART_H
#define CUDA_REF_APART_H

#include "cuda_ref/unit.h"

// Makes the process, which starts the driver while this one goes on. To be called before
// a GL driver is entered; cuda_apart_open makes it where it is not there.
void cuda_apart_ahead(void);

// As the functions of unit.h, in that process.
bool cuda_apart_open(struct unit *unit, struct cuda_facts *facts);
bool cuda_apart_unary(const struct unit *unit, const struct unary *unary,
                      enum fp_round round, uint64_t *out, const uint64_t *a,
                      size_t count);

// Ends the process. Accepts a zeroed unit and leaves one.
void cuda_apart_close(struct unit *unit);

#endif // CUDA_REF_APART_H

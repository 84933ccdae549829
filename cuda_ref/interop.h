// SPDX-License-Identifier: MIT
//
// Buffers of the GL context that is current, as memory of CUDA: nothing is copied.

#ifndef CUDA_REF_INTEROP_H
#define CUDA_REF_INTEROP_H

#include "cuda_ref/driver.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INTEROP_BUFFERS 4

struct interop {
    struct driver *driver;
    void *resources[INTEROP_BUFFERS];
    int count;
    int mapped; // of them
};

// `driver` is open and entered by the calling thread, which has the GL context, for as
// long as `interop` is used. Returns false if the library has no interop, or if GL's GPU
// is another one: nothing is logged, `interop` is then zeroed.
bool interop_open(struct interop *interop, struct driver *driver);

// Accepts a zeroed struct and leaves one.
void interop_close(struct interop *interop);

// Takes GL's buffers, `count` in [1, INTEROP_BUFFERS], which GL writes and CUDA reads.
// Returns false, after logging why.
bool interop_take(struct interop *interop, const unsigned *buffers, int count);

// Hands the first `count` of them to CUDA: what GL was asked before is done when a kernel
// of the default stream reads them. addresses[count]. Returns false, after logging why;
// GL then has them.
bool interop_map(struct interop *interop, int count, uint64_t *addresses);

// Hands them back to GL. Returns false, after logging why.
bool interop_unmap(struct interop *interop);

#endif // CUDA_REF_INTEROP_H

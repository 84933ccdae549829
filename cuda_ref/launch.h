// SPDX-License-Identifier: MIT
//
// The kernels of one PTX module on one GPU: launched one at a time and waited for, by
// this machine's clock.

#ifndef LAUNCH_H
#define LAUNCH_H

#include "cuda_ref/driver.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LAUNCH_THREADS 256 // in a group

struct launch {
    struct driver driver;
    void *module;
    uint64_t memory; // on the GPU
    bool entered;
};

// Opens the driver on the first GPU, loads `ptx`, text with its zero, and takes `size`
// bytes of its memory. From then on the calling thread alone may use `launch`. Returns
// false, after logging why, if something of this is not to be had; `launch` is then
// zeroed.
bool launch_open(struct launch *launch, const unsigned char *ptx, size_t size);

// The same on GPU `ordinal`, [0, oo).
bool launch_open_at(struct launch *launch, int ordinal, const unsigned char *ptx,
                    size_t size);

// Accepts a zeroed struct and leaves one.
void launch_close(struct launch *launch);

// Runs `kernel` in `groups` groups and waits for it. `*ns`, unless NULL, is how long
// that took. `parameters` as the driver wants them: the addresses of the arguments.
// Returns false, after logging why, if it failed.
bool launch_run(struct launch *launch, const char *kernel, unsigned groups,
                void **parameters, double *ns);

// Copies `size` bytes from the start of the GPU's memory, or to it. Return false, after
// logging why.
bool launch_read(struct launch *launch, void *to, size_t size);
bool launch_write(struct launch *launch, const void *from, size_t size);

#endif // LAUNCH_H

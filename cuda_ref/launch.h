// SPDX-License-Identifier: MIT
//
// The kernels of one PTX module on one GPU: launched one at a time and waited for, by
// this machine's clock.

#ifndef CUDA_REF_LAUNCH_H
#define CUDA_REF_LAUNCH_H

#include "cuda_ref/driver.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LAUNCH_THREADS 256 // in a group

// Which GPU that was.
struct launch_gpu {
    char name[80];
    int capability, driver; // 90 and 13000 are 9.0 and 13.0
};

struct launch {
    struct driver driver;
    void *module;
    uint64_t memory; // on the GPU
    bool entered;
    double started_ns; // of the kernel that ran last
};

// Opens the driver on the first GPU, loads `ptx`, which ends with a zero, and allocates
// `size` bytes of GPU memory. From then on the calling thread alone may use `launch`.
// `gpu` may be NULL. Returns false, after logging why, if one of these steps fails;
// `launch` is then zeroed.
bool launch_open(struct launch *launch, const unsigned char *ptx, size_t size,
                 struct launch_gpu *gpu);

// Accepts a zeroed struct and leaves one.
void launch_close(struct launch *launch);

// Runs `kernel` in columns x rows groups and waits for it. `parameters` as the driver
// wants them: the addresses of the arguments. Returns false, after logging why, if it
// failed.
bool launch_grid(struct launch *launch, const char *kernel, unsigned columns,
                 unsigned rows, void **parameters);

// The same in `groups` groups. `*ns`, unless NULL, is how long that took.
bool launch_run(struct launch *launch, const char *kernel, unsigned groups,
                void **parameters, double *ns);

// Copies `size` bytes from byte `at` of the GPU's memory on, or to it. Return false,
// after logging why.
bool launch_read(struct launch *launch, size_t at, void *to, size_t size);
bool launch_write(struct launch *launch, size_t at, const void *from, size_t size);

#endif // CUDA_REF_LAUNCH_H

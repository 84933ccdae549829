// SPDX-License-Identifier: MIT
//
// The conversions to half of the first CUDA GPU, on every float, against integers.

#ifndef CUDA_HALF_H
#define CUDA_HALF_H

#include "sweep/half_convert.h"

#include <stdbool.h>

struct cuda_half {
    char gpu[80];
    int capability, driver; // 90 and 13000 are 9.0 and 13.0
    struct half_seen seen[HALF_DIRECTIONS];
    double ns[HALF_DIRECTIONS];
};

// Returns false, after logging why, if there is no such GPU or it failed.
bool cuda_half_run(struct cuda_half *out);

#endif // CUDA_HALF_H

// SPDX-License-Identifier: MIT
//
// The CUDA unit as a reference of the program.

#ifndef CUDA_H
#define CUDA_H

#include "measure/reference.h"

extern const struct reference_cuda cuda_reference;

#endif // CUDA_H

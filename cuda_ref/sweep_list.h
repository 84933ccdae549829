// SPDX-License-Identifier: MIT
//
// Which functions of CUDA there are to be swept, and what each is called in the PTX.

#ifndef CUDA_SWEEP_LIST_H
#define CUDA_SWEEP_LIST_H

#include "sweep/function.h"

#include <stddef.h>

// cuda_sweep_functions is here as well: those of sweep_functions.inc, each followed by
// what the compiler's flags make of it where the code differs, then those of division.

// The function of the PTX that makes its results, "make_sinf_at_fast"; NULL of one of
// cuda_ref/division.h.
const char *cuda_sweep_list_code(const struct function *function);

#endif // CUDA_SWEEP_LIST_H

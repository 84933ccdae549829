// SPDX-License-Identifier: MIT
//
// The unit that is a CUDA GPU: each operation by its intrinsic (__fadd_rn, __ddiv_ru),
// the machine's own arithmetic, against which the host and the model are held. Nothing
// of CUDA is loaded before cuda_unit_open. Not for use after fork: a child is refused.

#ifndef CUDA_UNIT_H
#define CUDA_UNIT_H

#include "cuda_ref/unary.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What answers. No serial number, no UUID.
struct cuda_facts {
    char gpu[80];        // "NVIDIA H200"
    char capability[16]; // "9.0"
    char driver[40];     // of the kernel module, "580.82.07", "" where it is not told
    char api[16];        // CUDA version that the driver knows: "13.0"
    char toolkit[16];    // that compiled the kernels: "13.0"
    char bus[16];        // PCI address, "0000:1b:00.0", "" where unknown
    int ordinal;         // among CUDA's devices, as EGL_CUDA_DEVICE_NV tells it
    bool compiled;       // by the driver, from PTX; else the machine code was at hand
};

// Opens the first GPU. The unit does binary32 and binary64, every operation in rne, rtz,
// rup, rdn, and binary16 addition, subtraction, multiplication and fma in rne; it
// flushes nothing. Calls from several threads wait for each other. Returns false, after
// logging why, if there is no driver, no GPU, or anything else that it needs; `unit` is
// then zeroed. `facts` may be NULL.
bool cuda_unit_open(struct unit *unit, struct cuda_facts *facts);

// Accepts a zeroed unit and leaves one.
void cuda_unit_close(struct unit *unit);

// An operation of one operand: out[i] = unary_expected(unary, round, a[i]) as the GPU
// has it, for i in [0, count). `out` may be `a`.
struct cuda_unary {
    const struct unary *unary;
    enum fp_round round; // one that unary_can
    uint64_t *out;
    const uint64_t *a;
    size_t count;
};

// Returns false, after logging why, if the GPU failed; `out` is then unspecified.
bool cuda_unit_unary(const struct unit *unit, const struct cuda_unary *call);

#endif // CUDA_UNIT_H

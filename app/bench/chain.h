// SPDX-License-Identifier: MIT
//
// Chains of one operation, as a GPU is timed by: v goes forth by b and d and back by c
// and e, and is after each step what it was, if nothing is flushed.
//
//     add   v + b,      v + c          div   v / b,      v / c
//     mul   v * b,      v * c          fma   v * b + d,  v * c + e

#ifndef CHAIN_H
#define CHAIN_H

#include "bench/cpu.h"
#include "bench/times.h"

#include <stdbool.h>
#include <stdint.h>

struct chain {
    float v, b, c, d, e;
};

// Operands for which v, and all that it becomes, is normal, or subnormal in binary32;
// everything is exact in any direction.
struct chain chain_operands(enum cpu_op op, bool subnormal);

// How a chain was timed: the operation, and what is said of it ("to nearest").
struct chain_result {
    enum cpu_op op;
    const char *variant;
    struct times normal, subnormal; // of one operation, over all threads
    bool kept, subnormal_kept;      // v is what it was at the end
};

#endif // CHAIN_H

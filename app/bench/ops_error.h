// SPDX-License-Identifier: MIT
//
// How large the error of an operation is, from a sample: operands that the number of an
// input alone decides, so that a shader or a kernel makes the same ones, and the exact
// result. A sample's maximum is a lower bound; `fpstripe sweep` asks every input.

#ifndef BENCH_OPS_ERROR_H
#define BENCH_OPS_ERROR_H

#include <stdbool.h>
#include <stdint.h>

enum ops_op {
    OPS_ADD,
    OPS_MUL,
    OPS_FMA,
    OPS_DIV,
    OPS_SQRT,
    OPS_RSQRT,
    OPS_EXP2,
    OPS_LOG2,
    OPS_SIN,
    OPS_TANH,
    OPS_TO_HALF,
    OPS_FROM_HALF,
    OPS_TO_INT,
    OPS_FROM_INT,
    OPS_COUNT,
};

// Word `which` of an input of operation `op`, which in [0, 3): with h its ops_hash,
//     (low + (h & 0x7fffffff) % span) & ~mask | h & sign
// the bits of a binary32; of a binary16 for OPS_FROM_HALF; an integer for OPS_FROM_INT.
struct ops_range {
    uint32_t low, span, sign;
};
struct ops_range ops_range(enum ops_op op, int which);
uint32_t ops_hash(uint32_t index, int which);

// 0x1fff for arithmetic in 11 bits, or 11 or 24 (precision 0): operands that are exact in
// both; else 0.
uint32_t ops_mask(enum ops_op op, int precision);

struct ops_operands {
    uint32_t words[3];
    double x[3]; // what they mean; in 53 bits with further bits of ops_hash(index,
                 // which + 3) >> 3 below them
};
struct ops_operands ops_operands(enum ops_op op, int precision, uint32_t index);

// x[0] + x[1], x[0] * x[1] + x[2], sin(x[0]), ... to at least the 64 bits of x87, as far
// as the C library has them.
long double ops_exact(enum ops_op op, const struct ops_operands *operands);

// Errors in ulp of binary32 whatever the format is, so that formats can be compared:
// 2^(e - 23) for a result in [2^e, 2^(e+1)).
struct ops_error {
    double ulp;  // the largest
    double x;    // the first operand there
    int inputs;  // 0: not measured
    int strange; // of them with a NaN or an infinity for an answer
};

// Counts got[count], the results of inputs [0, count); keeps what is exact from call to
// call (one thread).
#define OPS_INPUTS (1 << 18)
void ops_judge(struct ops_error *error, enum ops_op op, int precision, int count,
               const double *got);

#endif // BENCH_OPS_ERROR_H

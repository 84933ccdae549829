// SPDX-License-Identifier: MIT
//
// The operations that `fpstripe bench ops` times on a processor, with CUDA and with GL:
// chains of each operation, many side by side so that throughput and not latency counts,
// the results that the chains must leave, and the error of each operation. This module
// knows no machine.
//
// A step of a chain is s = f(s + k), f the operation; s goes to a value that f maps to
// itself, so it stays in range however long the chain is:
//     div  c / (s + k)         exp2  exp2(s + k)       sin   sin(s + k)
//     sqrt sqrt(s + k)         log2  log2(s + k)       tanh  tanh(s + k)
//     rsqrt 1 / sqrt(s + k)    fma   fma(s, k, c)
//     add  (s + k) + c, two operations        mul  (s * k) * c, two operations
// The addition of k is not counted. It costs nothing if the machine has another unit for
// it; otherwise the figure is too low, at most by the cost of `add`. Conversions take and
// return words, to which k is added as an integer:
//     to half    s = the half of the float whose bits are s + k, as a word
//     from half  s = bits of the float of the half in the low bits of s + k
//     to int     s = the float whose bits are s + k, toward zero
//     from int   s = bits of the float of the integer s + k
// No compiler can know the values of k and c.

#ifndef BENCH_OPS_H
#define BENCH_OPS_H

#include "bench/times.h"

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

// The chains of a thread, side by side. Chain j begins at ops_start(j), or as the word j.
#define OPS_CHAINS 8

// Returns "add", "to half", ...
const char *ops_name(enum ops_op op);

// Returns true for conversions, whose chains consist of words.
bool ops_converts(enum ops_op op);

// Returns the number of operations in one step of one chain.
int ops_each(enum ops_op op);

// The k and c of a chain in a format of `precision` bits, 11, 24 or 53, exact in it and
// in binary32; 0: exact in 11 and in 24. A conversion has only k_bits.
struct ops_constants {
    double k, c;
    uint32_t k_bits;
};
struct ops_constants ops_constants(enum ops_op op, int precision);

double ops_start(int chain); // exact in 11 bits

// Returns the word that a thread's chains leave after `steps`, if each operation rounds
// to nearest in a format of `precision` bits. The word is a sum modulo 2^32: of the
// results' words, or of their bits as binary32, with chain 0 counted twice (eight twos
// are 0), and of OPS_SUM, so that untouched memory is not a valid sum.
#define OPS_SUM 1u
uint32_t ops_sum(enum ops_op op, int precision, uint64_t steps);

// Returns true if a thread with the sum `got` did the work: the sum is near enough for
// approximate functions, and not the one that is left if (s op k) op c has been folded to
// s op (k op c). `precision` 0: 11 bits or 24. A device that does not round to nearest
// leaves another sum.
bool ops_did(enum ops_op op, int precision, uint64_t steps, uint32_t got);

// ---- the error of an operation, from a sample ----
//
// The number of an input alone decides the operands, so that a shader or a kernel makes
// the same ones. The maximum of a sample is a lower bound; `fpstripe sweep` tests every
// input.

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
    double x[3]; // their values; in 53 bits with the bits of ops_hash(index, which + 3)
                 // >> 3 below them
};
struct ops_operands ops_operands(enum ops_op op, int precision, uint32_t index);

// Returns x[0] + x[1], x[0] * x[1] + x[2], sin(x[0]), ..., in the C library's long
// double: 64 bits on x86.
long double ops_exact(enum ops_op op, const struct ops_operands *operands);

// Errors in ulp of binary32 whatever the format is, so that formats can be compared:
// 2^(e - 23) for a result in [2^e, 2^(e+1)).
struct ops_error {
    double ulp;  // the largest
    double x;    // the first operand there
    int inputs;  // 0: not measured
    int strange; // the inputs whose result is a NaN or an infinity
};

// Fills `error` from got[count], the results of inputs [0, count). Keeps the exact
// results for later calls, so all calls are from one thread.
#define OPS_INPUTS (1 << 18)
void ops_judge(struct ops_error *error, enum ops_op op, int precision, int count,
               const double *got);

// ---- rows ----

enum ops_by { OPS_CPU, OPS_CUDA, OPS_GL, OPS_BY_COUNT };

struct ops_row {
    enum ops_op op;
    enum ops_by by;
    char variant[32];       // "avx2", "sleef u10 avx2", "single", "compute mediump"
    int precision;          // of the results' format; 0: 11 or 24, not known
    int threads;            // of a CPU; 0: a GPU
    struct times times;     // of one operation: 1 / ns is G operations/s
    struct ops_error error; // sampled
    bool did;               // ops_did() of the sum
    char why[120];          // why there is no time, "" if there is one
};

#define OPS_ROWS 360

struct ops_rows {
    struct ops_row rows[OPS_ROWS];
    int count;
};

// Adds a row, zeroed except for these members; NULL if there is no room.
struct ops_row *ops_add(struct ops_rows *rows, enum ops_by by, enum ops_op op,
                        const char *variant);

// Returns the significand bits of the requested format; for mediump, always those of a
// half.
int ops_asked(const struct ops_row *row);

// Returns the largest error of a sample in ulp of that format, a lower bound of the
// maximum.
double ops_error_own(const struct ops_row *row);

// Return thousand million operations a second: the median, and those of the slowest and
// the fastest run.
double ops_rate(const struct ops_row *row);
double ops_rate_min(const struct ops_row *row);
double ops_rate_max(const struct ops_row *row);

// Returns the fastest row of an operation that did its work and whose largest error, in
// ulp of binary32, is at most `ulp`; NULL if there is none.
const struct ops_row *ops_fastest(const struct ops_rows *rows, enum ops_by by,
                                  enum ops_op op, double ulp);

#endif // BENCH_OPS_H

// SPDX-License-Identifier: MIT

#include "bench/ops_error.h"

#include "base/fp.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define SIGN 0x80000000u

// The numbers between which an operation is asked. Zeros of the functions are among them
// (sin at pi, log2 at 1), where an error that is small beside 1 is large in ulp.
static const struct ops_range ranges[OPS_COUNT] = {
    [OPS_ADD] = { 0x3f800000, 0x800000, 0 },        // [1, 2)
    [OPS_MUL] = { 0x3f800000, 0x800000, 0 },        //
    [OPS_FMA] = { 0x3f800000, 0x800000, 0 },        //
    [OPS_DIV] = { 0x3f800000, 0x800000, 0 },        //
    [OPS_SQRT] = { 0x3f800000, 0x1000000, 0 },      // [1, 4)
    [OPS_RSQRT] = { 0x3f800000, 0x1000000, 0 },     //
    [OPS_EXP2] = { 0x3c800000, 0x4800000, SIGN },   // [2^-6, 8) and the negative ones
    [OPS_LOG2] = { 0x3d800000, 0x4000000, 0 },      // [1/16, 16)
    [OPS_SIN] = { 0x3c800000, 0x3c90fdb, SIGN },    // [2^-6, pi]
    [OPS_TANH] = { 0x3c800000, 0x4800000, SIGN },   // [2^-6, 8)
    [OPS_TO_HALF] = { 0x38800000, 0xeffe000, 0 },   // [2^-14, 65504)
    [OPS_FROM_HALF] = { 0x0400, 0x7800, 0 },        // all that are normal
    [OPS_TO_INT] = { 0x3f800000, 0xf000000, SIGN }, // [1, 2^30)
    [OPS_FROM_INT] = { 0, 0x7fffffff, 0 },          // [0, 2^31 - 1)
};

struct ops_range ops_range(enum ops_op op, int which)
{
    // The other addend has every exponent that an 11-bit sum still sees.
    if (op == OPS_ADD && which == 1)
        return (struct ops_range){ 0x39800000, 0x6800000, 0 }; // [2^-12, 2)
    return ranges[op];
}

uint32_t ops_hash(uint32_t index, int which)
{
    uint32_t x = index * 747796405u + (uint32_t) which * 2891336453u + 1u;

    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

uint32_t ops_mask(enum ops_op op, int precision)
{
    return op < OPS_TO_HALF && precision < 24 ? 0x1fff : 0;
}

static double meaning(enum ops_op op, uint32_t word)
{
    if (op == OPS_FROM_HALF)
        return fp_from_bits64(fp_convert(FP_BINARY16, FP_BINARY64, FP_RNE, word));
    return op == OPS_FROM_INT ? (double) (int32_t) word : (double) fp_from_bits(word);
}

struct ops_operands ops_operands(enum ops_op op, int precision, uint32_t index)
{
    struct ops_operands out;

    for (int i = 0; i < 3; i++) {
        struct ops_range range = ops_range(op, i);
        uint32_t h = ops_hash(index, i);
        uint32_t word = (range.low + (h & 0x7fffffff) % range.span);

        out.words[i] = (word & ~ops_mask(op, precision)) | (h & range.sign);
        out.x[i] = meaning(op, out.words[i]);
        if (precision == 53 && op < OPS_TO_HALF)
            out.x[i] = fp_from_bits64(fp_bits64(out.x[i]) | ops_hash(index, i + 3) >> 3);
    }
    return out;
}

long double ops_exact(enum ops_op op, const struct ops_operands *operands)
{
    long double x = operands->x[0], y = operands->x[1], z = operands->x[2];

    switch (op) {
    case OPS_ADD: return x + y;
    case OPS_MUL: return x * y;
    case OPS_FMA: return fmal(x, y, z);
    case OPS_DIV: return x / y;
    case OPS_SQRT: return sqrtl(x);
    case OPS_RSQRT: return 1 / sqrtl(x);
    case OPS_EXP2: return exp2l(x);
    case OPS_LOG2: return log2l(x);
    case OPS_SIN: return sinl(x);
    case OPS_TANH: return tanhl(x);
    case OPS_TO_INT: return truncl(x);
    default: return x;
    }
}

// The exact results for the inputs of one operation; 11 bits and 0 have the same
// operands.
static struct kept {
    long double *exact;
    int count;
} all_kept[OPS_COUNT][3];

static const long double *ops_error_exact_of(enum ops_op op, int precision, int count)
{
    struct kept *kept =
        &all_kept[op][precision == 53 ? 2 : precision == 24 || op >= OPS_TO_HALF];

    if (kept->count >= count)
        return kept->exact;
    free(kept->exact);
    kept->exact = memory_new((size_t) count, sizeof *kept->exact);
    kept->count = count;
    for (int i = 0; i < kept->count; i++) {
        struct ops_operands operands = ops_operands(op, precision, (uint32_t) i);

        kept->exact[i] = ops_exact(op, &operands);
    }
    return kept->exact;
}

void ops_judge(struct ops_error *error, enum ops_op op, int precision, int count,
               const double *got)
{
    const long double *exact = ops_error_exact_of(op, precision, count);

    *error = (struct ops_error){ .inputs = count };
    for (int i = 0; i < error->inputs; i++) {
        long double off;
        int exponent;

        if (!isfinite(got[i])) {
            error->strange++;
            continue;
        }
        frexpl(exact[i], &exponent);
        off = ldexpl(fabsl((long double) got[i] - exact[i]), 24 - exponent);
        if (exact[i] != 0 && (double) off > error->ulp) {
            error->ulp = (double) off;
            error->x = ops_operands(op, precision, (uint32_t) i).x[0];
        }
    }
}

// SPDX-License-Identifier: MIT

#include "bench/ops.h"

#include "base/fp.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SETTLED 4096 // steps after which no chain changes

const char *ops_name(enum ops_op op)
{
    static const char *const names[] = {
        "add",  "mul", "fma",  "div",     "sqrt",      "rsqrt",  "exp2",
        "log2", "sin", "tanh", "to half", "from half", "to int", "from int",
    };

    return names[op];
}

bool ops_converts(enum ops_op op)
{
    return op >= OPS_TO_HALF;
}

int ops_each(enum ops_op op)
{
    return op == OPS_ADD || op == OPS_MUL ? 2 : 1;
}

double ops_start(int chain)
{
    return 1.25 + chain / 16.0;
}

static double ops_rounded(int precision, double value)
{
    if (precision == 53)
        return value;
    if (precision == 24)
        return (float) value;
    return fp_from_bits64(
        fp_convert(FP_BINARY16, FP_BINARY64, FP_RNE,
                   fp_convert(FP_BINARY64, FP_BINARY16, FP_RNE, fp_bits64(value))));
}

// (s + 2^p) - 2^p is 0 or 2 for s in [1, 3]; if a compiler folds the constants, it is s.
// s * k * (1 / k) ends some ulp from s. In an unknown format, and in doubles, whose
// constants are floats, 1 / k may be too inexact: there k is a power of two.
struct ops_constants ops_constants(enum ops_op op, int precision)
{
    static const struct ops_constants constants[OPS_COUNT] = {
        [OPS_FMA] = { .k = -0.625, .c = 2.5 },
        [OPS_DIV] = { .k = 1, .c = 3 },
        [OPS_SQRT] = { .k = 1 },
        [OPS_RSQRT] = { .k = 0.5 },
        [OPS_EXP2] = { .k = -1.25 },
        [OPS_LOG2] = { .k = 3 },
        [OPS_SIN] = { .k = 1 },
        [OPS_TANH] = { .k = 0.5 },
        [OPS_TO_HALF] = { .k_bits = 0x3f800000 }, // 1
        [OPS_FROM_HALF] = { .k_bits = 0x3c01 },   // 1 + 2^-10
        [OPS_TO_INT] = { .k_bits = 0x447a1000 },  // 1000.25
        [OPS_FROM_INT] = { .k_bits = -300000000u },
    };
    struct ops_constants out = constants[op];
    int bits = precision ? precision : 11;

    if (op == OPS_ADD) {
        out.k = ldexp(1, bits);
        out.c = -out.k;
    } else if (op == OPS_MUL) {
        out.k = precision == 11 || precision == 24 ? 1.828125 : 2;
        out.c = ops_rounded(bits, 1 / out.k);
    }
    return out;
}

static double applied(enum ops_op op, int precision, double s, struct ops_constants by)
{
    double x = ops_rounded(precision, s + by.k);

    switch (op) {
    case OPS_ADD: return ops_rounded(precision, x + by.c);
    case OPS_MUL: return ops_rounded(precision, ops_rounded(precision, s * by.k) * by.c);
    case OPS_FMA: return ops_rounded(precision, fma(s, by.k, by.c));
    case OPS_DIV: return ops_rounded(precision, by.c / x);
    case OPS_SQRT: return ops_rounded(precision, sqrt(x));
    case OPS_RSQRT: return ops_rounded(precision, 1 / sqrt(x));
    case OPS_EXP2: return ops_rounded(precision, exp2(x));
    case OPS_LOG2: return ops_rounded(precision, log2(x));
    case OPS_SIN: return ops_rounded(precision, sin(x));
    default: return ops_rounded(precision, tanh(x));
    }
}

static uint32_t converted(enum ops_op op, uint32_t x)
{
    switch (op) {
    case OPS_TO_HALF: return (uint32_t) fp_convert(FP_BINARY32, FP_BINARY16, FP_RNE, x);
    case OPS_FROM_HALF:
        return (uint32_t) fp_convert(FP_BINARY16, FP_BINARY32, FP_RNE, x & 0xffff);
    case OPS_TO_INT: return (uint32_t) (int32_t) fp_from_bits(x);
    default: return fp_bits((float) (int32_t) x);
    }
}

// Computes the sum with given constants, which may be of another format than that of
// the computation.
static uint32_t sum_by(enum ops_op op, struct ops_constants by, int precision,
                       uint64_t steps)
{
    uint32_t sum = OPS_SUM;

    if (steps > SETTLED)
        steps = SETTLED;
    for (int chain = 0; chain < OPS_CHAINS; chain++) {
        double s = ops_start(chain);
        uint32_t word = (uint32_t) chain;

        for (uint64_t i = 0; i < steps; i++) {
            if (ops_converts(op))
                word = converted(op, word + by.k_bits);
            else
                s = applied(op, precision, s, by);
        }
        sum += (chain == 0 ? 2 : 1) * (ops_converts(op) ? word : fp_bits((float) s));
    }
    return sum;
}

uint32_t ops_sum(enum ops_op op, int precision, uint64_t steps)
{
    return sum_by(op, ops_constants(op, precision), precision, steps);
}

// Returns how far a chain may be from the exact value, in ulp of binary32. An
// approximation is good to 2^-10 or better, and its error grows to less than three
// times that. fma may be rounded twice.
static uint32_t ops_allowed(enum ops_op op, int precision)
{
    if (ops_converts(op))
        return 8;
    if (op < OPS_FMA)
        return 0;
    if (precision < 24)
        return 1u << 18;
    return op == OPS_FMA ? 16 : 1u << 15;
}

static bool is_near(uint32_t got, uint32_t want, uint32_t each)
{
    uint32_t all = (OPS_CHAINS + 1) * each;

    return got - want <= all || want - got <= all;
}

bool ops_did(enum ops_op op, int precision, uint64_t steps, uint32_t got)
{
    struct ops_constants by = ops_constants(op, precision);

    if (precision != 0)
        return is_near(got, sum_by(op, by, precision, steps), ops_allowed(op, precision));
    return is_near(got, sum_by(op, by, 11, steps), ops_allowed(op, 11)) ||
           is_near(got, sum_by(op, by, 24, steps), ops_allowed(op, 24));
}

struct ops_row *ops_add(struct ops_rows *rows, enum ops_by by, enum ops_op op,
                        const char *variant)
{
    struct ops_row *row;

    if (rows->count == OPS_ROWS)
        return NULL;
    row = &rows->rows[rows->count++];
    *row = (struct ops_row){ .op = op, .by = by };
    snprintf(row->variant, sizeof row->variant, "%s", variant);
    return row;
}

int ops_asked(const struct ops_row *row)
{
    return row->precision ? row->precision : 11;
}

// No result is so small that it is subnormal in its format.
double ops_error_own(const struct ops_row *row)
{
    return ldexp(row->error.ulp, ops_asked(row) - 24);
}

static double rate_of(double ns)
{
    return ns > 0 ? 1 / ns : 0;
}

double ops_rate(const struct ops_row *row)
{
    return rate_of(times_median(&row->times));
}

double ops_rate_min(const struct ops_row *row)
{
    return rate_of(times_max(&row->times));
}

double ops_rate_max(const struct ops_row *row)
{
    return rate_of(times_min(&row->times));
}

const struct ops_row *ops_fastest(const struct ops_rows *rows, enum ops_by by,
                                  enum ops_op op, double ulp)
{
    const struct ops_row *best = NULL;

    for (int i = 0; i < rows->count; i++) {
        const struct ops_row *row = &rows->rows[i];

        if (row->by != by || row->op != op || !row->did || !row->error.inputs ||
            row->error.ulp > ulp)
            continue;
        if (!best || ops_rate(row) > ops_rate(best))
            best = row;
    }
    return best;
}

#define SIGN 0x80000000u

// The ranges of the operands. They contain zeros of the functions (sin at pi, log2 at 1),
// where an error that is small compared with 1 is large in ulp.
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
    // The second addend has every exponent that changes a sum of 11 bits.
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

// The exact results for the inputs of an operation. Precisions 11 and 0 have the same
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

// SPDX-License-Identifier: MIT
//
// Markstein's division of every pair of mantissas: device code only.
//
// How it works. A warp takes 128 neighbouring divisors b, four a thread, and a slice of
// the dividends a, which all of its threads walk together. For dividends up to b the
// quotient lies in [1/2, 1], for those above in (1, 2). In either part a quotient q is the
// correctly rounded one if and only if |a - q b| <= 2^-25 b, or 2^-24 b, which is a
// constant of the thread (docs/division.md). So a pair costs the algorithm, one exact
// residual, and a maximum. Only if the maximum exceeds the constant does the thread walk
// its dividends again and count. For the 128 dividends among the divisors themselves the
// part differs from thread to thread, so each of these pairs is compared.

#include "sweep/domain.h"

#define DIVISORS 4 // of a thread, 32 apart
#define GROUP    (32 * DIVISORS)
#define SLICE    32768 // dividends
#define SLICES   (8388608 / SLICE)
#define UNROLL   8

// The counts of a chunk's threads.
struct division_count {
    unsigned long long wrong, first; // number of the first wrong one; ~0: none
};

// The numbers of a launch: chunk ids[blockIdx.y], within [first, last].
struct division_part {
    const int *ids;
    unsigned long long first, last;
};

__device__ float estimate(float b)
{
    float r;

    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
    return r;
}

// a, b in [1, 2), r near 1/b.
template <int refinements> __device__ float quotient(float a, float b, float r)
{
    float q = __fmul_rn(r, a);

#pragma unroll
    for (int i = 0; i < refinements; i++)
        q = __fmaf_rn(r, __fmaf_rn(q, -b, a), q);
    return q;
}

__device__ float mantissa(unsigned fraction)
{
    return __uint_as_float(0x3f800000u | fraction);
}

// Returns the estimate after one step of Newton's towards 1/b.
__device__ float reciprocal(float b)
{
    float r = estimate(b);

    return __fmaf_rn(r, __fmaf_rn(r, -b, 1.0f), r);
}

// Returns true if q is a / b, rounded correctly; false for NaN.
__device__ bool is_right(float q, float a, float b)
{
    float residual = __fmaf_rn(q, -b, a);

    return fabsf(residual) <= (a <= b ? 0x1p-25f : 0x1p-24f) * b;
}

// Returns the largest |a - q b| of `count` dividends from a on, a multiple of UNROLL. All
// are finite: b is in [1, 2), and r in [1/4, 4].
template <int refinements>
__device__ void walk(float a, int count, const float *b, const float *r, float *most)
{
    for (int j = 0; j < DIVISORS; j++)
        most[j] = 0;
    for (int i = 0; i < count; i += UNROLL) {
#pragma unroll
        for (int u = 0; u < UNROLL; u++) {
#pragma unroll
            for (int j = 0; j < DIVISORS; j++) {
                float q = quotient<refinements>(a, b[j], r[j]);

                most[j] = fmaxf(most[j], fabsf(__fmaf_rn(q, -b[j], a)));
            }
            a = __fadd_rn(a, 0x1p-23f);
        }
    }
}

// The work of a thread: the fractions of its first divisor and dividend.
struct division_place {
    unsigned b, a;
    bool whole, none; // all of its warp's pairs are asked; none is
};

__device__ division_place place(const division_part &part)
{
    unsigned warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    unsigned group = (unsigned) part.ids[blockIdx.y] << 15 | warp / SLICES * GROUP;
    unsigned long long low, high;
    division_place at;

    at.b = group + threadIdx.x % 32;
    at.a = warp % SLICES * SLICE;
    low = (unsigned long long) group << 23 | at.a;
    high = (unsigned long long) (group + GROUP - 1) << 23 | (at.a + SLICE - 1);
    at.whole = part.first <= low && high <= part.last;
    at.none = part.last < low || high < part.first;
    return at;
}

// Counts the wrong ones among a thread's pairs, one by one.
template <int refinements>
__device__ void recount(const division_part &part, division_place at,
                        division_count *out)
{
    unsigned long long wrong = 0, first = ~0ull;

    for (int j = 0; j < DIVISORS; j++) {
        unsigned fraction = at.b + 32 * j;
        float b = mantissa(fraction), r = reciprocal(b);
        unsigned long long number = (unsigned long long) fraction << 23 | at.a;

#pragma unroll 4
        for (int i = 0; i < SLICE; i++, number++) {
            float a = mantissa(at.a + i);

            if (is_right(quotient<refinements>(a, b, r), a, b))
                continue;
            if (number < part.first || number > part.last)
                continue;
            wrong++;
            first = first < number ? first : number;
        }
    }
    if (wrong) {
        atomicAdd(&out[blockIdx.y].wrong, wrong);
        atomicMin(&out[blockIdx.y].first, first);
    }
}

// Returns true if any pair of the dividends among the divisors is wrong.
template <int refinements>
__device__ bool walk_mixed(unsigned from, const float *b, const float *r)
{
    bool right = true;

    for (unsigned i = 0; i < GROUP; i++) {
        float a = mantissa(from + i);

#pragma unroll
        for (int j = 0; j < DIVISORS; j++)
            right &= is_right(quotient<refinements>(a, b[j], r[j]), a, b[j]);
    }
    return !right;
}

// Returns true if any of a thread's pairs is wrong, and if the maximum cannot decide it.
template <int refinements>
__device__ bool is_any_wrong(division_place at)
{
    float b[DIVISORS], r[DIVISORS], most[DIVISORS];
    unsigned group = at.b & ~(GROUP - 1u);
    int below = max(0, min(SLICE, (int) group - (int) at.a));
    int among = group / SLICE == at.a / SLICE ? GROUP : 0;
    bool wrong = false;

    for (int j = 0; j < DIVISORS; j++) {
        b[j] = mantissa(at.b + 32 * j);
        r[j] = reciprocal(b[j]);
        wrong |= !(r[j] >= 0.25f && r[j] <= 4.0f);
    }
    walk<refinements>(mantissa(at.a), below, b, r, most);
    for (int j = 0; j < DIVISORS; j++)
        wrong |= most[j] > 0x1p-25f * b[j];
    if (among)
        wrong |= walk_mixed<refinements>(group, b, r);
    below += among;
    if (below < SLICE)
        walk<refinements>(mantissa(at.a + below), SLICE - below, b, r, most);
    else
        return wrong;
    for (int j = 0; j < DIVISORS; j++)
        wrong |= most[j] > 0x1p-24f * b[j];
    return wrong;
}

#define MARKSTEIN(refinements)                                                    \
    extern "C" __global__ void __launch_bounds__(256)                             \
        division_markstein##refinements(division_part part, division_count *out)  \
    {                                                                             \
        division_place at = place(part);                                          \
                                                                                  \
        if (at.none || (at.whole && !is_any_wrong<refinements>(at)))              \
            return;                                                               \
        recount<refinements>(part, at, out);                                      \
    }

MARKSTEIN(0)
MARKSTEIN(1)
MARKSTEIN(2)

// The quotients of pairs of words, after up to two refinements.
extern "C" __global__ void division_answers(int refinements, unsigned count,
                                            const unsigned *pairs, unsigned *answers)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float a, b, r;

    if (i >= count)
        return;
    a = __uint_as_float(pairs[2 * i]);
    b = __uint_as_float(pairs[2 * i + 1]);
    r = reciprocal(b);
    answers[i] = __float_as_uint(refinements == 0   ? quotient<0>(a, b, r)
                                 : refinements == 1 ? quotient<1>(a, b, r)
                                                    : quotient<2>(a, b, r));
}

// SPDX-License-Identifier: MIT
//
// Division on every pair of mantissas, and over exponents: device code only.
//
// How it works. A warp takes 128 neighbouring divisors b, four a thread, and a slice of
// the dividends a, which all of its threads walk together. For dividends up to b the
// quotient lies in [1/2, 1], for those above in (1, 2): in either part a quotient q is the
// correctly rounded one if and only if |a - q b| <= 2^-25 b, or 2^-24 b, which is a
// constant of the thread (docs/division.md). So a pair costs the algorithm, one exact
// residual, and a maximum. Only where the maximum is beyond the constant does the thread
// go over its dividends again and count. For the 128 dividends among the divisors
// themselves the part differs from thread to thread; there each pair is compared.

#include "sweep/division_slow.h"
#include "sweep/domain.h"

#define DIVISORS 4 // of a thread, 32 apart
#define GROUP    (32 * DIVISORS)
#define SLICE    32768 // dividends
#define SLICES   (8388608 / SLICE)
#define UNROLL   8

// What a chunk's threads found.
struct division_count {
    unsigned long long wrong, first; // number of the first wrong one; ~0: none
    unsigned long long special, overflow;
};

// What the numbers of a launch are: chunk ids[blockIdx.y], within [first, last].
struct division_part {
    const int *ids;
    unsigned long long first, last;
    const float *table; // approximate reciprocals of 1 + k 2^-23; NULL: the GPU's own
    int halley;
    unsigned seed; // of the exponents
};

__device__ float estimate(float b)
{
    float r;

    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(b));
    return r;
}

// One step towards 1/b: Newton's r + r e, or Halley's r + r (e + e^2).
__device__ float improve(float r, float b, int halley)
{
    float e = __fmaf_rn(r, -b, 1.0f);

    return __fmaf_rn(r, halley ? __fmaf_rn(e, e, e) : e, r);
}

// a, b in [1, 2), r near 1/b.
template <int refinements> struct markstein {
    static __device__ float divide(float a, float b, float r)
    {
        float q = __fmul_rn(r, a);

#pragma unroll
        for (int i = 0; i < refinements; i++)
            q = __fmaf_rn(r, __fmaf_rn(q, -b, a), q);
        return q;
    }
};

// The `/` of C, and the fast one.
struct correct {
    static __device__ float divide(float a, float b, float)
    {
        return __fdiv_rn(a, b);
    }
};

struct approximate {
    static __device__ float divide(float a, float b, float)
    {
        return __fdividef(a, b);
    }
};

__device__ float mantissa(unsigned fraction)
{
    return __uint_as_float(0x3f800000u | fraction);
}

__device__ float reciprocal(const division_part &part, unsigned fraction)
{
    float b = mantissa(fraction);

    return improve(part.table ? part.table[fraction] : estimate(b), b, part.halley);
}

// Whether q is a / b, rounded correctly. False for NaN.
__device__ bool is_right(float q, float a, float b)
{
    float residual = __fmaf_rn(q, -b, a);

    return fabsf(residual) <= (a <= b ? 0x1p-25f : 0x1p-24f) * b;
}

// Largest |a - q b| of `count` dividends from a on, a multiple of UNROLL. All are finite:
// b is in [1, 2), and r in [1/4, 4].
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
                float q = markstein<refinements>::divide(a, b[j], r[j]);

                most[j] = fmaxf(most[j], fabsf(__fmaf_rn(q, -b[j], a)));
            }
            a = __fadd_rn(a, 0x1p-23f);
        }
    }
}

// Where a thread works: fractions of its first divisor and dividend.
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

// Counts what is wrong among a thread's pairs, one by one.
template <class Method>
__device__ void recount(const division_part &part, division_place at,
                        division_count *out)
{
    unsigned long long wrong = 0, first = ~0ull;

    for (int j = 0; j < DIVISORS; j++) {
        unsigned fraction = at.b + 32 * j;
        float b = mantissa(fraction), r = reciprocal(part, fraction);
        unsigned long long number = (unsigned long long) fraction << 23 | at.a;

#pragma unroll 4
        for (int i = 0; i < SLICE; i++, number++) {
            float a = mantissa(at.a + i);

            if (is_right(Method::divide(a, b, r), a, b))
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

// Whether any pair of the dividends among the divisors is wrong.
template <int refinements>
__device__ bool walk_mixed(unsigned from, const float *b, const float *r)
{
    bool right = true;

    for (unsigned i = 0; i < GROUP; i++) {
        float a = mantissa(from + i);

#pragma unroll
        for (int j = 0; j < DIVISORS; j++)
            right &=
                is_right(markstein<refinements>::divide(a, b[j], r[j]), a, b[j]);
    }
    return !right;
}

// Whether any of a thread's pairs is wrong; true also where one cannot tell that fast.
template <int refinements>
__device__ bool is_any_wrong(const division_part &part, division_place at)
{
    float b[DIVISORS], r[DIVISORS], most[DIVISORS];
    unsigned group = at.b & ~(GROUP - 1u);
    int below = max(0, min(SLICE, (int) group - (int) at.a));
    int among = group / SLICE == at.a / SLICE ? GROUP : 0;
    bool wrong = false;

    for (int j = 0; j < DIVISORS; j++) {
        b[j] = mantissa(at.b + 32 * j);
        r[j] = reciprocal(part, at.b + 32 * j);
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
        if (at.none || (at.whole && !is_any_wrong<refinements>(part, at)))        \
            return;                                                               \
        recount<markstein<refinements>>(part, at, out);                           \
    }

MARKSTEIN(0)
MARKSTEIN(1)
MARKSTEIN(2)
MARKSTEIN(3)

#define PLAIN(name)                                                               \
    extern "C" __global__ void __launch_bounds__(256)                             \
        division_##name(division_part part, division_count *out)                  \
    {                                                                             \
        division_place at = place(part);                                          \
                                                                                  \
        if (!at.none)                                                             \
            recount<name>(part, at, out);                                         \
    }

PLAIN(correct)
PLAIN(approximate)

// Division of any operands. Only the dividend is reduced to [1, 2); its sign and exponent
// are the power of two by which the quotient is scaled, 0 and infinity for those of the
// dividends that need the slow path. A divisor whose reciprocal is flushed, infinite or
// NaN spoils the quotient, which the limits then find.
__device__ float divide_full(float a, float b)
{
    unsigned bits = __float_as_uint(a), magnitude;
    float m = __uint_as_float(0x3f800000u | (bits & 0x7fffffu));
    float scale = __uint_as_float(bits & 0xff800000u);
    float q = markstein<1>::divide(m, b, improve(estimate(b), b, 0));

    q = __fmul_rn(q, scale);
    magnitude = __float_as_uint(q) & 0x7fffffffu;
    if (magnitude - 0x00800001u <= 0x7f7fffffu - 0x00800001u)
        return q;
    return __uint_as_float(division_slow(bits, __float_as_uint(b)));
}

__device__ bool is_nan(unsigned bits)
{
    return (bits & 0x7fffffffu) > 0x7f800000u;
}

// A chunk of DOMAIN_EXPONENTS, judged by the GPU's own correctly rounded division.
extern "C" __global__ void __launch_bounds__(256)
    division_full(division_part part, division_count *out)
{
    unsigned threads = gridDim.x * blockDim.x;
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned chunk = (unsigned) part.ids[blockIdx.y] << 24;
    division_count mine = { 0, ~0ull, 0, 0 };

    for (unsigned i = thread; i < 1u << 24; i += threads) {
        unsigned number = chunk | i, want, got;
        operands pair = domain_exponents(number, domain_drawn(part.seed, number));
        unsigned a = (unsigned) pair.a, b = (unsigned) pair.b;

        if (number < part.first || number > part.last)
            continue;
        want = __float_as_uint(__fdiv_rn(__uint_as_float(a), __uint_as_float(b)));
        got = __float_as_uint(divide_full(__uint_as_float(a), __uint_as_float(b)));
        if ((a << 1) - 1 >= 0xfeffffffu || (b << 1) - 1 >= 0xfeffffffu)
            mine.special++;
        else if ((want << 1) == 0xff000000u)
            mine.overflow++;
        if (got != want && !(is_nan(got) && is_nan(want))) {
            mine.wrong++;
            mine.first = mine.first < number ? mine.first : number;
        }
    }
    atomicAdd(&out[blockIdx.y].special, mine.special);
    atomicAdd(&out[blockIdx.y].overflow, mine.overflow);
    if (mine.wrong) {
        atomicAdd(&out[blockIdx.y].wrong, mine.wrong);
        atomicMin(&out[blockIdx.y].first, mine.first);
    }
}

// What each algorithm gives for pairs of words, in this order: markstein0 to 3, correct,
// approximate, full.
extern "C" __global__ void division_answers(division_part part, int method,
                                            unsigned count, const unsigned *pairs,
                                            unsigned *answers)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float a, b, r, q;

    if (i >= count)
        return;
    a = __uint_as_float(pairs[2 * i]);
    b = __uint_as_float(pairs[2 * i + 1]);
    r = reciprocal(part, pairs[2 * i + 1] & 0x7fffffu);
    switch (method) {
    case 0: q = markstein<0>::divide(a, b, r); break;
    case 1: q = markstein<1>::divide(a, b, r); break;
    case 2: q = markstein<2>::divide(a, b, r); break;
    case 3: q = markstein<3>::divide(a, b, r); break;
    case 4: q = correct::divide(a, b, r); break;
    case 5: q = approximate::divide(a, b, r); break;
    default: q = divide_full(a, b); break;
    }
    answers[i] = __float_as_uint(q);
}

// The GPU's approximate reciprocals of all 2^23 floats of a biased exponent.
extern "C" __global__ void division_estimates(unsigned exponent, unsigned *out)
{
    unsigned k = blockIdx.x * blockDim.x + threadIdx.x;

    out[k] = __float_as_uint(estimate(__uint_as_float(exponent << 23 | k)));
}

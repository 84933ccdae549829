// SPDX-License-Identifier: MIT
//
// The functions of sweep_functions.inc on the numbers of a domain: device code only. Each
// is a function make_ID, which one kernel calls; whoever loads this picks the one that is
// wanted and names it make_any (ptx_pick.c). Compiled as nvcc does it by default, and once
// more with each option that changes code: make_ID_at_fast is that of -use_fast_math.

#include "sweep/domain.h"

// Operands that a function has not, in the macro for all.
#pragma nv_diag_suppress 550

typedef unsigned int word32;
typedef unsigned long long word64;

static __device__ word32 low_of(word64 a)
{
    return (word32) a;
}

// tanh by ex2 and rcp of the special function unit (N. Juffa), rounded where the method
// rounds, not where a compiler would contract.
static __device__ float tanh_ex2(float a)
{
    float e, r;
    float t = __fmul_rn(fabsf(a), __fmul_rn(-2.0f, 1.442695041f));

    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(e) : "f"(t));
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(__fadd_rn(e, 1.0f)));
    r = __fmaf_rn(e, -r, r);
    return copysignf(fabsf(a) < 4.997253418e-3f ? a : r, a);
}

static __device__ float tanh_far(float t)
{
    float r = __fmul_rn(t, __fmul_rn(2.0f, 1.442695041f));

    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(r));
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(__fadd_rn(1.0f, r)));
    r = __fmaf_rn(r, -2.0f, 1.0f);
    return t >= 9.03125f ? 1.0f : r;
}

// Split: a polynomial below 307/512.
static __device__ float tanh_split(float a)
{
    float s = __fmul_rn(a, a), p = 1.57394409e-2f;

    if (fabsf(a) >= 307.0f / 512)
        return copysignf(tanh_far(fabsf(a)), a);
    p = __fmaf_rn(p, s, -5.23025580e-2f);
    p = __fmaf_rn(p, s, 1.33152470e-1f);
    p = __fmaf_rn(p, s, -3.33327681e-1f);
    p = __fmaf_rn(p, s, 0.0f);
    return __fmaf_rn(p, a, a);
}

// One of two results each.
#define HALVES(first, second, call)             \
    static __device__ float first(float x)      \
    {                                           \
        float a, b;                             \
        call(x, &a, &b);                        \
        return a;                               \
    }                                           \
    static __device__ float second(float x)     \
    {                                           \
        float a, b;                             \
        call(x, &a, &b);                        \
        return b;                               \
    }

HALVES(sine, cosine, sincosf)
HALVES(fast_sine, fast_cosine, __sincosf)
HALVES(sine_pi, cosine_pi, sincospif)

static __device__ float fraction_of(float x)
{
    int e;

    return frexpf(x, &e);
}

static __device__ int exponent_of(float x)
{
    int e;

    frexpf(x, &e);
    return e;
}

static __device__ float fraction_part(float x)
{
    float whole;

    return modff(x, &whole);
}

static __device__ float integer_part(float x)
{
    float whole;

    modff(x, &whole);
    return whole;
}

static __device__ float remquo_rest(float x, float y)
{
    int quotient;

    return remquof(x, y, &quotient);
}

// No more than C promises: the sign, and three bits.
static __device__ int remquo_low(float x, float y)
{
    int quotient;

    remquof(x, y, &quotient);
    return quotient < 0 ? -(-quotient & 7) : quotient & 7;
}

// To the nearest half by integers (CUDA Handbook, 8.3.5), NaN to 7fff.
static __device__ word32 half_integers(word32 f)
{
    word32 sign = f >> 16 & 0x8000, u = f & 0x7fffffff, shift, rest;

    if (u > 0x7f800000)
        return 0x7fff;
    if (u >= 0x477ff000)
        return sign | 0x7c00;
    if (u <= 0x33000000)
        return sign;
    if (u < 0x38800000) {
        shift = 126 - (u >> 23);
        rest = (u & 0x7fffff) | 0x800000;
        return sign | (rest + (1u << (shift - 1)) - 1 + (rest >> shift & 1)) >> shift;
    }
    u -= 112u << 23;
    return sign | (u + 0xfff + (u >> 13 & 1)) >> 13;
}

static __device__ float from_half_bits(word32 bits)
{
    float x;

    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"((unsigned short) bits));
    return x;
}

#define PTX(instruction, x)                                                       \
    ([](float in) {                                                               \
        float out;                                                                \
        asm(instruction " %0, %1;" : "=f"(out) : "f"(in));                        \
        return out;                                                               \
    }(x))
#define PTX_HALF(instruction, x)                                                  \
    ([](float in) {                                                               \
        unsigned short out;                                                       \
        asm(instruction " %0, %1;" : "=h"(out) : "f"(in));                        \
        return (word32) out;                                                      \
    }(x))
#define PTX_FROM_HALF(bits) from_half_bits(bits)

// Where the operands of a type are, and how its results are put down.
#define OPERANDS_F float x = __uint_as_float(a), y = __uint_as_float(b);
#define OPERANDS_H OPERANDS_F
#define OPERANDS_I OPERANDS_F
#define OPERANDS_U OPERANDS_F
#define OPERANDS_D                                             \
    double x = __longlong_as_double((long long) a);            \
    double y = __longlong_as_double((long long) b);
#define PUT_F(x) __float_as_uint(x)
#define PUT_H(x) (x)
#define PUT_I(x) ((word32) (x))
#define PUT_U(x) (x)
#define PUT_D(x) ((word64) __double_as_longlong(x))
#define WORD_F word32
#define WORD_H word32
#define WORD_I word32
#define WORD_U word32
#define WORD_D word64

#define SWEEP(id, name, math, type, round, domain, expression, ...)               \
    extern "C" __device__ WORD_##type make_##id(WORD_##type a, WORD_##type b)     \
    {                                                                             \
        OPERANDS_##type word32 word = low_of(a);                                  \
        int k = (int) b;                                                          \
                                                                                  \
        (void) x;                                                                 \
        (void) y;                                                                 \
        (void) k;                                                                 \
        (void) word;                                                              \
        return PUT_##type(expression);                                            \
    }
#define SWEEP_ALSO(...)
#include "cuda_ref/sweep_functions.inc"

extern "C" __device__ word32 make_any(word32 a, word32 b);
extern "C" __device__ word64 make_any64(word64 a, word64 b);

// out[i], the result of number first + i, for i in [0, count).
extern "C" __global__ void make(word32 *out, word64 first, word64 count,
                                const struct domain domain)
{
    word64 step = (word64) gridDim.x * blockDim.x;

    for (word64 i = (word64) blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        struct operands operands = domain_operands(&domain, first + i);

        out[i] = make_any((word32) operands.a, (word32) operands.b);
    }
}

// The same for DOMAIN_BITS, four at a time: first and count are multiples of 4.
extern "C" __global__ void make_bits(uint4 *out, word64 first, word64 count)
{
    word64 step = (word64) gridDim.x * blockDim.x;

    for (word64 i = (word64) blockIdx.x * blockDim.x + threadIdx.x; i < count / 4;
         i += step) {
        word32 n = (word32) first / 4 + (word32) i, magnitude = n << 1;
        uint4 four;

        four.x = make_any(magnitude, 0);
        four.y = make_any(magnitude | 0x80000000u, 0);
        four.z = make_any(magnitude + 1, 0);
        four.w = make_any((magnitude + 1) | 0x80000000u, 0);
        out[i] = four;
    }
}

extern "C" __global__ void make64(word64 *out, word64 first, word64 count,
                                  const struct domain domain)
{
    word64 step = (word64) gridDim.x * blockDim.x;

    for (word64 i = (word64) blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
        struct operands operands = domain_operands(&domain, first + i);

        out[i] = make_any64(operands.a, operands.b);
    }
}

// SPDX-License-Identifier: MIT
//
// The operations of app/bench/ops.h. Each has two kernels: chains, for the time, and one
// application to the operands of app/bench/ops.h, for the error. Intrinsics are never
// contracted; a kernel `approx` has the instruction of that name.
//
// tanh.approx, and ex2.approx of halves, need
// PTX 7.0

#include <cuda_fp16.h>

#define CHAINS 8

struct range {
    unsigned low, span, sign;
};

static __device__ unsigned hash_of(unsigned index, unsigned which)
{
    unsigned x = index * 747796405u + which * 2891336453u + 1u;

    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static __device__ unsigned operand(unsigned index, unsigned which, range range,
                                   unsigned mask)
{
    unsigned h = hash_of(index, which);

    return ((range.low + (h & 0x7fffffff) % range.span) & ~mask) | (h & range.sign);
}

// Returns an operand in double precision: that of single with more bits below.
static __device__ double wide_operand(unsigned index, unsigned which, range range)
{
    double x = __uint_as_float(operand(index, which, range, 0));

    return __longlong_as_double(__double_as_longlong(x) | hash_of(index, which + 3) >> 3);
}

template <typename T> struct type;
template <> struct type<float> {
    static __device__ float from(double x) { return (float) x; }
    static __device__ float out(float x) { return x; }
    static __device__ float in(unsigned i, unsigned which, range r)
    {
        return __uint_as_float(operand(i, which, r, 0));
    }
};
template <> struct type<double> {
    static __device__ double from(double x) { return x; }
    static __device__ double out(double x) { return x; }
    static __device__ double in(unsigned i, unsigned which, range r)
    {
        return wide_operand(i, which, r);
    }
};
template <> struct type<__half> {
    static __device__ __half from(double x) { return __double2half(x); }
    static __device__ float out(__half x) { return __half2float(x); }
    static __device__ __half in(unsigned i, unsigned which, range r)
    {
        return __float2half_rn(__uint_as_float(operand(i, which, r, 0x1fff)));
    }
};
template <> struct type<__half2> {
    static __device__ __half2 from(double x) { return __half2half2(__double2half(x)); }
    static __device__ float out(__half2 x) { return __high2float(x); }
    static __device__ __half2 in(unsigned i, unsigned which, range r)
    {
        return __half2half2(type<__half>::in(i, which, r));
    }
};

// Defines the kernels of an operation by STEP of s, k and c, and OP of x, y and z. The
// loop has UNROLL steps.
#define KERNELS(NAME, T, UNROLL, STEP, OP)                                           \
    extern "C" __global__ void ops_##NAME(unsigned *out, unsigned steps, double k64, \
                                          double c64)                                \
    {                                                                                \
        T k = type<T>::from(k64), c = type<T>::from(c64), all[CHAINS];               \
        unsigned sum = 1;                                                            \
                                                                                     \
        for (int j = 0; j < CHAINS; j++)                                             \
            all[j] = type<T>::from(1.25 + j / 16.0);                                 \
        _Pragma("unroll 1") for (unsigned i = 0; i < steps; i += UNROLL)             \
        {                                                                            \
            _Pragma("unroll") for (int u = 0; u < UNROLL; u++)                       \
            {                                                                        \
                _Pragma("unroll") for (int j = 0; j < CHAINS; j++)                   \
                {                                                                    \
                    T s = all[j];                                                    \
                                                                                     \
                    all[j] = STEP;                                                   \
                }                                                                    \
            }                                                                        \
        }                                                                            \
        for (int j = 0; j < CHAINS; j++)                                             \
            sum += (j ? 1 : 2) * __float_as_uint((float) type<T>::out(all[j]));      \
        out[blockIdx.x * blockDim.x + threadIdx.x] = sum;                            \
    }                                                                                \
    extern "C" __global__ void ops_error_##NAME(double *out, unsigned count,         \
                                                range rx, range ry, range rz)        \
    {                                                                                \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                          \
        T x = type<T>::in(i, 0, rx), y = type<T>::in(i, 1, ry);                      \
        T z = type<T>::in(i, 2, rz);                                                 \
                                                                                     \
        if (i < count)                                                               \
            out[i] = type<T>::out(OP);                                               \
    }

// Defines the kernels of a conversion of words by TO of w, and VALUE, the number that the
// word r means.
#define CONVERSION(NAME, TO, VALUE)                                                  \
    extern "C" __global__ void ops_##NAME(unsigned *out, unsigned steps, unsigned k) \
    {                                                                                \
        unsigned all[CHAINS], sum = 1;                                               \
                                                                                     \
        for (int j = 0; j < CHAINS; j++)                                             \
            all[j] = j;                                                              \
        _Pragma("unroll 1") for (unsigned i = 0; i < steps; i += 4)                  \
        {                                                                            \
            _Pragma("unroll") for (int u = 0; u < 4; u++)                            \
            {                                                                        \
                _Pragma("unroll") for (int j = 0; j < CHAINS; j++)                   \
                {                                                                    \
                    unsigned w = all[j] + k;                                         \
                                                                                     \
                    all[j] = TO;                                                     \
                }                                                                    \
            }                                                                        \
        }                                                                            \
        for (int j = 0; j < CHAINS; j++)                                             \
            sum += (j ? 1 : 2) * all[j];                                             \
        out[blockIdx.x * blockDim.x + threadIdx.x] = sum;                            \
    }                                                                                \
    extern "C" __global__ void ops_error_##NAME(double *out, unsigned count,         \
                                                range rx, range, range)              \
    {                                                                                \
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                          \
        unsigned w = operand(i, 0, rx, 0), r = TO;                                   \
                                                                                     \
        if (i < count)                                                               \
            out[i] = VALUE;                                                          \
    }

#define APPROX(NAME, INSTRUCTION)                         \
    static __device__ float NAME(float x)                 \
    {                                                     \
        float r;                                          \
                                                          \
        asm(INSTRUCTION " %0, %1;" : "=f"(r) : "f"(x));   \
        return r;                                         \
    }

APPROX(rcp_approx, "rcp.approx.ftz.f32")
APPROX(sqrt_approx, "sqrt.approx.ftz.f32")
APPROX(rsqrt_approx, "rsqrt.approx.ftz.f32")
APPROX(ex2_approx, "ex2.approx.ftz.f32")
APPROX(lg2_approx, "lg2.approx.ftz.f32")
APPROX(sin_approx, "sin.approx.ftz.f32")
APPROX(tanh_approx, "tanh.approx.f32")

static __device__ __half tanh_half(__half x)
{
    unsigned short r;

    asm("tanh.approx.f16 %0, %1;" : "=h"(r) : "h"(__half_as_ushort(x)));
    return __ushort_as_half(r);
}

static __device__ __half ex2_half(__half x)
{
    unsigned short r;

    asm("ex2.approx.f16 %0, %1;" : "=h"(r) : "h"(__half_as_ushort(x)));
    return __ushort_as_half(r);
}

// f(s + k), f being of one argument
#define UNARY(NAME, T, ADD, F) KERNELS(NAME, T, 1, F(ADD(s, k)), F(x))

// add, mul and fma of a type
#define BASIC(NAME, T, ADD, MUL, FMA)                              \
    KERNELS(add_##NAME, T, 4, ADD(ADD(s, k), c), ADD(x, y))        \
    KERNELS(mul_##NAME, T, 4, MUL(MUL(s, k), c), MUL(x, y))        \
    KERNELS(fma_##NAME, T, 4, FMA(s, k, c), FMA(x, y, z))

BASIC(single, float, __fadd_rn, __fmul_rn, __fmaf_rn)
KERNELS(div_single, float, 1, __fdiv_rn(c, __fadd_rn(s, k)), __fdiv_rn(x, y))
UNARY(sqrt_single, float, __fadd_rn, __fsqrt_rn)
UNARY(rsqrt_single, float, __fadd_rn, rsqrtf)
UNARY(exp2_single, float, __fadd_rn, exp2f)
UNARY(log2_single, float, __fadd_rn, log2f)
UNARY(sin_single, float, __fadd_rn, sinf)
UNARY(tanh_single, float, __fadd_rn, tanhf)

KERNELS(div_fdividef, float, 1, __fdividef(c, __fadd_rn(s, k)), __fdividef(x, y))
KERNELS(div_rcp_approx, float, 1, __fmul_rn(c, rcp_approx(__fadd_rn(s, k))),
        __fmul_rn(x, rcp_approx(y)))
UNARY(sqrt_approx, float, __fadd_rn, sqrt_approx)
UNARY(rsqrt_approx, float, __fadd_rn, rsqrt_approx)
UNARY(exp2_approx, float, __fadd_rn, ex2_approx)
UNARY(log2_approx, float, __fadd_rn, lg2_approx)
UNARY(sin_approx, float, __fadd_rn, sin_approx)
UNARY(tanh_approx, float, __fadd_rn, tanh_approx)

BASIC(half, __half, __hadd_rn, __hmul_rn, __hfma)
KERNELS(div_half, __half, 1, __hdiv(c, __hadd_rn(s, k)), __hdiv(x, y))
UNARY(sqrt_half, __half, __hadd_rn, hsqrt)
UNARY(rsqrt_half, __half, __hadd_rn, hrsqrt)
UNARY(exp2_half, __half, __hadd_rn, hexp2)
UNARY(log2_half, __half, __hadd_rn, hlog2)
UNARY(sin_half, __half, __hadd_rn, hsin)
UNARY(exp2_half_approx, __half, __hadd_rn, ex2_half)
UNARY(tanh_half_approx, __half, __hadd_rn, tanh_half)
BASIC(half2, __half2, __hadd2_rn, __hmul2_rn, __hfma2)

BASIC(double, double, __dadd_rn, __dmul_rn, __fma_rn)
KERNELS(div_double, double, 1, __ddiv_rn(c, __dadd_rn(s, k)), __ddiv_rn(x, y))
UNARY(sqrt_double, double, __dadd_rn, __dsqrt_rn)
UNARY(rsqrt_double, double, __dadd_rn, rsqrt)
UNARY(exp2_double, double, __dadd_rn, exp2)
UNARY(log2_double, double, __dadd_rn, log2)
UNARY(sin_double, double, __dadd_rn, sin)
UNARY(tanh_double, double, __dadd_rn, tanh)

CONVERSION(to_half, __half_as_ushort(__float2half_rn(__uint_as_float(w))),
           __half2float(__ushort_as_half((unsigned short) r)))
CONVERSION(from_half,
           __float_as_uint(__half2float(__ushort_as_half((unsigned short) w))),
           __uint_as_float(r))
CONVERSION(to_int, (unsigned) __float2int_rz(__uint_as_float(w)), (double) (int) r)
CONVERSION(from_int, __float_as_uint(__int2float_rn((int) w)), __uint_as_float(r))

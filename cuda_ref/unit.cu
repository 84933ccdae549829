// SPDX-License-Identifier: MIT
//
// The arithmetic of a GPU, an operation a kernel: device code only.
//
// Operands and results are bit patterns, one a 64-bit word, 16 and 32 bits in the low
// end of theirs. `direction` is 0 to nearest even, 1 toward zero, 2 up, 3 down. A NaN is
// stored as the positive quiet one without payload.
//
// Why these intrinsics: each is one rounding, in the direction that its name ends with,
// of one operation, and no compiler contracts it with its neighbour, whatever the flags
// say. A plain a * b + c is one operation or two as -fmad says.

#include <cuda_fp16.h>

typedef unsigned long long word;

static __device__ __half get16(word bits)
{
    return __ushort_as_half((unsigned short) bits);
}

static __device__ float get32(word bits)
{
    return __uint_as_float((unsigned) bits);
}

static __device__ double get64(word bits)
{
    return __longlong_as_double((long long) bits);
}

static __device__ word put16(__half value)
{
    unsigned short bits = __half_as_ushort(value);
    return (bits & 0x7fff) > 0x7c00 ? 0x7e00 : bits;
}

static __device__ word put32(float value)
{
    unsigned bits = __float_as_uint(value);
    return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits;
}

static __device__ word put64(double value)
{
    word bits = (word) __double_as_longlong(value);
    return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000 ? 0x7ff8000000000000 : bits;
}

static __device__ word put_int(int value)
{
    return (unsigned) value;
}

static __device__ word put_word(word value)
{
    return value;
}

#define DIRECTED(stem, ...)                         \
    (direction == 0   ? __##stem##_rn(__VA_ARGS__)  \
     : direction == 1 ? __##stem##_rz(__VA_ARGS__)  \
     : direction == 2 ? __##stem##_ru(__VA_ARGS__)  \
                      : __##stem##_rd(__VA_ARGS__))

// An element a thread, the same parameters in all: see cuda_ref/unit.c.
#define KERNEL(name, result)                                                      \
    extern "C" __global__ void name(word *out, const word *a, const word *b,      \
                                    const word *c, word count, int direction)     \
    {                                                                             \
        word i = (word) blockIdx.x * blockDim.x + threadIdx.x;                    \
        if (i < count)                                                            \
            out[i] = (result);                                                    \
    }

KERNEL(add_binary32, put32(DIRECTED(fadd, get32(a[i]), get32(b[i]))))
KERNEL(sub_binary32, put32(DIRECTED(fsub, get32(a[i]), get32(b[i]))))
KERNEL(mul_binary32, put32(DIRECTED(fmul, get32(a[i]), get32(b[i]))))
KERNEL(div_binary32, put32(DIRECTED(fdiv, get32(a[i]), get32(b[i]))))
KERNEL(sqrt_binary32, put32(DIRECTED(fsqrt, get32(a[i]))))
KERNEL(fma_binary32, put32(DIRECTED(fmaf, get32(a[i]), get32(b[i]), get32(c[i]))))

KERNEL(add_binary64, put64(DIRECTED(dadd, get64(a[i]), get64(b[i]))))
KERNEL(sub_binary64, put64(DIRECTED(dsub, get64(a[i]), get64(b[i]))))
KERNEL(mul_binary64, put64(DIRECTED(dmul, get64(a[i]), get64(b[i]))))
KERNEL(div_binary64, put64(DIRECTED(ddiv, get64(a[i]), get64(b[i]))))
KERNEL(sqrt_binary64, put64(DIRECTED(dsqrt, get64(a[i]))))
KERNEL(fma_binary64, put64(DIRECTED(fma, get64(a[i]), get64(b[i]), get64(c[i]))))

// Half arithmetic is to nearest only.
KERNEL(add_binary16, put16(__hadd_rn(get16(a[i]), get16(b[i]))))
KERNEL(sub_binary16, put16(__hsub_rn(get16(a[i]), get16(b[i]))))
KERNEL(mul_binary16, put16(__hmul_rn(get16(a[i]), get16(b[i]))))
KERNEL(fma_binary16, put16(__hfma(get16(a[i]), get16(b[i]), get16(c[i]))))

KERNEL(rcp_binary32, put32(DIRECTED(frcp, get32(a[i]))))
KERNEL(rcp_binary64, put64(DIRECTED(drcp, get64(a[i]))))
KERNEL(rsqrt_binary32, put32(__frsqrt_rn(get32(a[i]))))

KERNEL(binary32_to_binary16, put16(DIRECTED(float2half, get32(a[i]))))
KERNEL(binary64_to_binary32, put32(DIRECTED(double2float, get64(a[i]))))
KERNEL(binary16_to_binary32, put32(__half2float(get16(a[i]))))
KERNEL(binary32_to_binary64, put64((double) get32(a[i])))

KERNEL(binary32_to_int32, put_int(DIRECTED(float2int, get32(a[i]))))
KERNEL(binary32_to_uint32, put_word(DIRECTED(float2uint, get32(a[i]))))
KERNEL(binary32_to_int64, put_word(DIRECTED(float2ll, get32(a[i]))))
KERNEL(binary32_to_uint64, put_word(DIRECTED(float2ull, get32(a[i]))))
KERNEL(binary64_to_int32, put_int(DIRECTED(double2int, get64(a[i]))))
KERNEL(binary64_to_uint32, put_word(DIRECTED(double2uint, get64(a[i]))))
KERNEL(binary64_to_int64, put_word(DIRECTED(double2ll, get64(a[i]))))
KERNEL(binary64_to_uint64, put_word(DIRECTED(double2ull, get64(a[i]))))

KERNEL(int32_to_binary32, put32(DIRECTED(int2float, (int) a[i])))
KERNEL(uint32_to_binary32, put32(DIRECTED(uint2float, (unsigned) a[i])))
KERNEL(int64_to_binary32, put32(DIRECTED(ll2float, (long long) a[i])))
KERNEL(uint64_to_binary32, put32(DIRECTED(ull2float, a[i])))
KERNEL(int32_to_binary64, put64(__int2double_rn((int) a[i])))
KERNEL(uint32_to_binary64, put64(__uint2double_rn((unsigned) a[i])))
KERNEL(int64_to_binary64, put64(DIRECTED(ll2double, (long long) a[i])))
KERNEL(uint64_to_binary64, put64(DIRECTED(ull2double, a[i])))

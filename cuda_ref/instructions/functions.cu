// SPDX-License-Identifier: MIT
//
// Functions whose machine instructions count.py counts: three ways to a hyperbolic
// tangent, and rounding to integers.

#define KERNEL(name, function)                                                    \
    extern "C" __global__ void name(float *out, const float *in)                  \
    {                                                                             \
        out[threadIdx.x] = function(in[threadIdx.x]);                             \
    }

static __device__ float ex2(float x)
{
    asm("ex2.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
}

static __device__ float rcp(float x)
{
    asm("rcp.approx.ftz.f32 %0, %0;" : "+f"(x));
    return x;
}

// x is not negative
static __device__ float with_sign(float x, float sign)
{
    return __int_as_float(__float_as_int(x) | (__float_as_int(sign) & 0x80000000));
}

static __device__ float tanh_hardware(float a)
{
    asm("tanh.approx.f32 %0, %0;" : "+f"(a));
    return a;
}

// (1 - e) / (1 + e), where e = exp(-2 |a|)
static __device__ float tanh_exponential(float a)
{
    float magnitude = fabsf(a);
    float e = ex2(-2 * 1.442695041f * magnitude);
    float r = rcp(e + 1);
    float result = magnitude < 4.997253418e-3f ? a : fmaf(e, -r, r);

    return isnan(a) ? result : with_sign(result, a);
}

// 1 - 2 / (1 + exp(2 |a|)), and a polynomial near 0
static __device__ float tanh_polynomial(float a)
{
    float magnitude = fabsf(a), square = a * a, p = 1.57394409e-2f;

    if (magnitude >= 307.0f / 512) {
        float r = fmaf(rcp(1 + ex2(2 * 1.442695041f * magnitude)), -2, 1);

        return with_sign(magnitude >= 9.03125f ? 1 : r, a);
    }
    p = fmaf(p, square, -5.23025580e-2f);
    p = fmaf(p, square, 1.33152470e-1f);
    p = fmaf(p, square, -3.33327681e-1f);
    p = fmaf(p, square, 0);
    return fmaf(p, a, a);
}

KERNEL(tanh_1_hardware, tanh_hardware)
KERNEL(tanh_2_exponential, tanh_exponential)
KERNEL(tanh_3_polynomial, tanh_polynomial)
KERNEL(tanh_library, tanhf)
KERNEL(rint_library, rintf)
KERNEL(round_library, roundf)
KERNEL(trunc_library, truncf)

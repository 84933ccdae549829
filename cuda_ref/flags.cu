// SPDX-License-Identifier: MIT
//
// What nvcc's options do to arithmetic. flags.py compiles this once for each set of
// options and prints the answers side by side; docs/cuda-flags.md has them.

#include <cmath>
#include <cstdint>
#include <cstdio>

#define PAIRS (1 << 22)

// Operands come from memory, so that nothing is folded.
struct operands {
    float a, b, c, tiny, three, big;
};

__global__ void single(const operands *x, float *out)
{
    out[0] = x->a * x->b + x->c;
    out[1] = __fmul_rn(x->a, x->b) + x->c;
    out[2] = __fadd_rn(__fmul_rn(x->a, x->b), x->c);
    out[3] = fmaf(x->a, x->b, x->c);
    out[4] = x->tiny + 0.0f;
    out[5] = __fadd_rn(x->tiny, 0.0f);
    out[6] = x->tiny * x->big;
    out[7] = 1.0f / x->three;
    out[8] = __fdiv_rn(1.0f, x->three);
    out[9] = sqrtf(x->three);
    out[10] = __fsqrt_rn(x->three);
    out[11] = sinf(1000.0f * x->three);
}

__device__ uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

// A significand in [1, 2) with seeded bits.
__device__ float seeded(uint64_t *state)
{
    return __uint_as_float(0x3f800000u | (uint32_t) (next(state) >> 41));
}

// How many of PAIRS quotients and square roots are not the correctly rounded ones.
__global__ void count(unsigned *wrong)
{
    uint64_t state = 0x9e3779b97f4a7c15u * (blockIdx.x * blockDim.x + threadIdx.x + 1);
    float a = seeded(&state), b = seeded(&state);

    if (a / b != __fdiv_rn(a, b))
        atomicAdd(&wrong[0], 1);
    if (sqrtf(a) != __fsqrt_rn(a))
        atomicAdd(&wrong[1], 1);
    if (a * b - 1.0f != __fsub_rn(__fmul_rn(a, b), 1.0f))
        atomicAdd(&wrong[2], 1);
}

int main()
{
    operands x = { 1 + 0x1p-23f, 1 - 0x1p-23f, -1, 0x1p-130f, 3, 0x1p100f };
    operands *device_x;
    float *device_out, out[12];
    unsigned *device_wrong, wrong[3] = { 0, 0, 0 };

    cudaMalloc(&device_x, sizeof x);
    cudaMalloc(&device_out, sizeof out);
    cudaMalloc(&device_wrong, sizeof wrong);
    cudaMemcpy(device_x, &x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(device_wrong, wrong, sizeof wrong, cudaMemcpyHostToDevice);
    single<<<1, 1>>>(device_x, device_out);
    count<<<PAIRS / 256, 256>>>(device_wrong);
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(wrong, device_wrong, sizeof wrong, cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess)
        return 3;
    for (float value : out)
        printf("%a\n", value);
    for (unsigned value : wrong)
        printf("%u\n", value);
    return 0;
}

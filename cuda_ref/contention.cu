// SPDX-License-Identifier: MIT
//
// Times 32 Mi additions to one half, by few and many threads, and prints the table of
// docs/half-atomics.md. An addition to a half is compiled to a loop, which takes longer
// with more threads; an addition to a pair is one instruction, which does not.
// nvcc -arch=native -o contention contention.cu && ./contention

#include <cstdio>
#include <cuda_fp16.h>

#define ADDITIONS (1 << 25)

__global__ void half_loop(__half *sum, float addend)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < ADDITIONS;
         i += gridDim.x * blockDim.x)
        atomicAdd(sum, __float2half(addend));
}

__global__ void pair_loop(__half2 *sum, float addend)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < ADDITIONS;
         i += gridDim.x * blockDim.x)
        atomicAdd(sum, __floats2half2_rn(addend, 0));
}

// Returns the time of the last of three runs, in milliseconds.
template <typename T>
float time_ms(void (*kernel)(T *, float), T *sum, int blocks, float addend)
{
    cudaEvent_t start, stop;
    float ms = 0;

    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    for (int run = 0; run < 3; run++) {
        cudaMemset(sum, 0, sizeof(T));
        cudaEventRecord(start);
        kernel<<<blocks, 256>>>(sum, addend);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(&ms, start, stop);
    }
    return ms;
}

int main()
{
    __half2 *sum;

    cudaMalloc(&sum, sizeof *sum);
    printf("blocks    half  half2 padded  half, adding 0\n");
    for (int blocks : { 1, 4, 16, 66, 132, 264, 528, 1056, ADDITIONS / 256 })
        printf("%6d %7.1f %13.1f %15.1f\n", blocks,
               time_ms(half_loop, (__half *) sum, blocks, 1), time_ms(pair_loop, sum, blocks, 1),
               time_ms(half_loop, (__half *) sum, blocks, 0));
    return cudaGetLastError() != cudaSuccess;
}

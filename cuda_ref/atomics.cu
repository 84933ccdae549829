// SPDX-License-Identifier: MIT
//
// Kernels of atomic additions: to halves, in the published ways and one more, and to
// floats and doubles. Thread i adds to place i mod places; `places` is a power of two. No
// kernel uses the result of an atomic.

#include <cuda_fp16.h>

static __device__ unsigned thread_number(void)
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void atomics_zero(unsigned *words, unsigned count)
{
    unsigned i = thread_number();

    if (i < count)
        words[i] = 0;
}

// The plain kernel: an atomic on a half for each element.
extern "C" __global__ void atomics_half(__half *sums, unsigned places, unsigned adds)
{
    unsigned i = thread_number();

    if (i < adds)
        atomicAdd(&sums[i & (places - 1)], __float2half_rn(1));
}

// The published kernel. Each thread of the first half sums two elements itself; the other
// threads have no elements left, and add 0. The sum is added to both halves of a pair,
// and the second half is not used. There are as many atomics as threads.
extern "C" __global__ void atomics_packed(__half2 *sums, unsigned places, unsigned adds)
{
    unsigned i = thread_number();
    float two = i < adds / 2 ? 2 : 0;

    if (i < adds)
        atomicAdd(&sums[i & (places - 1)], __float2half2_rn(two));
}

// Adds to a half of sums[length] by an atomic on a pair, whose other half adds zero. The
// first and the last element may have no neighbour inside, depending on the alignment of
// `sums`: there the atomic is on the half itself.
static __device__ void add_padded(__half *sums, unsigned length, unsigned i, __half value)
{
    __half zero = __float2half_rn(0);
    bool low = (size_t) (sums + i) % sizeof(__half2) == 0;

    if (low && i + 1 < length)
        atomicAdd((__half2 *) (sums + i), __halves2half2(value, zero));
    else if (!low && i > 0)
        atomicAdd((__half2 *) (sums + i - 1), __halves2half2(zero, value));
    else
        atomicAdd(sums + i, value);
}

extern "C" __global__ void atomics_padded(__half *sums, unsigned places, unsigned adds)
{
    unsigned i = thread_number();

    // a single place has a neighbour too, because it could not be padded otherwise
    if (i < adds)
        add_padded(sums, places == 1 ? 2 : places, i & (places - 1), __float2half_rn(1));
}

// Padded additions to any array, which need not begin at a pair: thread i adds to element
// i mod length.
extern "C" __global__ void atomics_edges(__half *sums, unsigned length, unsigned adds)
{
    unsigned i = thread_number();

    if (i < adds)
        add_padded(sums, length, i % length, __float2half_rn(1));
}

// One atomic adds two elements to two places: half as many atomics for the same
// additions. Places are halves; a single place is a pair whose halves are summed
// afterwards.
extern "C" __global__ void atomics_pairs(__half2 *sums, unsigned places, unsigned adds)
{
    unsigned i = thread_number(), pairs = places > 1 ? places / 2 : 1;

    if (i < adds / 2)
        atomicAdd(&sums[i & (pairs - 1)], __float2half2_rn(1));
}

extern "C" __global__ void atomics_float(float *sums, unsigned places, unsigned adds)
{
    unsigned i = thread_number();

    if (i < adds)
        atomicAdd(&sums[i & (places - 1)], 1.0f);
}

extern "C" __global__ void atomics_double(double *sums, unsigned places, unsigned adds)
{
    unsigned i = thread_number();

    if (i < adds)
        atomicAdd(&sums[i & (places - 1)], 1.0);
}

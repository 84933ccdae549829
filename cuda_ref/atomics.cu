// SPDX-License-Identifier: MIT
//
// Atomic additions to halves, in the ways that have been published, and one more, and to
// floats and doubles: device code only. Each kernel makes its additions to places [0, places) in turn, thread i to
// place i mod places; `places` is a power of two. The answer of an atomic is not used.

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

// What one writes first.
extern "C" __global__ void atomics_half(__half *sums, unsigned places, unsigned adds)
{
    unsigned i = thread_number();

    if (i < adds)
        atomicAdd(&sums[i & (places - 1)], __float2half_rn(1));
}

// As published: the first half of the threads have two elements each, which they sum
// themselves; the others have nothing left, and add 0. The sum goes into both halves of a
// pair, of which the second is not looked at. As many atomics as threads.
extern "C" __global__ void atomics_packed(__half2 *sums, unsigned places, unsigned adds)
{
    unsigned i = thread_number();
    float two = i < adds / 2 ? 2 : 0;

    if (i < adds)
        atomicAdd(&sums[i & (places - 1)], __float2half2_rn(two));
}

// An atomic on a single half of sums[length], made of one on a pair: the other half is
// given a zero. The first and last element may have no neighbour inside, depending on how
// `sums` is aligned: an atomic on the half itself is left for these.
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

    // one place has a neighbour all the same: alone it could not be padded
    if (i < adds)
        add_padded(sums, places == 1 ? 2 : places, i & (places - 1), __float2half_rn(1));
}

// The same on any array, which need not begin at a pair: thread i to element i mod length.
extern "C" __global__ void atomics_edges(__half *sums, unsigned length, unsigned adds)
{
    unsigned i = thread_number();

    if (i < adds)
        add_padded(sums, length, i % length, __float2half_rn(1));
}

// Two elements, two places, one atomic: half as many atomics for the same additions.
// Places are halves; a single one is a pair whose halves are summed afterwards.
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

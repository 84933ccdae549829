// SPDX-License-Identifier: MIT
//
// cvt.f16.f32 in four directions, on every float, against integers.

#include "sweep/half_convert.h"

#include <cuda_fp16.h>

static __device__ uint32_t converted(uint32_t x, enum half_direction direction)
{
    float value = __uint_as_float(x);

    switch (direction) {
    case HALF_RTZ: return __half_as_ushort(__float2half_rz(value));
    case HALF_RUP: return __half_as_ushort(__float2half_ru(value));
    case HALF_RDN: return __half_as_ushort(__float2half_rd(value));
    default: return __half_as_ushort(__float2half_rn(value));
    }
}

// Where the counters are: those of half_seen in its order, then the smallest odd input in
// the upper half of a word, and what came for it in the lower.
enum { INPUTS, EQUAL, DIFFER, NANS, NAN_DEFAULT, NAN_PAYLOAD, NAN_OTHER, NAN_LOST, COUNTS };

static __device__ void count(uint32_t x, uint32_t got, enum half_direction direction,
                             unsigned *counts, unsigned long long *first)
{
    bool odd;

    if ((x & 0x7fffffff) > 0x7f800000) {
        uint32_t payload = (x >> 16 & 0x8000) | 0x7e00 | (x >> 13 & 0x1ff);
        int which = got == 0x7fff                ? NAN_DEFAULT
                    : got == payload             ? NAN_PAYLOAD
                    : (got & 0x7fff) > 0x7c00    ? NAN_OTHER
                                                 : NAN_LOST;

        counts[NANS]++;
        counts[which]++;
        odd = which == NAN_OTHER || which == NAN_LOST;
    } else {
        odd = got != half_from_float(x, direction);
        counts[INPUTS]++;
        counts[odd ? DIFFER : EQUAL]++;
    }
    if (odd) {
        unsigned long long here = (unsigned long long) x << 32 | got;

        *first = here < *first ? here : *first;
    }
}

template <enum half_direction direction> static __device__ void check(unsigned long long *out)
{
    unsigned counts[COUNTS] = { 0 };
    unsigned long long first = ~0ull;
    unsigned long long step = (unsigned long long) gridDim.x * blockDim.x;

    for (unsigned long long x = blockIdx.x * blockDim.x + threadIdx.x; x < 1ull << 32; x += step)
        count((uint32_t) x, converted((uint32_t) x, direction), direction, counts, &first);
    for (int i = 0; i < COUNTS; i++)
        if (counts[i])
            atomicAdd(&out[i], (unsigned long long) counts[i]);
    if (first != ~0ull)
        atomicMin(&out[COUNTS], first);
}

#define KERNEL(name, direction)                                       \
    extern "C" __global__ void half_##name(unsigned long long *out) \
    {                                                                 \
        check<direction>(out);                                        \
    }

KERNEL(rne, HALF_RNE)
KERNEL(rtz, HALF_RTZ)
KERNEL(rup, HALF_RUP)
KERNEL(rdn, HALF_RDN)

// SPDX-License-Identifier: MIT
//
// Bit casts between floats and their patterns. They are inline, because loops over all
// inputs use them.

#ifndef BASE_FP_BITS_H
#define BASE_FP_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t fp_bits(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline float fp_from_bits(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t fp_bits64(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double fp_from_bits64(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif // BASE_FP_BITS_H

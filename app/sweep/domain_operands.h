// SPDX-License-Identifier: MIT
//
// Computes the operands of a domain's numbers, on a CPU and in a CUDA kernel. Shaders
// have the same functions in GLSL (sweep_gl/text.c).

#ifndef SWEEP_DOMAIN_OPERANDS_H
#define SWEEP_DOMAIN_OPERANDS_H

#include "sweep/domain.h"

// Mixes 32 bits so that each depends on all (the constants are C. Wellons's, 2018).
DOMAIN_INLINE uint32_t domain_mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// Returns the random bits of a number, which are 0 with seed 0.
DOMAIN_INLINE uint32_t domain_drawn(uint32_t seed, uint32_t number)
{
    return seed ? domain_mix(number ^ domain_mix(seed)) : 0;
}

// Returns the lower 16 bits, rotated right by one.
DOMAIN_INLINE uint32_t domain_rotate16(uint32_t x)
{
    return (x >> 1 | x << 15) & 0xffff;
}

// Returns the chunk of a number.
DOMAIN_INLINE int domain_chunk(const struct domain *domain, uint64_t number)
{
    return (int) (number >> (domain->bits - 8));
}

// Returns the side of a number in its chunk: the sign bit of its first operand.
DOMAIN_INLINE int domain_side(const struct domain *domain, uint64_t number)
{
    switch (domain->kind) {
    case DOMAIN_BITS:
    case DOMAIN_DOUBLES: return (int) (number & 1);
    case DOMAIN_PAIRS:
    case DOMAIN_INTEGERS: return (int) (number >> 16 & 1);
    case DOMAIN_DOUBLE_PAIRS: return (int) (number >> domain->bits / 2 & 1);
    default: return 0;
    }
}

// Returns the operands of a number of DOMAIN_DOUBLE_PAIRS.
DOMAIN_INLINE struct operands domain_double_pair(const struct domain *domain, uint32_t n)
{
    int half = domain->bits / 2;
    uint32_t mask = (uint32_t) ((UINT64_C(1) << half) - 1), hi = n >> half & mask;
    uint64_t d = domain_drawn(domain->seed, n), e = domain_drawn(domain->seed, ~n);
    struct operands out;

    hi = (hi >> 1 | hi << (half - 1)) & mask;
    out.a = (uint64_t) hi << (64 - half) | ((d << 32 | e) >> half);
    out.b = (uint64_t) (n & mask) << (64 - half) | ((e << 32 | d) >> half);
    return out;
}

// Returns the operands of a number.
DOMAIN_INLINE struct operands domain_operands(const struct domain *domain,
                                              uint64_t number)
{
    uint32_t n = (uint32_t) number, drawn;
    uint64_t wide;
    struct operands out;

    out.a = out.b = 0;
    if (domain->kind == DOMAIN_BITS) {
        out.a = n >> 1 | n << 31;
        return out;
    }
    if (domain->kind == DOMAIN_DIVISION) {
        out.b = 0x3f800000u | (uint32_t) (number >> 23);
        out.a = 0x3f800000u | (n & 0x7fffff);
        return out;
    }
    drawn = domain_drawn(domain->seed, n);
    switch (domain->kind) {
    case DOMAIN_PAIRS:
        out.a = domain_rotate16(n >> 16) << 16 | (drawn & 0xffff);
        out.b = n << 16 | drawn >> 16;
        break;
    case DOMAIN_INTEGERS:
        out.a = domain_rotate16(n >> 16) << 16 | (drawn & 0xffff);
        out.b =
            (uint32_t) (domain->low + (int32_t) ((n & 0xffff) % (uint32_t) domain->span));
        break;
    case DOMAIN_MANTISSAS:
        out.b = 0x3f800000u | n >> 16 << 7 | (drawn & 0x7f);
        out.a = 0x3f800000u | (n & 0xffff) << 7 | (drawn >> 7 & 0x7f);
        break;
    case DOMAIN_DOUBLES:
        wide = (uint64_t) drawn << 32 | domain_drawn(domain->seed, ~n);
        out.a = (uint64_t) (n & 1) << 63 | ((uint64_t) (n >> 1) << (64 - domain->bits)) |
                (wide >> domain->bits);
        out.b = (uint32_t) domain->low;
        break;
    case DOMAIN_DOUBLE_PAIRS: out = domain_double_pair(domain, n); break;
    default: break;
    }
    return out;
}

#endif // SWEEP_DOMAIN_OPERANDS_H

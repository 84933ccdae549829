// SPDX-License-Identifier: MIT

#include "bench/chain.h"

#include "base/fp.h"

#define BITS_2    0x40000000
#define BITS_HALF 0x3f000000

// Bits, since this thread may flush subnormals: v, b, c, d, e. The subnormal ones are
// the normal ones times 2^-130.
static const uint32_t operands[2][CPU_OP_COUNT][5] = {
    {
        [CPU_ADD] = { 0x3fc00000, 0x3f800000, 0xbf800000 },
        [CPU_MUL] = { 0x3fc00000, BITS_2, BITS_HALF },
        [CPU_FMA] = { 0x3fc00000, BITS_2, BITS_HALF, 0x3e800000, 0xbe000000 },
        [CPU_DIV] = { 0x3fc00000, BITS_HALF, BITS_2 },
    },
    {
        [CPU_ADD] = { 0x000c0000, 0x00080000, 0x80080000 },
        [CPU_MUL] = { 0x000c0000, BITS_2, BITS_HALF },
        [CPU_FMA] = { 0x000c0000, BITS_2, BITS_HALF, 0x00020000, 0x80010000 },
        [CPU_DIV] = { 0x000c0000, BITS_HALF, BITS_2 },
    },
};

struct chain chain_operands(enum cpu_op op, bool subnormal)
{
    const uint32_t *bits = operands[subnormal][op];

    return (struct chain){
        .v = fp_from_bits(bits[0]),
        .b = fp_from_bits(bits[1]),
        .c = fp_from_bits(bits[2]),
        .d = fp_from_bits(bits[3]),
        .e = fp_from_bits(bits[4]),
    };
}

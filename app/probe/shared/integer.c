// SPDX-License-Identifier: MIT

#include "probe/shared/integer.h"

uint32_t integer_kept(int bits, bool is_signed, uint32_t word)
{
    uint32_t mask = bits < 32 ? (UINT32_C(1) << bits) - 1 : UINT32_MAX;
    bool negative = is_signed && (word >> (bits - 1) & 1);

    return (word & mask) | (negative ? ~mask : 0);
}

int integer_least_bits(enum precision precision)
{
    return precision == PRECISION_LOWP ? 9 : precision == PRECISION_MEDIUMP ? 16 : 32;
}

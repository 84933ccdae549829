// SPDX-License-Identifier: MIT
//
// Integers of so many bits: each step keeps the lowest.

#include "probe/expressions/integer_width.h"

#include "probe/shared/integer.h"

bool integer_width_is_signed(int line)
{
    switch (line) {
    case INTEGER_WIDTH_MUL_INT:
    case INTEGER_WIDTH_ADD_INT:
    case INTEGER_WIDTH_LEFT_INT:
    case INTEGER_WIDTH_RIGHT_INT:
    case INTEGER_WIDTH_DIV_INT:
    case INTEGER_WIDTH_MUL_BARE: return true;
    default: return false;
    }
}

struct width {
    int bits; // [1, 32]
    bool is_signed;
};

static uint32_t keep(struct width width, uint32_t word)
{
    return integer_kept(width.bits, width.is_signed, word);
}

static uint32_t product_in(struct width width, uint32_t a, uint32_t b)
{
    return keep(width, a * keep(width, b));
}

// The bits of the count that are those of a place.
static int count_of(struct width width, uint32_t b)
{
    int places = 1;

    while (places < width.bits)
        places *= 2;
    return (int) (b & (uint32_t) (places - 1));
}

static uint32_t shifted_right(struct width width, uint32_t a, uint32_t b)
{
    int64_t value = width.is_signed ? (int64_t) (int32_t) a : (int64_t) a;

    return keep(width, (uint32_t) (value >> count_of(width, b)));
}

// Toward zero; what is divided by zero is none of our cases in 9 bits and more.
static uint32_t quotient_in(struct width width, uint32_t a, uint32_t b, bool remains)
{
    int64_t over = width.is_signed ? (int64_t) (int32_t) a : (int64_t) a;
    int64_t by = width.is_signed ? (int64_t) (int32_t) b : (int64_t) b;

    return by ? keep(width, (uint32_t) (remains ? over % by : over / by)) : 0;
}

static uint32_t wang(struct width width, uint32_t x)
{
    x = x ^ keep(width, 61) ^ shifted_right(width, x, 16);
    x = product_in(width, x, 9);
    x ^= shifted_right(width, x, 4);
    x = product_in(width, x, UINT32_C(0x27d4eb2d));
    return x ^ shifted_right(width, x, 15);
}

static uint32_t pcg(struct width width, uint32_t x)
{
    x = keep(width, product_in(width, x, UINT32_C(747796405)) + UINT32_C(2891336453));
    uint32_t count = shifted_right(width, x, 28) + 4;
    uint32_t word =
        product_in(width, shifted_right(width, x, count) ^ x, UINT32_C(277803737));

    return word ^ shifted_right(width, word, 22);
}

static uint32_t xxhash(struct width width, uint32_t x)
{
    x ^= shifted_right(width, x, 15);
    x = product_in(width, x, UINT32_C(2246822519));
    x ^= shifted_right(width, x, 13);
    x = product_in(width, x, UINT32_C(3266489917));
    return x ^ shifted_right(width, x, 16);
}

uint32_t integer_width_word(int line, int bits, struct integer_width_pair pair)
{
    struct width width = { bits, integer_width_is_signed(line) };
    uint32_t a = keep(width, (uint32_t) (int64_t) pair.a);
    uint32_t b = keep(width, (uint32_t) (int64_t) pair.b);

    switch (line) {
    case INTEGER_WIDTH_ADD_INT: return keep(width, a + b);
    case INTEGER_WIDTH_LEFT_INT: return keep(width, a << count_of(width, b));
    case INTEGER_WIDTH_RIGHT_INT: return shifted_right(width, a, b);
    case INTEGER_WIDTH_DIV_INT:
    case INTEGER_WIDTH_DIV_UINT: return quotient_in(width, a, b, false);
    case INTEGER_WIDTH_MOD_UINT: return quotient_in(width, a, b, true);
    case INTEGER_WIDTH_MUL_SHIFT_UINT:
    case INTEGER_WIDTH_MUL_SHIFT_BARE:
        return shifted_right(width, product_in(width, a, b), 16);
    case INTEGER_WIDTH_WANG: return wang(width, a);
    case INTEGER_WIDTH_PCG: return pcg(width, a);
    case INTEGER_WIDTH_XXHASH: return xxhash(width, a);
    default: return product_in(width, a, b);
    }
}

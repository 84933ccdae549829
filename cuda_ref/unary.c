// SPDX-License-Identifier: MIT

#include "cuda_ref/unit.h"

#include <assert.h>
#include <string.h>

// clang-format off
static const struct {
    const char *name;
    struct fp_format format; // of a float
    int width;
} types[UNARY_TYPE_COUNT] = {
    [UNARY_BINARY16] = { "binary16", { 11, 15 }, 16 },
    [UNARY_BINARY32] = { "binary32", { 24, 127 }, 32 },
    [UNARY_BINARY64] = { "binary64", { 53, 1023 }, 64 },
    [UNARY_INT32] = { "int32", { 0, 0 }, 32 },
    [UNARY_UINT32] = { "uint32", { 0, 0 }, 32 },
    [UNARY_INT64] = { "int64", { 0, 0 }, 64 },
    [UNARY_UINT64] = { "uint64", { 0, 0 }, 64 },
};

const struct unary unary_list[UNARY_COUNT] = {
    { "rcp_binary32", UNARY_RCP, UNARY_BINARY32, UNARY_BINARY32 },
    { "rcp_binary64", UNARY_RCP, UNARY_BINARY64, UNARY_BINARY64 },
    { "rsqrt_binary32", UNARY_RSQRT, UNARY_BINARY32, UNARY_BINARY32 },
    { "binary32_to_binary16", UNARY_CONVERT, UNARY_BINARY32, UNARY_BINARY16 },
    { "binary64_to_binary32", UNARY_CONVERT, UNARY_BINARY64, UNARY_BINARY32 },
    { "binary16_to_binary32", UNARY_CONVERT, UNARY_BINARY16, UNARY_BINARY32 },
    { "binary32_to_binary64", UNARY_CONVERT, UNARY_BINARY32, UNARY_BINARY64 },
    { "binary32_to_int32", UNARY_CONVERT, UNARY_BINARY32, UNARY_INT32 },
    { "binary32_to_uint32", UNARY_CONVERT, UNARY_BINARY32, UNARY_UINT32 },
    { "binary32_to_int64", UNARY_CONVERT, UNARY_BINARY32, UNARY_INT64 },
    { "binary32_to_uint64", UNARY_CONVERT, UNARY_BINARY32, UNARY_UINT64 },
    { "binary64_to_int32", UNARY_CONVERT, UNARY_BINARY64, UNARY_INT32 },
    { "binary64_to_uint32", UNARY_CONVERT, UNARY_BINARY64, UNARY_UINT32 },
    { "binary64_to_int64", UNARY_CONVERT, UNARY_BINARY64, UNARY_INT64 },
    { "binary64_to_uint64", UNARY_CONVERT, UNARY_BINARY64, UNARY_UINT64 },
    { "int32_to_binary32", UNARY_CONVERT, UNARY_INT32, UNARY_BINARY32 },
    { "uint32_to_binary32", UNARY_CONVERT, UNARY_UINT32, UNARY_BINARY32 },
    { "int64_to_binary32", UNARY_CONVERT, UNARY_INT64, UNARY_BINARY32 },
    { "uint64_to_binary32", UNARY_CONVERT, UNARY_UINT64, UNARY_BINARY32 },
    { "int32_to_binary64", UNARY_CONVERT, UNARY_INT32, UNARY_BINARY64 },
    { "uint32_to_binary64", UNARY_CONVERT, UNARY_UINT32, UNARY_BINARY64 },
    { "int64_to_binary64", UNARY_CONVERT, UNARY_INT64, UNARY_BINARY64 },
    { "uint64_to_binary64", UNARY_CONVERT, UNARY_UINT64, UNARY_BINARY64 },
};
// clang-format on

const char *unary_type_name(enum unary_type type)
{
    assert((unsigned) type < UNARY_TYPE_COUNT);
    return types[type].name;
}

bool unary_type_is_float(enum unary_type type)
{
    return types[type].format.precision != 0;
}

struct fp_format unary_type_format(enum unary_type type)
{
    assert(unary_type_is_float(type));
    return types[type].format;
}

const struct unary *unary_find(const char *name)
{
    for (int i = 0; i < UNARY_COUNT; i++)
        if (!strcmp(unary_list[i].name, name))
            return &unary_list[i];
    return NULL;
}

bool unary_can(const struct unary *unary, enum fp_round round)
{
    return round == FP_RNE || (unary->kind != UNARY_RSQRT &&
                               (round == FP_RTZ || round == FP_RUP || round == FP_RDN));
}

static uint64_t table_operand(enum unary_type type, unsigned i, uint64_t *state)
{
    int width = types[type].width;
    uint64_t mask = UINT64_MAX >> (64 - width);
    uint64_t top = UINT64_C(1) << (width - 1);
    const uint64_t special[] = { 0, 1, top - 1, top, top + 1, mask, mask - 1, 3, 0x7f };

    if (i < sizeof special / sizeof *special)
        return special[i] & mask;
    *state ^= *state << 13; // xorshift, G. Marsaglia 2003
    *state ^= *state >> 7;
    *state ^= *state << 17;
    uint64_t bits = *state & mask;

    // Half of the floats near one, where their integers and halves are.
    if (unary_type_is_float(type) && i % 2) {
        struct fp_format format = unary_type_format(type);
        uint64_t exponent = (uint64_t) format.emax + (*state >> 58) - 32;

        if (exponent <= (uint64_t) (2 * format.emax))
            bits = (bits & (top | ((UINT64_C(1) << (format.precision - 1)) - 1))) |
                   exponent << (format.precision - 1);
    }
    return bits;
}

void unary_operands(enum unary_type type, uint64_t *operands, size_t count)
{
    uint64_t state = UINT64_C(0x9e3779b97f4a7c15);

    for (size_t i = 0; i < count; i++)
        operands[i] = table_operand(type, (unsigned) i, &state);
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// A float is a whole number times a power of two. As an integer it is that number
// shifted; what a shift to the right drops is a half bit and the rest, from which the
// rule decides. The reciprocal square root of s * 2^e, e even and s in [2^52, 2^54), is
// q * 2^(-e/2 - 60) with q = floor(2^60 / sqrt(s)), the largest q of which q^2 s is at
// most 2^120: 34 bits, and a sticky bit unless equal.

#include "cuda_ref/unary.h"

#include "unit/unit.h"

#include <assert.h>
#include <string.h>

// clang-format off
static const struct {
    const char *name;
    struct fp_format format; // of a float
    int bits;                // of an integer
    bool is_signed;
} types[UNARY_TYPE_COUNT] = {
    [UNARY_BINARY16] = { "binary16", { 11, 15 }, 0, false },
    [UNARY_BINARY32] = { "binary32", { 24, 127 }, 0, false },
    [UNARY_BINARY64] = { "binary64", { 53, 1023 }, 0, false },
    [UNARY_INT32] = { "int32", { 0, 0 }, 32, true },
    [UNARY_UINT32] = { "uint32", { 0, 0 }, 32, false },
    [UNARY_INT64] = { "int64", { 0, 0 }, 64, true },
    [UNARY_UINT64] = { "uint64", { 0, 0 }, 64, false },
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
    return types[type].bits == 0;
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

// An integer type's largest magnitude on that side of zero.
static uint64_t limit(enum unary_type type, bool negative)
{
    uint64_t all = UINT64_MAX >> (64 - types[type].bits);

    if (!types[type].is_signed)
        return negative ? 0 : all;
    return negative ? all / 2 + 1 : all / 2;
}

static int bit_length(uint64_t value)
{
    return value ? 64 - __builtin_clzll(value) : 0;
}

// The magnitude of a finite number as a whole one; all ones where 64 bits are too few.
static uint64_t whole(struct fp_parts parts, enum fp_round round)
{
    if (parts.exponent >= 0) {
        if (bit_length(parts.significand) + parts.exponent > 64)
            return UINT64_MAX;
        return parts.significand << parts.exponent;
    }
    // 2^53 / 2^60 is below a half as 2^53 / 2^1000 is
    int shift = parts.exponent < -60 ? 60 : -parts.exponent;
    uint64_t kept = parts.significand >> shift;
    bool half = parts.significand >> (shift - 1) & 1;
    bool rest = (parts.significand & ((UINT64_C(1) << (shift - 1)) - 1)) != 0;

    return kept + fp_round_away(round, parts.negative, kept & 1, half, rest);
}

static uint64_t float_to_integer(const struct unary *unary, enum fp_round round,
                                 uint64_t bits)
{
    int width = types[unary->to].bits;
    struct fp_parts parts = fp_unpack(types[unary->from].format, bits);
    uint64_t most = limit(unary->to, parts.negative), magnitude = 0;

    if (parts.class == FP_CLASS_NAN)
        return unary->from == UNARY_BINARY32 && width == 32 ? 0
                                                            : UINT64_C(1) << (width - 1);
    if (parts.class == FP_CLASS_INFINITE)
        magnitude = most;
    else if (parts.class == FP_CLASS_FINITE)
        magnitude = whole(parts, round);
    magnitude = magnitude < most ? magnitude : most;
    return (parts.negative ? -magnitude : magnitude) & (UINT64_MAX >> (64 - width));
}

static uint64_t integer_to_float(const struct unary *unary, enum fp_round round,
                                 uint64_t bits)
{
    int width = types[unary->from].bits;
    uint64_t value = bits & (UINT64_MAX >> (64 - width));
    bool negative = types[unary->from].is_signed && value >> (width - 1);
    uint64_t magnitude = negative ? -value & (UINT64_MAX >> (64 - width)) : value;

    return fp_pack(types[unary->to].format, round, negative, 0, magnitude, false);
}

static uint64_t reciprocal(struct fp_format format, enum fp_round round, uint64_t bits)
{
    struct unit unit = unit_model();
    uint64_t one = fp_pack(format, round, false, 0, 1, false), result = 0;
    const struct unit_call call = { .op = UNIT_DIV,
                                    .model = { .format = format, .round = round },
                                    .out = &result,
                                    .a = &one,
                                    .b = &bits,
                                    .count = 1 };

    unit.apply(&unit, &call);
    return result;
}

static uint64_t reciprocal_root(struct fp_format format, enum fp_round round,
                                uint64_t bits)
{
    struct fp_parts parts = fp_unpack(format, bits);

    if (parts.class == FP_CLASS_ZERO)
        return fp_infinity(format, parts.negative);
    if (parts.class == FP_CLASS_NAN || parts.negative)
        return fp_nan(format);
    if (parts.class == FP_CLASS_INFINITE)
        return fp_zero(format, false);

    int shift = 53 - bit_length(parts.significand);
    shift += (parts.exponent - shift) & 1;
    fp_u128 s = (fp_u128) parts.significand << shift, q = 0;
    for (int bit = 34; bit >= 0; bit--) {
        fp_u128 trial = q | (fp_u128) 1 << bit;
        if (trial * trial * s <= (fp_u128) 1 << 120)
            q = trial;
    }
    return fp_pack(format, round, false, -(parts.exponent - shift) / 2 - 60, q,
                   q * q * s != (fp_u128) 1 << 120);
}

uint64_t unary_expected(const struct unary *unary, enum fp_round round, uint64_t bits)
{
    const struct fp_format from = types[unary->from].format;

    assert(unary_can(unary, round));
    if (unary->kind == UNARY_RCP)
        return reciprocal(from, round, bits);
    if (unary->kind == UNARY_RSQRT)
        return reciprocal_root(from, round, bits);
    if (!unary_type_is_float(unary->from))
        return integer_to_float(unary, round, bits);
    if (!unary_type_is_float(unary->to))
        return float_to_integer(unary, round, bits);
    return fp_convert(from, types[unary->to].format, round, bits);
}

// SPDX-License-Identifier: MIT

#include "sweep/function.h"

#include "base/fp.h"

#include <assert.h>

#define FLOAT    MATH_FLOAT
#define FLOATS   MATH_FLOATS
#define WITH_INT MATH_WITH_INT
#define WORD     MATH_WORD
#define NONE     MATH_NONE
#define ODD      MATH_ODD
#define EVEN     MATH_EVEN

const struct math math_list[MATH_COUNT] = {
#define MATH(id, name, operands, parity, right, left) \
    [MATH_##id] = { #name, operands, parity, { right, left } },
#include "sweep/math_list.inc"
#undef MATH
};

const char *function_type_name(enum function_type type)
{
    static const char *const names[FUNCTION_TYPE_COUNT] = { "binary32", "binary16",
                                                            "binary64", "int32",
                                                            "uint32" };

    assert(type < FUNCTION_TYPE_COUNT);
    return names[type];
}

struct fp_format function_format(enum function_type type)
{
    switch (type) {
    case FUNCTION_BINARY32: return FP_BINARY32;
    case FUNCTION_BINARY16: return FP_BINARY16;
    default: return FP_BINARY64;
    }
}

bool function_integer(enum function_type type)
{
    return type == FUNCTION_INT32 || type == FUNCTION_UINT32;
}

bool function_wide(enum domain_kind kind)
{
    return kind == DOMAIN_DOUBLES || kind == DOMAIN_DOUBLE_PAIRS;
}

struct axis axis_of(const struct function *function, const struct domain *domain)
{
    bool pair = math_list[function->math].operands != MATH_FLOAT;

    if (math_list[function->math].operands == MATH_WORD)
        return (struct axis){ AXIS_WORDS, "word", true };
    switch (domain->kind) {
    case DOMAIN_MANTISSAS:
    case DOMAIN_DIVISION: return (struct axis){ AXIS_PARTS, "b", false };
    case DOMAIN_DOUBLES: return (struct axis){ AXIS_OCTETS, "x", true };
    case DOMAIN_DOUBLE_PAIRS: return (struct axis){ AXIS_OCTETS, "a", true };
    default: return (struct axis){ AXIS_BINADES, pair ? "a" : "x", true };
    }
}

double axis_value(const struct function *function, const struct domain *domain,
                  struct operands operands, bool second)
{
    uint64_t bits = second ? operands.b : operands.a;
    enum math_operands kinds = math_list[function->math].operands;

    if (kinds == MATH_WORD || (second && kinds == MATH_WITH_INT))
        return (int32_t) (uint32_t) bits;
    if (function_wide(domain->kind))
        return fp_from_bits64(bits);
    return (double) fp_from_bits((uint32_t) bits);
}

double axis_result(enum function_type type, uint64_t bits)
{
    switch (type) {
    case FUNCTION_BINARY32: return (double) fp_from_bits((uint32_t) bits);
    case FUNCTION_BINARY16:
        return fp_from_bits64(fp_convert(FP_BINARY16, FP_BINARY64, FP_RNE, bits));
    case FUNCTION_BINARY64: return fp_from_bits64(bits);
    case FUNCTION_INT32: return (int32_t) (uint32_t) bits;
    default: return (uint32_t) bits;
    }
}

int axis_digits(const struct domain *domain)
{
    return function_wide(domain->kind) ? 16 : 8;
}

int axis_result_digits(enum function_type type)
{
    return type == FUNCTION_BINARY64 ? 16 : type == FUNCTION_BINARY16 ? 4 : 8;
}

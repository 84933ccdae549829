// SPDX-License-Identifier: MIT

#include "sweep/function.h"

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

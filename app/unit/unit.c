// SPDX-License-Identifier: MIT

#include "unit/unit.h"

#include <assert.h>

// clang-format off
static const struct {
    const char *name;
    int arity;
} ops[UNIT_OP_COUNT] = {
    [UNIT_ADD] = { "add", 2 },
    [UNIT_SUB] = { "sub", 2 },
    [UNIT_MUL] = { "mul", 2 },
    [UNIT_DIV] = { "div", 2 },
    [UNIT_SQRT] = { "sqrt", 1 },
    [UNIT_FMA] = { "fma", 3 },
};
// clang-format on

const char *unit_op_name(enum unit_op op)
{
    assert((unsigned) op < UNIT_OP_COUNT);
    return ops[op].name;
}

int unit_op_arity(enum unit_op op)
{
    assert((unsigned) op < UNIT_OP_COUNT);
    return ops[op].arity;
}

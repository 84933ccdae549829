// SPDX-License-Identifier: MIT

#include "shade/undefined.h"

#include <math.h>
#include <stddef.h>

// The operation of a function or an instruction whose operands decide.
static const struct {
    int spirv, function; // function: 0 if it is an instruction
    enum program_op op;
    enum undefined kind;
} places[] = {
    { SPIRV_EXT_INST, GLSL_SQRT, PROGRAM_SQRT, UNDEFINED_SQRT },
    { SPIRV_EXT_INST, GLSL_INVERSE_SQRT, PROGRAM_SQRT, UNDEFINED_INVERSE_SQRT },
    { SPIRV_EXT_INST, GLSL_POW, PROGRAM_LOG2, UNDEFINED_POW },
    { SPIRV_EXT_INST, GLSL_POW, PROGRAM_MUL, UNDEFINED_POW_OF_ZERO },
    { SPIRV_EXT_INST, GLSL_LOG, PROGRAM_LOG, UNDEFINED_LOG },
    { SPIRV_EXT_INST, GLSL_LOG, PROGRAM_LOG2, UNDEFINED_LOG },
    { SPIRV_EXT_INST, GLSL_LOG2, PROGRAM_LOG2, UNDEFINED_LOG },
    { SPIRV_EXT_INST, GLSL_ASIN, PROGRAM_ASIN, UNDEFINED_ARC },
    { SPIRV_EXT_INST, GLSL_ACOS, PROGRAM_ACOS, UNDEFINED_ARC },
    { SPIRV_EXT_INST, GLSL_ACOSH, PROGRAM_ACOSH, UNDEFINED_ACOSH },
    { SPIRV_EXT_INST, GLSL_ATANH, PROGRAM_ATANH, UNDEFINED_ATANH },
    { SPIRV_EXT_INST, GLSL_ATAN2, PROGRAM_ATAN2, UNDEFINED_ATAN },
    { SPIRV_EXT_INST, GLSL_SMOOTH_STEP, PROGRAM_DIV, UNDEFINED_SMOOTHSTEP },
    { SPIRV_F_DIV, 0, PROGRAM_DIV, UNDEFINED_DIVISION },
    { SPIRV_F_MOD, 0, PROGRAM_DIV, UNDEFINED_MOD },
    { SPIRV_S_DIV, 0, PROGRAM_INT_DIV, UNDEFINED_INT_DIVISION },
    { SPIRV_U_DIV, 0, PROGRAM_UINT_DIV, UNDEFINED_INT_DIVISION },
    { SPIRV_S_MOD, 0, PROGRAM_INT_MOD, UNDEFINED_REMAINDER },
    { SPIRV_S_REM, 0, PROGRAM_INT_REM, UNDEFINED_REMAINDER },
    { SPIRV_U_MOD, 0, PROGRAM_UINT_MOD, UNDEFINED_INT_DIVISION },
    { SPIRV_SHIFT_LEFT, 0, PROGRAM_SHIFT_LEFT, UNDEFINED_SHIFT },
    { SPIRV_SHIFT_RIGHT_ARITHMETIC, 0, PROGRAM_SHIFT_RIGHT, UNDEFINED_SHIFT },
    { SPIRV_SHIFT_RIGHT_LOGICAL, 0, PROGRAM_USHIFT_RIGHT, UNDEFINED_SHIFT },
    { SPIRV_CONVERT_F_TO_S, 0, PROGRAM_TO_INT, UNDEFINED_TO_INT },
    { SPIRV_CONVERT_F_TO_U, 0, PROGRAM_TO_UINT, UNDEFINED_TO_UINT },
};

enum undefined undefined_of(const struct spirv_instruction *at, enum program_op op)
{
    if (op == PROGRAM_INDEX)
        return UNDEFINED_INDEX;
    if (op >= PROGRAM_QUAD_RIGHT && op <= PROGRAM_QUAD_BELOW)
        return UNDEFINED_DERIVATIVE;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (places[i].op == op && places[i].spirv == at->op &&
            (!places[i].function || (uint32_t) places[i].function == spirv_word(at, 4)))
            return places[i].kind;
    return UNDEFINED_NONE;
}

const char *undefined_words(enum undefined kind)
{
    static const char *const words[UNDEFINED_COUNT] = {
        [UNDEFINED_NONE] = "",
        [UNDEFINED_READ] = "a variable is read before it is written",
        [UNDEFINED_SQRT] = "sqrt(x) with x < 0",
        [UNDEFINED_INVERSE_SQRT] = "inversesqrt(x) with x <= 0",
        [UNDEFINED_POW] = "pow(x, y) with x < 0",
        [UNDEFINED_POW_OF_ZERO] = "pow(0.0, y) with y <= 0",
        [UNDEFINED_LOG] = "log(x) or log2(x) with x <= 0",
        [UNDEFINED_ARC] = "asin(x) or acos(x) with x beyond -1 and 1",
        [UNDEFINED_ACOSH] = "acosh(x) with x < 1",
        [UNDEFINED_ATANH] = "atanh(x) with x not between -1 and 1",
        [UNDEFINED_ATAN] = "atan(y, x) with x = y = 0",
        [UNDEFINED_SMOOTHSTEP] = "smoothstep(a, b, x) with a >= b",
        [UNDEFINED_DIVISION] = "x / 0.0 without infinities",
        [UNDEFINED_MOD] = "mod(x, 0.0)",
        [UNDEFINED_INT_DIVISION] = "an int divided by 0",
        [UNDEFINED_REMAINDER] = "% with a negative int, or by 0",
        [UNDEFINED_SHIFT] = "a shift by less than 0 or more than 31 places",
        [UNDEFINED_TO_INT] = "int(x) of a float that no int has",
        [UNDEFINED_TO_UINT] = "uint(x) of a float that no uint has",
        [UNDEFINED_INDEX] = "an array index out of range",
        [UNDEFINED_DERIVATIVE] = "a derivative where pixels of the quad went another way",
    };

    return words[kind];
}

static bool is_undefined_of_floats(enum undefined kind, double a, double b)
{
    switch (kind) {
    case UNDEFINED_SQRT:
    case UNDEFINED_POW: return a < 0.0;
    case UNDEFINED_INVERSE_SQRT:
    case UNDEFINED_LOG: return a <= 0.0;
    case UNDEFINED_POW_OF_ZERO: return a == -INFINITY && b <= 0.0; // a: log2(0.0)
    case UNDEFINED_ARC: return fabs(a) > 1.0;
    case UNDEFINED_ACOSH: return a < 1.0;
    case UNDEFINED_ATANH: return fabs(a) >= 1.0;
    case UNDEFINED_ATAN: return a == 0.0 && b == 0.0;
    case UNDEFINED_SMOOTHSTEP: return b <= 0.0; // b: the difference of the edges
    case UNDEFINED_DIVISION:
    case UNDEFINED_MOD: return b == 0.0;
    case UNDEFINED_TO_INT: return !(a > -0x1p31 - 1.0 && a < 0x1p31);
    case UNDEFINED_TO_UINT: return !(a > -1.0 && a < 0x1p32);
    default: return false;
    }
}

static bool is_undefined_of_ints(const struct program_insn *insn, int32_t a, int32_t b)
{
    switch (insn->undefined) {
    case UNDEFINED_INT_DIVISION:
        return b == 0 || (a == INT32_MIN && b == -1 && insn->op == PROGRAM_INT_DIV);
    case UNDEFINED_REMAINDER: return a < 0 || b <= 0;
    case UNDEFINED_SHIFT: return b < 0 || b > 31;
    case UNDEFINED_INDEX: return b < 0 || b >= insn->limit;
    default: return false;
    }
}

bool undefined_here(const struct machine *machine, const struct program_insn *insn,
                    const uint8_t *mask, int lane)
{
    const union machine_lanes *a = &machine->values[insn->in[0]],
                              *b = &machine->values[insn->in[1]];
    const int quad = lane & ~3;

    switch (insn->undefined) {
    case UNDEFINED_NONE: return false;
    case UNDEFINED_READ: return true;
    case UNDEFINED_DERIVATIVE:
        return !(mask[quad] && mask[quad + 1] && mask[quad + 2] && mask[quad + 3]);
    case UNDEFINED_DIVISION:
        if (machine->device->exact ||
            !machine->device->precisions[insn->precision].traits.saturates)
            return false;
        break;
    case UNDEFINED_INT_DIVISION:
    case UNDEFINED_REMAINDER:
    case UNDEFINED_SHIFT:
    case UNDEFINED_INDEX: return is_undefined_of_ints(insn, a->ints[lane], b->ints[lane]);
    default: break;
    }
    return is_undefined_of_floats((enum undefined) insn->undefined, a->floats[lane],
                                  b->floats[lane]);
}

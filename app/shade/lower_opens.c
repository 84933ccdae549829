// SPDX-License-Identifier: MIT
//
// Which operations a capture leaves open.

#include "shade/lower_private.h"
#include "shade/opens.h"

// The formulas of the functions of GLSL.std.450, by their numbers; those that are not
// here are exact, or functions of their own.
static const struct {
    uint32_t function;
    enum lower_formula formula;
} functions[] = {
    { 10, LOWER_FRACT },      { 11, LOWER_RADIANS },   { 12, LOWER_DEGREES },
    { 26, LOWER_POW },        { 31, LOWER_SQRT },      { 32, LOWER_INVERSE_ROOT },
    { 33, LOWER_OTHER },      { 34, LOWER_OTHER },     { 46, LOWER_MIX },
    { 49, LOWER_SMOOTHSTEP }, { 50, LOWER_FMA },       { 53, LOWER_OTHER },
    { 54, LOWER_OTHER },      { 55, LOWER_OTHER },     { 56, LOWER_OTHER },
    { 57, LOWER_OTHER },      { 58, LOWER_OTHER },     { 60, LOWER_OTHER },
    { 61, LOWER_OTHER },      { 62, LOWER_OTHER },     { 63, LOWER_OTHER },
    { 64, LOWER_OTHER },      { 66, LOWER_LENGTH },    { 67, LOWER_LENGTH },
    { 68, LOWER_CROSS },      { 69, LOWER_NORMALIZE }, { 70, LOWER_DOT },
    { 71, LOWER_REFLECT },    { 72, LOWER_REFRACT },
};

// Returns the formula that an instruction is made of, or -1.
static int opens_formula(const struct spirv_instruction *at)
{
    switch (at->op) {
    case SPIRV_DOT: return LOWER_DOT;
    case SPIRV_MATRIX_TIMES_VECTOR: return LOWER_MATRIX_VECTOR;
    case SPIRV_VECTOR_TIMES_MATRIX: return LOWER_VECTOR_MATRIX;
    case SPIRV_MATRIX_TIMES_MATRIX: return LOWER_MATRIX_MATRIX;
    case SPIRV_F_MOD:
    case SPIRV_F_REM: return LOWER_MOD;
    case SPIRV_F_DIV: return LOWER_DIV;
    default: break;
    }
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (at->op == SPIRV_EXT_INST && functions[i].function == spirv_word(at, 4))
            return functions[i].formula;
    return -1;
}

// Returns true if a value is a constant, which may be rounded.
static bool opens_constant(const struct lower *lower, uint32_t value, double *number)
{
    for (uint32_t i = 0; i < lower->prologue_count; i++)
        if (lower->prologue[i].out == value && lower->prologue[i].op == PROGRAM_ROUND)
            value = lower->prologue[i].in[0];
    for (uint32_t i = 0; i < lower->program.constant_count; i++)
        if (lower->program.constants[i].value == value &&
            !lower->program.constants[i].is_int) {
            *number = lower->program.constants[i].number;
            return true;
        }
    return false;
}

static bool is_identity(const struct lower *lower, const struct program_insn *insn)
{
    double number;

    for (int k = 0; k < 2 && insn->op <= PROGRAM_DIV; k++)
        if (opens_constant(lower, insn->in[k], &number) &&
            (number == 0.0 || number == 1.0))
            return insn->op == PROGRAM_MUL ||
                   (number == 0.0 && insn->op <= PROGRAM_SUB) ||
                   (number == 1.0 && insn->op == PROGRAM_DIV && k == 1);
    return false;
}

// Returns true if an operation is part of a longer expression, or a quotient by a
// constant, which a compiler may rewrite.
static bool is_rewritten(const struct lower *lower, const struct program_insn *insn)
{
    bool loose = insn->op == PROGRAM_DIV && lower->values[insn->in[1]].is_fixed;

    for (int k = 0; k < 3; k++)
        loose |= lower->values[insn->in[k]].is_loose;
    return loose;
}

static enum opens_reason opens_of_float(const struct lower *lower,
                                        const struct spirv_instruction *at,
                                        const struct program_insn *insn)
{
    const struct lower_traits *traits = lower->traits;
    const enum program_op op = (enum program_op) insn->op;
    const bool precise = lower->spirv->ids[lower->id].precise;
    const bool medium = insn->precision == PROGRAM_MEDIUM;
    const int formula = opens_formula(at);

    if (op >= PROGRAM_SIN && op <= PROGRAM_ATAN2 &&
        !(medium && op <= PROGRAM_LOG2 && traits->tables >> (op - PROGRAM_SIN) & 1))
        return OPENS_FUNCTION;
    if (op >= PROGRAM_QUAD_RIGHT && op <= PROGRAM_QUAD_BELOW)
        return traits->unknown >> LOWER_DERIVATIVE & 1 ? OPENS_DERIVATIVE : OPENS_NONE;
    if (formula >= 0 && traits->unknown >> formula & 1)
        return formula == LOWER_DIV || formula == LOWER_SQRT ? OPENS_OPERATION
                                                             : OPENS_FORMULA;
    if (traits->folds_identities && is_identity(lower, insn))
        return OPENS_ORDER;
    if (!precise && traits->loose_medium && medium && op <= PROGRAM_ATAN2 &&
        at->op != SPIRV_SELECT && at->op != SPIRV_LOAD)
        return OPENS_MEDIUM;
    if (!precise && traits->rewrites && op <= PROGRAM_FMA && is_rewritten(lower, insn))
        return OPENS_ORDER;
    return OPENS_NONE;
}

int lower_opens(const struct lower *lower, const struct spirv_instruction *at,
                const struct program_insn *insn, bool fixed)
{
    const enum program_op op = (enum program_op) insn->op;

    if (!lower->traits->captured || fixed)
        return OPENS_NONE;
    if (op >= PROGRAM_TEXTURE && op <= PROGRAM_FETCH)
        return OPENS_TEXTURE;
    if (op == PROGRAM_LDEXP || op == PROGRAM_HALF_BITS || op == PROGRAM_UNHALF)
        return OPENS_FORMULA;
    if (program_wraps(op))
        return lower->traits->unknown >> LOWER_INTS & 1 ? OPENS_OPERATION : OPENS_NONE;
    return program_makes_float(op) ? opens_of_float(lower, at, insn) : OPENS_NONE;
}

// SPDX-License-Identifier: MIT

#include "base/memory.h"
#include "shade/lower_private.h"
#include "shade/undefined.h"

#include <math.h>
#include <string.h>

void *lower_grow(void *array, uint32_t count, uint32_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 64;
    return memory_resize(array, *room, size);
}

uint32_t lower_new_value(struct lower *lower, bool is_int)
{
    uint32_t number = lower->value_count++;

    lower->values =
        lower_grow(lower->values, number, &lower->value_room, sizeof *lower->values);
    lower->values[number] = (struct lower_value){ .forward = number, .is_int = is_int };
    return number;
}

uint32_t lower_find(struct lower *lower, uint32_t value)
{
    while (lower->values[value].forward != value) {
        uint32_t next = lower->values[value].forward;

        lower->values[value].forward = lower->values[next].forward;
        value = next;
    }
    return value;
}

// ---- constants ----

static uint32_t new_constant(struct lower *lower, struct program_constant constant)
{
    struct program *program = &lower->program;

    for (uint32_t i = 0; i < program->constant_count; i++) {
        const struct program_constant *known = &program->constants[i];

        if (known->is_int == constant.is_int && known->integer == constant.integer &&
            !memcmp(&known->number, &constant.number, sizeof constant.number))
            return known->value;
    }
    constant.value = lower_new_value(lower, constant.is_int);
    lower->values[constant.value].is_fixed = true;
    lower->values[constant.value].is_literal = true;
    program->constants = lower_grow(program->constants, program->constant_count,
                                    &lower->constant_room, sizeof *program->constants);
    program->constants[program->constant_count++] = constant;
    return constant.value;
}

uint32_t lower_float(struct lower *lower, double number)
{
    return new_constant(lower, (struct program_constant){ .number = number });
}

uint32_t lower_int(struct lower *lower, int32_t number)
{
    return new_constant(lower,
                        (struct program_constant){ .is_int = true, .integer = number });
}

// ---- operations ----

static bool gives_int(enum program_op op)
{
    return (op >= PROGRAM_LESS && op <= PROGRAM_TEXTURE_SIZE) ||
           op == PROGRAM_INT_SELECT || op == PROGRAM_INDEX || op == PROGRAM_INT_LOAD;
}

// Returns true if a compiler may rewrite the operation together with those that use it.
static bool emit_is_loose(const struct lower *lower, const struct program_insn *insn,
                          bool fixed)
{
    bool loose = insn->op <= PROGRAM_FMA || insn->op == PROGRAM_LOAD;

    if (fixed || lower->spirv->ids[lower->id].precise ||
        !program_makes_float((enum program_op) insn->op))
        return false;
    for (int k = 0; k < 3; k++)
        loose |= lower->values[insn->in[k]].is_loose;
    return loose;
}

// What is the same for all pixels is computed once, ahead of all.
static void append(struct lower *lower, struct program_insn *insn, bool fixed)
{
    struct program *program = &lower->program;
    const struct spirv_instruction at = spirv_type(lower->spirv, lower->id);

    insn->undefined = (uint8_t) undefined_of(&at, (enum program_op) insn->op);
    insn->open = (uint8_t) lower_opens(lower, &at, insn, fixed);
    lower->values[insn->out].is_loose = emit_is_loose(lower, insn, fixed);

    if (program->insn_count + lower->prologue_count >= LOWER_INSNS_MAX) {
        lower_refuse(lower, "the shader has more than %u operations", LOWER_INSNS_MAX);
        return;
    }
    if (fixed) {
        lower->prologue = lower_grow(lower->prologue, lower->prologue_count,
                                     &lower->prologue_room, sizeof *insn);
        lower->prologue[lower->prologue_count++] = *insn;
    } else {
        program->insns = lower_grow(program->insns, program->insn_count,
                                    &lower->insn_room, sizeof *insn);
        program->insns[program->insn_count++] = *insn;
    }
}

// Returns true if an operation's operands are literals, or made of literals alone: a
// compiler computes it.
static bool is_of_literals(const struct lower *lower, const uint32_t in[3])
{
    for (int k = 0; k < 3; k++)
        if (in[k] && !lower->values[in[k]].is_literal)
            return false;
    return in[0] != 0;
}

uint32_t lower_emit(struct lower *lower, enum program_op op,
                    enum program_precision precision, const uint32_t in[3])
{
    struct program_insn insn = { .op = (uint8_t) op,
                                 .precision = (uint8_t) precision,
                                 .line = lower->line,
                                 .id = lower->id,
                                 .in = { in[0], in[1], in[2] } };
    bool fixed = op == PROGRAM_ROUND && lower->values[in[0]].is_fixed;

    insn.out = lower_new_value(lower, gives_int(op));
    lower->values[insn.out].is_fixed = fixed;
    lower->values[insn.out].is_literal = is_of_literals(lower, in);
    if (!gives_int(op))
        lower->values[insn.out].state =
            precision == PROGRAM_MEDIUM ? LOWER_IN_MEDIUM : LOWER_IN_HIGH;
    append(lower, &insn, fixed);
    return insn.out;
}

uint32_t lower_memory(struct lower *lower, struct program_insn insn)
{
    insn.line = lower->line;
    insn.id = lower->id;
    insn.out = lower_new_value(lower, gives_int((enum program_op) insn.op));
    append(lower, &insn, false);
    return insn.out;
}

// ---- rounding ----

static bool emit_is_rounded(const struct lower_value *value,
                            enum program_precision precision)
{
    return value->state == LOWER_IN_MEDIUM ||
           (value->state == LOWER_IN_HIGH && precision == PROGRAM_HIGH);
}

static uint32_t emit_convert(struct lower *lower, enum program_op op,
                             enum program_precision precision, uint32_t value)
{
    const struct lower_value *known = &lower->values[value];
    uint32_t block = known->is_fixed ? LOWER_NONE : lower->block, made;

    if (known->rounded[precision] && known->rounded_block[precision] == block &&
        known->rounded_line[precision] == lower->line)
        return known->rounded[precision];
    made = lower_emit(lower, op, precision, (uint32_t[3]){ value });
    lower->values[value].rounded[precision] = made;
    lower->values[value].rounded_block[precision] = block;
    lower->values[value].rounded_line[precision] = lower->line;
    return made;
}

uint32_t lower_round(struct lower *lower, enum program_precision precision,
                     uint32_t value)
{
    if (emit_is_rounded(&lower->values[value], precision))
        return value;
    return emit_convert(lower, PROGRAM_ROUND, precision, value);
}

uint32_t lower_literal(struct lower *lower, uint32_t value)
{
    return lower->traits->literals_round && lower->values[value].is_literal &&
                   !lower->values[value].is_int
               ? lower_round(lower, PROGRAM_MEDIUM, value)
               : value;
}

uint32_t lower_wrap(struct lower *lower, enum program_precision precision, uint32_t value,
                    bool is_signed)
{
    uint32_t made;

    if (precision == PROGRAM_HIGH || lower->values[value].state == LOWER_IN_MEDIUM)
        return value;
    made =
        emit_convert(lower, is_signed ? PROGRAM_WRAP : PROGRAM_UWRAP, precision, value);
    lower->values[made].state = LOWER_IN_MEDIUM;
    return made;
}

uint32_t lower_3(struct lower *lower, enum program_op op,
                 enum program_precision precision, const uint32_t in[3])
{
    uint32_t rounded[3] = { 0 };

    for (int k = 0; k < 3; k++)
        if (in[k])
            rounded[k] = lower->values[in[k]].is_int
                             ? in[k]
                             : lower_round(lower, precision, in[k]);
    return lower_emit(lower, op, precision, rounded);
}

uint32_t lower_1(struct lower *lower, enum program_op op,
                 enum program_precision precision, uint32_t a)
{
    return lower_3(lower, op, precision, (uint32_t[3]){ a });
}

uint32_t lower_2(struct lower *lower, enum program_op op,
                 enum program_precision precision, uint32_t a, uint32_t b)
{
    return lower_3(lower, op, precision, (uint32_t[3]){ a, b });
}

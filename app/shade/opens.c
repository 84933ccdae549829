// SPDX-License-Identifier: MIT

#include "shade/opens.h"

#include "base/memory.h"
#include "shade/undefined.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LANES MACHINE_LANES

// clang-format off
static const struct {
    const char *words, *clause;
} reasons[OPENS_REASONS] = {
    [OPENS_NONE] = { "", "" },
    [OPENS_ORDER] = { "the compiler may rewrite it: not precise",
        "GLSL 4.60, 4.9: \"optimizations that could produce nearly equivalent results\"" },
    [OPENS_FORMULA] = { "the formula is not known",
        "GLSL 4.60, 4.7.1: functions \"defined in the specification with an equation ... "
        "inherit the above errors\"" },
    [OPENS_FUNCTION] = { "a function's error",
        "GLSL 4.60, 4.7.1: functions \"not defined as equations of the above have "
        "undefined precision\"" },
    [OPENS_OPERATION] = { "an operation's rounding",
        "GLSL 4.60, 4.7.1: \"The rounding mode cannot be set and is undefined\"" },
    [OPENS_MEDIUM] = { "where mediump is rounded",
        "GLSL ES 3.20, 4.7.3: a precision is what the type has at least" },
    [OPENS_NAN] = { "a NaN",
        "GLSL 4.60, 4.7.1: \"NaNs are not required to be generated\"" },
    [OPENS_SUBNORMAL] = { "a subnormal",
        "GLSL 4.60, 4.7.1: \"can be flushed to 0\"" },
    [OPENS_INPUT] = { "an interpolated input",
        "OpenGL ES 3.2, 13.5: the accuracy of interpolation is the device's" },
    [OPENS_TEXTURE] = { "a texture",
        "OpenGL ES 3.2, 8.14: the accuracy of filters is the device's" },
    [OPENS_DERIVATIVE] = { "a derivative",
        "GLSL 4.60, 8.14.1: it may be that of neighbouring fragments" },
    [OPENS_UNDEFINED] = { "undefined in GLSL", "docs/shade.md lists what GLSL leaves undefined" },
};
// clang-format on

const char *opens_words(enum opens_reason reason)
{
    return reasons[reason].words;
}

const char *opens_clause(enum opens_reason reason)
{
    return reasons[reason].clause;
}

uint32_t opens_line(const struct program *program, uint32_t origin)
{
    uint32_t insn = (origin >> 4) - 1;

    return insn < program->insn_count ? program->insns[insn].line : 0;
}

static uint32_t *opens_of(const struct machine *machine, uint32_t value)
{
    return machine->open->values + (size_t) value * LANES;
}

void opens_init(struct machine *machine, uint32_t moves)
{
    const struct program *program = machine->program;
    struct opens_lanes *open = memory_new(1, sizeof *open);

    open->values = memory_new((size_t) program->value_count * LANES, sizeof(uint32_t));
    open->memory =
        memory_new(((size_t) program->memory_count + 1) * LANES, sizeof(uint32_t));
    open->scratch = memory_new((size_t) moves * LANES, sizeof(uint32_t));
    machine->open = open;
    for (uint32_t e = 0; e < program->external_count; e++) {
        const struct program_external *external = &program->externals[e];

        for (uint32_t k = 0; k < external->count; k++)
            if (external->source == PROGRAM_INPUT ||
                (external->source == PROGRAM_FRAG_COORD && k >= 2))
                for (int i = 0; i < LANES; i++)
                    opens_of(machine, external->first + k)[i] = OPENS_INPUT;
    }
}

void opens_finish(struct machine *machine)
{
    if (machine->open) {
        free(machine->open->values);
        free(machine->open->memory);
        free(machine->open->scratch);
    }
    free(machine->open);
    machine->open = NULL;
}

void opens_start(struct machine *machine)
{
    memset(machine->open->lost, 0, sizeof machine->open->lost);
}

static uint32_t opens_first(uint32_t a, uint32_t b)
{
    return a ? a : b;
}

// A derivative takes the other pixels of the quad, which may be lost.
static void opens_quad(const struct machine *machine, const struct program_insn *insn,
                       uint32_t made[LANES])
{
    const uint32_t *a = opens_of(machine, insn->in[0]), *lost = machine->open->lost;

    for (int i = 0; i < LANES; i++) {
        made[i] = 0;
        for (int k = i & ~3; k <= (i | 3); k++)
            made[i] = opens_first(made[i], opens_first(a[k], lost[k]));
    }
}

static uint32_t *place_at(const struct machine *machine, const struct program_insn *insn,
                          int lane)
{
    uint32_t place =
        (uint32_t) insn->extra + (uint32_t) machine->values[insn->in[0]].ints[lane];

    if (place > machine->program->memory_count)
        place = machine->program->memory_count;
    return machine->open->memory + (size_t) place * LANES + lane;
}

static void of_memory(struct machine *machine, const struct program_insn *insn,
                      const uint8_t *mask, uint32_t made[LANES])
{
    const uint32_t *index = opens_of(machine, insn->in[0]),
                   *value = opens_of(machine, insn->in[1]);
    const bool loads = insn->op == PROGRAM_LOAD || insn->op == PROGRAM_INT_LOAD;

    for (int i = 0; i < LANES; i++) {
        made[i] = opens_first(index[i], loads ? *place_at(machine, insn, i) : 0);
        if (loads || !mask[i])
            continue;
        if (index[i])
            machine->open->lost[i] = opens_first(machine->open->lost[i], index[i]);
        else
            *place_at(machine, insn, i) = value[i];
    }
}

static void of_choice(const struct machine *machine, const struct program_insn *insn,
                      uint32_t made[LANES])
{
    const int32_t *condition = machine->values[insn->in[0]].ints;
    const uint32_t *a = opens_of(machine, insn->in[0]),
                   *b = opens_of(machine, insn->in[1]),
                   *c = opens_of(machine, insn->in[2]);

    for (int i = 0; i < LANES; i++)
        made[i] = opens_first(a[i], condition[i] ? b[i] : c[i]);
}

// Returns true if an exact result is subnormal, or rounds to a subnormal number.
static bool is_tiny(const struct machine *machine, const struct program_insn *insn,
                    int lane)
{
    const double a = machine->values[insn->in[0]].floats[lane],
                 b = machine->values[insn->in[1]].floats[lane];
    double made;

    switch (insn->op) {
    case PROGRAM_ADD: made = a + b; break;
    case PROGRAM_SUB: made = a - b; break;
    case PROGRAM_MUL: made = a * b; break;
    case PROGRAM_DIV: made = a / b; break;
    default: return false;
    }
    return made != 0.0 && fabs(made) < machine->models[insn->precision].smallest;
}

// The lesser of zeros of both signs is either; of a NaN it may be anything.
static bool opens_zeros(const struct program_insn *insn, double a, double b)
{
    return (insn->op == PROGRAM_MIN || insn->op == PROGRAM_MAX) && a == 0.0 && b == 0.0 &&
           signbit(a) != signbit(b);
}

void opens_before(struct machine *machine, const struct program_insn *insn,
                  const uint8_t *mask, uint32_t made[LANES])
{
    const enum program_op op = (enum program_op) insn->op;
    const uint32_t number = (uint32_t) (insn - machine->program->insns);
    const uint32_t *a = opens_of(machine, insn->in[0]),
                   *b = opens_of(machine, insn->in[1]),
                   *c = opens_of(machine, insn->in[2]);

    if (op >= PROGRAM_QUAD_RIGHT && op <= PROGRAM_QUAD_BELOW)
        opens_quad(machine, insn, made);
    else if (op == PROGRAM_SELECT || op == PROGRAM_INT_SELECT)
        of_choice(machine, insn, made);
    else if (op >= PROGRAM_LOAD && op <= PROGRAM_INT_STORE)
        of_memory(machine, insn, mask, made);
    else
        for (int i = 0; i < LANES; i++)
            made[i] = opens_first(a[i], opens_first(b[i], c[i]));
    for (int i = 0; i < LANES; i++) {
        if (insn->open)
            made[i] = opens_first(made[i], opens_origin(number, insn->open));
        if (insn->undefined && !made[i] && undefined_here(machine, insn, mask, i))
            made[i] = opens_origin(number, OPENS_UNDEFINED);
        if (!made[i] && op <= PROGRAM_DIV &&
            !machine->device->keeps_subnormals[insn->precision] &&
            is_tiny(machine, insn, i))
            made[i] = opens_origin(number, OPENS_SUBNORMAL);
        if (!made[i] && (op == PROGRAM_MIN || op == PROGRAM_MAX) &&
            opens_zeros(insn, machine->values[insn->in[0]].floats[i],
                        machine->values[insn->in[1]].floats[i]))
            made[i] = opens_origin(number, OPENS_UNDEFINED);
    }
}

void opens_after(struct machine *machine, const struct program_insn *insn,
                 const uint8_t *mask, bool blend, const union machine_lanes *out,
                 uint32_t made[LANES])
{
    const uint32_t number = (uint32_t) (insn - machine->program->insns);
    const bool is_float = program_makes_float(insn->op);
    const double smallest = machine->models[insn->precision].smallest;
    const bool flushes = !machine->device->keeps_subnormals[insn->precision];
    uint32_t *to = opens_of(machine, insn->out);

    for (int i = 0; i < LANES && is_float; i++) {
        if (made[i])
            continue;
        if (isnan(out->floats[i]))
            made[i] = opens_origin(number, OPENS_NAN);
        else if (flushes && out->floats[i] != 0.0 && fabs(out->floats[i]) < smallest)
            made[i] = opens_origin(number, OPENS_SUBNORMAL);
    }
    for (int i = 0; i < LANES; i++)
        if (!blend || mask[i])
            to[i] = made[i];
}

void opens_branch(struct machine *machine, uint32_t value, const uint8_t *mask)
{
    const uint32_t *from = opens_of(machine, value);

    for (int i = 0; i < LANES; i++)
        if (mask[i] && !machine->open->lost[i])
            machine->open->lost[i] = from[i];
}

void opens_move(struct machine *machine, const struct program_move *moves, uint32_t count,
                const uint8_t *mask)
{
    for (uint32_t k = 0; k < count; k++)
        memcpy(machine->open->scratch + (size_t) k * LANES,
               opens_of(machine, moves[k].from), LANES * sizeof(uint32_t));
    for (uint32_t k = 0; k < count; k++)
        for (int i = 0; i < LANES; i++)
            if (mask[i])
                opens_of(machine, moves[k].to)[i] =
                    machine->open->scratch[(size_t) k * LANES + (size_t) i];
}

uint32_t opens_pixel(const struct machine *machine, int lane)
{
    uint32_t origin = machine->open->lost[lane];

    for (int k = 0; k < PROGRAM_OUTPUTS && !machine->discarded[lane]; k++)
        origin =
            opens_first(origin, opens_of(machine, machine->program->outputs[k])[lane]);
    return origin;
}

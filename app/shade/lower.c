// SPDX-License-Identifier: MIT

#include "shade/lower.h"

#include "base/memory.h"
#include "base/text.h"
#include "shade/lower_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOWER_PIECE 4096 // scalars

// ---- traits ----

static const struct lower_traits all_traits[] = {
    { .name = "glsl" },
    { .name = "llvmpipe-22.3",
      .sums_last_first = true,
      .row_sums_last_first = true,
      .medium_keeps_subnormals = true,
      .joins_round = true,
      .selects_round = true,
      .literals_round = true,
      .by_inverse_root = true,
      .products_nest = true,
      .coordinates_stay = true,
      .composed = true },
    { .name = "llvmpipe-25.0",
      .row_sums_last_first = true,
      .medium_keeps_subnormals = true,
      .joins_round = true,
      .selects_round = true,
      .literals_round = true,
      .ints_convert_exactly = true,
      .by_inverse_root = true,
      .products_nest = true,
      .coordinates_stay = true,
      .composed = true },
    { .name = NULL },
};

const struct lower_traits *lower_traits_at(int index)
{
    return &all_traits[index];
}

const struct lower_traits *lower_traits_find(const char *name)
{
    for (int i = 0; all_traits[i].name; i++)
        if (!strcmp(all_traits[i].name, name))
            return &all_traits[i];
    return NULL;
}

// ---- faults ----

void lower_refuse(struct lower *lower, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    if (!lower->fault[0])
        vsnprintf(lower->fault, 200, format, list);
    va_end(list);
}

bool lower_failed(const struct lower *lower)
{
    return lower->fault[0];
}

// ---- types ----

int lower_type(const struct lower *lower, uint32_t type)
{
    return spirv_type(lower->spirv, type).op;
}

// Returns the type of a part of a composite, and sets where it begins; 0 if it has none.
static uint32_t part_of(const struct lower *lower, uint32_t type, uint32_t index,
                        uint32_t *offset)
{
    struct spirv_instruction at = spirv_type(lower->spirv, type);
    uint32_t element = spirv_word(&at, 2);

    *offset = 0;
    if (at.op == SPIRV_TYPE_STRUCT) {
        if (index >= (uint32_t) at.count - 2)
            return 0;
        for (uint32_t k = 0; k < index; k++)
            *offset += lower->spirv->ids[at.words[2 + k]].slots;
        return at.words[2 + index];
    }
    if (at.op != SPIRV_TYPE_VECTOR && at.op != SPIRV_TYPE_MATRIX &&
        at.op != SPIRV_TYPE_ARRAY)
        return 0;
    *offset = index * lower->spirv->ids[element].slots;
    return *offset < lower->spirv->ids[type].slots && index < SPIRV_SLOTS_MAX ? element
                                                                              : 0;
}

bool lower_is_int(const struct lower *lower, uint32_t type, uint32_t slot)
{
    struct spirv_instruction at = spirv_type(lower->spirv, type);

    while (at.op == SPIRV_TYPE_VECTOR || at.op == SPIRV_TYPE_MATRIX ||
           at.op == SPIRV_TYPE_ARRAY || at.op == SPIRV_TYPE_STRUCT) {
        uint32_t member = 0, offset = 0, slots;

        if (at.op != SPIRV_TYPE_STRUCT) {
            slots = lower->spirv->ids[at.words[2]].slots;
            type = at.words[2];
            slot = slots ? slot % slots : 0;
        } else {
            while (member + 2 < (uint32_t) at.count - 1 &&
                   slot - offset >= lower->spirv->ids[at.words[2 + member]].slots)
                offset += lower->spirv->ids[at.words[2 + member++]].slots;
            type = at.words[2 + member];
            slot -= offset;
        }
        at = spirv_type(lower->spirv, type);
    }
    return at.op != SPIRV_TYPE_FLOAT;
}

static uint32_t slots_of_type(const struct lower *lower, uint32_t type)
{
    return type < lower->spirv->bound ? lower->spirv->ids[type].slots : 0;
}

enum program_precision lower_precision(const struct lower *lower, uint32_t id)
{
    return lower->spirv->ids[id].relaxed || lower->ids[id].medium ? PROGRAM_MEDIUM
                                                                  : PROGRAM_HIGH;
}

bool lower_is_constant(const struct lower *lower, uint32_t id)
{
    int op = lower_type(lower, id);

    return op >= SPIRV_CONSTANT_TRUE && op <= SPIRV_CONSTANT_NULL;
}

// ---- ids ----

// Returns room for the scalars of an id.
static uint32_t *new_scalars(struct lower *lower, uint32_t count)
{
    struct lower_piece *piece = lower->pieces;

    lower->scalar_count += count;
    if (lower->scalar_count > LOWER_SCALARS_MAX)
        lower_refuse(lower, "the shader has more than %u numbers", LOWER_SCALARS_MAX);
    if (!piece || piece->room - piece->used < count) {
        uint32_t room = count > LOWER_PIECE ? count : LOWER_PIECE;

        piece = memory_new(sizeof *piece + room * sizeof(uint32_t), 1);
        piece->room = room;
        piece->next = lower->pieces;
        lower->pieces = piece;
    }
    piece->used += count;
    return piece->scalars + piece->used - count;
}

void lower_bind(struct lower *lower, uint32_t id, const uint32_t *scalars, uint32_t count)
{
    uint32_t *copy;

    if (lower_failed(lower))
        return;
    copy = new_scalars(lower, count);
    if (count)
        memcpy(copy, scalars, count * sizeof *copy);
    lower->ids[id].kind = LOWER_SCALARS;
    lower->ids[id].scalars = copy;
    lower->ids[id].count = count;
}

static uint32_t constant_scalar(struct lower *lower, const struct spirv_instruction *at)
{
    float number = 0;

    if (lower_type(lower, at->words[1]) != SPIRV_TYPE_FLOAT)
        return lower_int(lower, (int32_t) at->words[3]);
    memcpy(&number, &at->words[3], sizeof number);
    return lower_float(lower, (double) number);
}

// Fills the scalars of a constant, [slots] of its type; the parts lie before it.
static void constant_scalars(struct lower *lower, uint32_t id, uint32_t *scalars,
                             uint32_t room)
{
    struct spirv_instruction at = spirv_type(lower->spirv, id);
    uint32_t type = lower->spirv->ids[id].type, used = 0;

    if (at.op == SPIRV_CONSTANT_TRUE || at.op == SPIRV_CONSTANT_FALSE)
        scalars[0] = lower_int(lower, at.op == SPIRV_CONSTANT_TRUE);
    else if (at.op == SPIRV_CONSTANT && at.count == 4)
        scalars[0] = constant_scalar(lower, &at);
    else if (at.op == SPIRV_CONSTANT_NULL)
        for (uint32_t k = 0; k < room; k++)
            scalars[k] = lower_is_int(lower, type, k) ? lower_int(lower, 0) : 0;
    else if (at.op == SPIRV_CONSTANT_COMPOSITE)
        for (int k = 3; k < at.count; k++) {
            uint32_t part = at.words[k];
            uint32_t count = part < id && lower_is_constant(lower, part)
                                 ? slots_of_type(lower, lower->spirv->ids[part].type)
                                 : room + 1;

            if (count > room - used) {
                lower_refuse(lower, "malformed constant %u", id);
                return;
            }
            if (count)
                constant_scalars(lower, part, scalars + used, count);
            used += count;
        }
    else
        lower_refuse(lower, "malformed constant %u", id);
}

static void bind_constant(struct lower *lower, uint32_t id)
{
    uint32_t slots = slots_of_type(lower, lower->spirv->ids[id].type);
    uint32_t *scalars = memory_new(slots + 1, sizeof *scalars);

    if (slots)
        constant_scalars(lower, id, scalars, slots);
    lower_bind(lower, id, scalars, slots);
    free(scalars);
}

static const struct lower_bound *lower_bound_of(struct lower *lower, uint32_t id)
{
    static const struct lower_bound none = { 0 };

    if (id >= lower->spirv->bound)
        return &none;
    if (lower->ids[id].kind == LOWER_UNBOUND && lower_is_constant(lower, id))
        bind_constant(lower, id);
    else if (lower->ids[id].kind == LOWER_UNBOUND &&
             lower_type(lower, id) == SPIRV_UNDEF) {
        uint32_t slots = slots_of_type(lower, lower->spirv->ids[id].type);
        uint32_t *zeros = memory_new(slots + 1, sizeof *zeros);

        lower_bind(lower, id, zeros, slots);
        free(zeros);
    }
    return &lower->ids[id];
}

const uint32_t *lower_operand(struct lower *lower, uint32_t id, uint32_t least)
{
    static const uint32_t zeros[LOWER_VECTOR];
    const struct lower_bound *bound = lower_bound_of(lower, id);

    if (bound->kind == LOWER_SCALARS && bound->count >= least)
        return bound->scalars;
    lower_refuse(lower, "id %u is used before it has a value, or as another type", id);
    return zeros;
}

uint32_t lower_count(struct lower *lower, uint32_t id)
{
    const struct lower_bound *bound = lower_bound_of(lower, id);

    if (bound->kind != LOWER_SCALARS)
        lower_refuse(lower, "id %u is used before it has a value", id);
    return bound->kind == LOWER_SCALARS ? bound->count : 0;
}

// ---- variables ----

static bool find_pointer(struct lower *lower, uint32_t id, struct lower_bound *pointer)
{
    static const struct lower_bound none = { 0 };

    *pointer = id < lower->spirv->bound ? lower->ids[id] : none;
    if (pointer->kind == LOWER_POINTER)
        return true;
    lower_refuse(lower, "id %u is no variable", id);
    return false;
}

static void load_memory(struct lower *lower, const struct lower_bound *pointer,
                        uint32_t type, uint32_t *scalars, uint32_t count)
{
    const struct lower_variable *variable = &lower->variables[pointer->variable];
    bool rounds = variable->relaxed && lower->traits->joins_round;

    for (uint32_t k = 0; k < count; k++) {
        bool is_int = lower_is_int(lower, type, k);

        scalars[k] = lower_memory(
            lower, (struct program_insn){
                       .op = is_int ? PROGRAM_INT_LOAD : PROGRAM_LOAD,
                       .in = { pointer->index },
                       .extra = (int32_t) (variable->first + pointer->offset + k) });
        if (rounds && !is_int)
            scalars[k] = lower_round(lower, PROGRAM_MEDIUM, scalars[k]);
    }
}

// Notes that a part of a uniform or input is read; all of it, if it is indexed.
static void use_external(struct lower *lower, const struct lower_variable *variable,
                         uint32_t offset, uint32_t count)
{
    const uint32_t first = variable->values + (variable->in_memory ? 0 : offset);
    const uint32_t end = first + (variable->in_memory ? variable->slots : count);

    for (uint32_t e = 0; variable->values && e < lower->program.external_count; e++) {
        struct program_external *external = &lower->program.externals[e];

        external->used |=
            external->first < end && first < external->first + external->count;
    }
}

void lower_load(struct lower *lower, uint32_t id, uint32_t result, uint32_t type)
{
    uint32_t count = slots_of_type(lower, type);
    struct lower_bound pointer;
    const struct lower_variable *variable;
    uint32_t *scalars;

    if (!find_pointer(lower, id, &pointer))
        return;
    variable = &lower->variables[pointer.variable];
    if (count == 0) {
        lower_refuse(lower, "%s is not supported: it is no number",
                     lower->spirv->ids[id].name[0] ? lower->spirv->ids[id].name
                                                   : "a variable");
        return;
    }
    if (pointer.offset + count > variable->slots) {
        lower_refuse(lower, "id %u reaches beyond its variable", id);
        return;
    }
    use_external(lower, variable, pointer.offset, count);
    scalars = memory_new(count, sizeof *scalars);
    if (variable->in_memory)
        load_memory(lower, &pointer, type, scalars, count);
    else
        for (uint32_t k = 0; k < count; k++)
            scalars[k] = variable->external != LOWER_NONE
                             ? variable->external + pointer.offset + k
                             : lower_read(lower, variable->first + pointer.offset + k);
    lower_bind(lower, result, scalars, count);
    free(scalars);
}

void lower_store(struct lower *lower, uint32_t id, const uint32_t *scalars,
                 uint32_t count)
{
    struct lower_bound pointer;
    const struct lower_variable *variable;

    if (!find_pointer(lower, id, &pointer))
        return;
    variable = &lower->variables[pointer.variable];
    if (pointer.offset + count > variable->slots || variable->external != LOWER_NONE) {
        lower_refuse(lower, "id %u cannot be written so", id);
        return;
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t place = variable->first + pointer.offset + k;
        uint32_t value = variable->relaxed && pointer.variable != lower->output
                             ? lower_literal(lower, scalars[k])
                             : scalars[k];

        if (!variable->in_memory)
            lower_write(lower, place, value);
        else
            lower_memory(lower, (struct program_insn){ .op = lower->values[value].is_int
                                                                 ? PROGRAM_INT_STORE
                                                                 : PROGRAM_STORE,
                                                       .in = { pointer.index, value },
                                                       .extra = (int32_t) place });
    }
}

static uint32_t pointee_of(const struct lower *lower, uint32_t id)
{
    struct spirv_instruction type = spirv_type(lower->spirv, lower->spirv->ids[id].type);

    return type.op == SPIRV_TYPE_POINTER ? spirv_word(&type, 3) : 0;
}

static void bind_variable(struct lower *lower, uint32_t id)
{
    uint32_t type = pointee_of(lower, id), number = lower->variable_count++;
    uint32_t slots = slots_of_type(lower, type);
    struct lower_variable *variable;

    lower->variables = lower_grow(lower->variables, number, &lower->variable_room,
                                  sizeof *lower->variables);
    variable = &lower->variables[number];
    *variable = (struct lower_variable){ .type = type,
                                         .slots = slots,
                                         .in_memory = lower->ids[id].indexed,
                                         .relaxed = lower->spirv->ids[id].relaxed,
                                         .external = LOWER_NONE };
    if (!variable->in_memory && slots) {
        variable->first = lower_new_slots(lower, type, variable->relaxed);
    } else {
        variable->first = lower->program.memory_count;
        lower->program.memory_count += slots;
        if (lower->program.memory_count > LOWER_MEMORY_MAX)
            lower_refuse(lower, "arrays that are indexed have more than %d numbers",
                         LOWER_MEMORY_MAX);
    }
    lower->ids[id].kind = LOWER_POINTER;
    lower->ids[id].variable = number;
    lower->ids[id].offset = lower->ids[id].index = 0;
}

// A chain to a part of a variable: constant indices add to its offset, others to its
// index.
static void access_chain(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t base = spirv_word(at, 3), type, result = at->words[2];
    struct lower_bound pointer;

    if (!find_pointer(lower, base, &pointer))
        return;
    type = pointee_of(lower, base);
    for (int k = 4; k < at->count && !lower_failed(lower); k++) {
        uint32_t index = at->words[k], offset, part;
        struct spirv_instruction constant = spirv_type(lower->spirv, index);
        bool fixed = constant.op == SPIRV_CONSTANT && constant.count == 4;

        part = part_of(lower, type, fixed ? constant.words[3] : 0, &offset);
        if (!part) {
            lower_refuse(lower, "an index is outside its array");
            return;
        }
        if (fixed)
            pointer.offset += offset;
        else
            pointer.index = lower_memory(
                lower, (struct program_insn){
                           .op = PROGRAM_INDEX,
                           .in = { pointer.index, lower_operand(lower, index, 1)[0] },
                           .extra = (int32_t) slots_of_type(lower, part),
                           .limit = (int32_t) (slots_of_type(lower, type) /
                                               (slots_of_type(lower, part) + !part)) });
        type = part;
    }
    pointer.indexed = lower->ids[result].indexed;
    lower->ids[result] = pointer;
}

// ---- uniforms, inputs, outputs ----

static enum program_kind lower_kind_of(const struct lower *lower, uint32_t type)
{
    struct spirv_instruction at = spirv_type(lower->spirv, type);

    while (at.op == SPIRV_TYPE_VECTOR || at.op == SPIRV_TYPE_MATRIX ||
           at.op == SPIRV_TYPE_ARRAY)
        at = spirv_type(lower->spirv, at.words[2]);
    if (at.op == SPIRV_TYPE_BOOL)
        return PROGRAM_BOOL;
    if (at.op == SPIRV_TYPE_SAMPLED_IMAGE)
        return PROGRAM_SAMPLER;
    if (at.op == SPIRV_TYPE_INT)
        return spirv_word(&at, 3) ? PROGRAM_INT : PROGRAM_UINT;
    return PROGRAM_FLOAT;
}

static enum program_source source_of(struct lower *lower, const struct spirv_id *id,
                                     uint32_t storage)
{
    if (storage != SPIRV_INPUT)
        return PROGRAM_UNIFORM;
    if (id->built_in == SPIRV_FRAG_COORD)
        return PROGRAM_FRAG_COORD;
    if (id->built_in == SPIRV_FRONT_FACING)
        return PROGRAM_FACING;
    if (id->built_in >= 0)
        lower_refuse(lower, "%s is not supported", id->name);
    return PROGRAM_INPUT;
}

// Adds the values of a uniform or input that is a number, a vector, a matrix, a sampler,
// or an array of one of these.
static void add_leaf(struct lower *lower, struct program_external external, uint32_t type)
{
    struct program *program = &lower->program;
    struct spirv_instruction at = spirv_type(lower->spirv, type);

    external.kind = lower_kind_of(lower, type);
    external.count = slots_of_type(lower, type);
    external.first = lower->value_count;
    external.texture = program->texture_count;
    if (at.op == SPIRV_TYPE_ARRAY)
        at = spirv_type(lower->spirv, at.words[2]);
    external.element = lower->spirv->ids[at.words[1]].slots;
    external.columns = at.op == SPIRV_TYPE_MATRIX ? at.words[3] : 1;
    if (external.source == PROGRAM_INPUT && external.kind != PROGRAM_FLOAT) {
        lower_refuse(lower, "%s is not supported: inputs are floats", external.name);
        return;
    }
    if (external.kind == PROGRAM_SAMPLER)
        program->texture_count += external.count;
    for (uint32_t k = 0; k < external.count; k++) {
        uint32_t value = lower_new_value(lower, lower_is_int(lower, type, k));

        lower->values[value].is_fixed = external.source == PROGRAM_UNIFORM;
    }
    program->externals = lower_grow(program->externals, program->external_count,
                                    &lower->external_room, sizeof external);
    program->externals[program->external_count++] = external;
}

// Adds the parts of a uniform or input: "light.pos", "lights[1].pos".
static void add_external(struct lower *lower, const struct program_external *external,
                         uint32_t type)
{
    struct spirv_instruction at = spirv_type(lower->spirv, type);
    const uint32_t element = at.op == SPIRV_TYPE_ARRAY ? at.words[2] : 0;
    const int kind = lower_type(lower, element);
    const bool is_struct = at.op == SPIRV_TYPE_STRUCT;
    const bool leaf = !is_struct && kind != SPIRV_TYPE_STRUCT && kind != SPIRV_TYPE_ARRAY;
    const uint32_t parts = is_struct ? (uint32_t) at.count - 2
                           : element ? slots_of_type(lower, type) /
                                           (slots_of_type(lower, element) + !element)
                                     : 0;

    if (slots_of_type(lower, type) == 0) {
        lower_refuse(lower,
                     "%s is not supported: uniforms are numbers, vectors, matrices, "
                     "sampler2D, and arrays and structs of them",
                     external->name[0] ? external->name : "a block");
        return;
    }
    if (leaf) {
        add_leaf(lower, *external, type);
        return;
    }
    for (uint32_t k = 0; k < parts && !lower_failed(lower); k++) {
        struct program_external part = *external;
        const char *dot = part.name[0] ? "." : "";

        if (is_struct)
            text_add(part.name, sizeof part.name, "%s%s", dot,
                     spirv_member_name(lower->spirv, type, k));
        else
            text_add(part.name, sizeof part.name, "[%u]", k);
        add_external(lower, &part, is_struct ? at.words[2 + k] : element);
    }
}

// A uniform or input is values that exist before the first block. If it is indexed, they
// are copied to memory.
static void bind_external(struct lower *lower, uint32_t id, uint32_t storage)
{
    const struct spirv_id *known = &lower->spirv->ids[id];
    uint32_t type = pointee_of(lower, id), first = lower->value_count;
    struct lower_variable *variable;
    struct program_external external = { .source = source_of(lower, known, storage),
                                         .is_block = storage != SPIRV_INPUT &&
                                                     storage != SPIRV_UNIFORM_CONSTANT };

    snprintf(external.name, sizeof external.name, "%s", known->name);
    add_external(lower, &external, type);
    if (lower_failed(lower))
        return;
    bind_variable(lower, id);
    variable = &lower->variables[lower->ids[id].variable];
    variable->values = first;
    if (!variable->in_memory)
        variable->external = first;
    else
        for (uint32_t k = 0; k < variable->slots; k++)
            lower_memory(
                lower, (struct program_insn){ .op = lower->values[first + k].is_int
                                                        ? PROGRAM_INT_STORE
                                                        : PROGRAM_STORE,
                                              .in = { 0, first + k },
                                              .extra = (int32_t) (variable->first + k) });
}

// The colour is the only output.
static void note_output(struct lower *lower, uint32_t id)
{
    if (lower->spirv->ids[id].built_in >= 0) {
        lower_refuse(lower, "%s is not supported", lower->spirv->ids[id].name);
        return;
    }
    if (lower->output != LOWER_NONE || slots_of_type(lower, pointee_of(lower, id)) > 4) {
        lower_refuse(lower, "%s is not supported: the output is one colour",
                     lower->spirv->ids[id].name);
        return;
    }
    bind_variable(lower, id);
    lower->output = lower->ids[id].variable;
}

static void store_initial(struct lower *lower, const struct spirv_instruction *at)
{
    if (at->count > 4)
        lower_store(lower, at->words[2], lower_operand(lower, at->words[4], 1),
                    lower_count(lower, at->words[4]));
}

static void bind_globals(struct lower *lower)
{
    for (uint32_t id = 1; id < lower->spirv->bound && !lower_failed(lower); id++) {
        struct spirv_instruction at = lower->spirv->ids[id].at;
        uint32_t storage = spirv_word(&at, 3);

        if (at.op != SPIRV_VARIABLE || storage == SPIRV_FUNCTION_STORAGE)
            continue;
        if (storage == SPIRV_OUTPUT)
            note_output(lower, id);
        else if (storage == SPIRV_PRIVATE)
            bind_variable(lower, id);
        else
            bind_external(lower, id, storage);
        if (!lower_failed(lower) && (storage == SPIRV_OUTPUT || storage == SPIRV_PRIVATE))
            store_initial(lower, &at);
    }
}

// ---- which variables are indexed ----

static bool lower_mark(struct lower *lower, uint32_t id)
{
    bool is_new = id < lower->spirv->bound && !lower->ids[id].indexed;

    if (is_new)
        lower->ids[id].indexed = true;
    return is_new;
}

// Marks the pointers that an instruction shows to be indexed; returns whether one is new.
static bool mark_by(struct lower *lower, const struct spirv_instruction *at)
{
    const struct spirv_function *called;
    bool changed = false, indexed;

    if (at->op == SPIRV_ACCESS_CHAIN || at->op == SPIRV_IN_BOUNDS_ACCESS_CHAIN) {
        indexed = lower->ids[at->words[2]].indexed;
        for (int k = 4; k < at->count; k++)
            indexed |= !lower_is_constant(lower, at->words[k]);
        if (indexed)
            changed = lower_mark(lower, spirv_word(at, 3));
    } else if (at->op == SPIRV_FUNCTION_CALL) {
        called = spirv_function(lower->spirv, spirv_word(at, 3));
        size_t place = called ? called->begin : 0;

        for (int k = 4, read = 0; called && k < at->count && place < called->end;) {
            struct spirv_instruction next = spirv_next(lower->spirv, &place);

            if (next.op != SPIRV_FUNCTION_PARAMETER && read++ > 8)
                break;
            if (next.op != SPIRV_FUNCTION_PARAMETER)
                continue;
            if (lower->ids[next.words[2]].indexed)
                changed |= lower_mark(lower, at->words[k]);
            k++;
        }
    }
    return changed;
}

static void mark_indexed(struct lower *lower)
{
    bool changed = true;

    while (changed) {
        changed = false;
        for (int i = 0; i < lower->spirv->function_count; i++) {
            const struct spirv_function *function = &lower->spirv->functions[i];

            for (size_t at = function->begin; at < function->end;) {
                struct spirv_instruction next = spirv_next(lower->spirv, &at);

                changed |= mark_by(lower, &next);
            }
        }
    }
}

// ---- control flow ----

static bool lower_is_end(int op)
{
    return op >= SPIRV_BRANCH && op <= SPIRV_UNREACHABLE;
}

// Calls for each label to which a block's last instruction leads.
static void each_target(const struct spirv_instruction *end, void *context,
                        void (*call)(void *context, uint32_t label, int32_t literal))
{
    if (end->op == SPIRV_BRANCH) {
        call(context, spirv_word(end, 1), 0);
    } else if (end->op == SPIRV_BRANCH_CONDITIONAL) {
        call(context, spirv_word(end, 2), 0);
        call(context, spirv_word(end, 3), 0);
    } else if (end->op == SPIRV_SWITCH) {
        call(context, spirv_word(end, 2), 0);
        for (int k = 3; k + 1 < end->count; k += 2)
            call(context, end->words[k + 1], (int32_t) end->words[k]);
    }
}

// Labels of a function that can be reached, and not yet followed.
struct flow {
    struct lower *lower;
    uint32_t *open;
    uint32_t count, room;
};

static void lower_reach(void *context, uint32_t label, int32_t literal)
{
    struct flow *flow = context;
    struct lower *lower = flow->lower;
    struct lower_bound *bound;

    (void) literal;
    if (lower_type(lower, label) != SPIRV_LABEL) {
        lower_refuse(lower, "a branch leads to %u, which is no block", label);
        return;
    }
    bound = &lower->ids[label];
    if (bound->kind != LOWER_BLOCK) {
        bound->kind = LOWER_BLOCK;
        bound->block = lower_new_block(lower);
        flow->open = lower_grow(flow->open, flow->count, &flow->room, sizeof label);
        flow->open[flow->count++] = label;
    }
    lower->blocks[bound->block].expected++;
}

// Makes the blocks of a function that can be reached from its first label.
static uint32_t find_blocks(struct lower *lower, const struct spirv_function *function)
{
    struct flow flow = { .lower = lower };
    uint32_t first = 0;

    for (size_t at = function->begin; at < function->end;) {
        struct spirv_instruction next = spirv_next(lower->spirv, &at);

        if (next.op != SPIRV_LABEL)
            continue;
        lower->ids[next.words[1]].kind = LOWER_UNBOUND;
        first = first ? first : next.words[1];
    }
    if (first)
        lower_reach(&flow, first, 0);
    else
        lower_refuse(lower, "a function has no body");
    while (flow.count && !lower_failed(lower)) {
        struct spirv_instruction label = lower->spirv->ids[flow.open[--flow.count]].at;
        size_t at = (size_t) (label.words - lower->spirv->words);
        struct spirv_instruction next = spirv_next(lower->spirv, &at);

        while (at < function->end && at > function->begin && !lower_is_end(next.op))
            next = spirv_next(lower->spirv, &at);
        if (lower_is_end(next.op))
            each_target(&next, &flow, lower_reach);
        else
            lower_refuse(lower, "a block has no end, or is of another function");
    }
    free(flow.open);
    return first;
}

static void seal_if_known(struct lower *lower, uint32_t block)
{
    if (lower->blocks[block].pred_count == lower->blocks[block].expected)
        lower_seal(lower, block);
}

static void lower_follow(void *context, uint32_t label, int32_t literal)
{
    struct lower *lower = context;

    if (lower->ids[label].kind == LOWER_BLOCK)
        lower_add_edge(lower, lower->ids[label].block, literal);
}

static void seal(void *context, uint32_t label, int32_t literal)
{
    struct lower *lower = context;

    (void) literal;
    if (lower->ids[label].kind == LOWER_BLOCK)
        seal_if_known(lower, lower->ids[label].block);
}

static void return_from(struct lower *lower, const struct spirv_instruction *at)
{
    const struct lower_frame *frame = &lower->frames[lower->depth - 1];

    if (at->op == SPIRV_RETURN_VALUE) {
        const uint32_t *scalars =
            lower_operand(lower, spirv_word(at, 1), frame->return_slots);

        for (uint32_t k = 0; k < frame->return_slots && !lower_failed(lower); k++)
            lower_write(lower, frame->returns + k, scalars[k]);
    }
    lower_add_edge(lower, frame->after, 0);
    lower_end(lower, PROGRAM_GO, 0);
}

static void lower_end_block(struct lower *lower, const struct spirv_instruction *at)
{
    static const enum program_end ends[] = { [SPIRV_BRANCH - SPIRV_BRANCH] = PROGRAM_GO,
                                             [SPIRV_BRANCH_CONDITIONAL - SPIRV_BRANCH] =
                                                 PROGRAM_BRANCH,
                                             [SPIRV_SWITCH - SPIRV_BRANCH] =
                                                 PROGRAM_SWITCH };
    uint32_t value = 0;

    if (at->op == SPIRV_RETURN || at->op == SPIRV_RETURN_VALUE) {
        return_from(lower, at);
        return;
    }
    if (at->op == SPIRV_KILL || at->op == SPIRV_UNREACHABLE) {
        lower_end(lower, PROGRAM_KILL, 0);
        return;
    }
    if (at->op != SPIRV_BRANCH)
        value = lower_operand(lower, spirv_word(at, 1), 1)[0];
    each_target(at, lower, lower_follow);
    lower_end(lower, ends[at->op - SPIRV_BRANCH], value);
    each_target(at, lower, seal);
}

// ---- functions ----

static void lower_body(struct lower *lower, const struct spirv_function *function,
                       const uint32_t *arguments, int argument_count);

// Puts the called function in the place of its call.
static void lower_call(struct lower *lower, const struct spirv_instruction *at)
{
    const struct spirv_function *function =
        spirv_function(lower->spirv, spirv_word(at, 3));
    uint32_t type = at->words[1], result = at->words[2], slots;
    uint32_t *scalars, line = lower->line;
    struct lower_frame *frame;

    if (!function || lower->depth == LOWER_CALLS_MAX) {
        lower_refuse(lower,
                     function ? "calls are nested too deeply"
                              : "a call of %u, which is no function",
                     spirv_word(at, 3));
        return;
    }
    for (int i = 0; i < lower->depth; i++)
        if (lower->frames[i].function == function->id) {
            lower_refuse(lower, "a function calls itself");
            return;
        }
    slots = slots_of_type(lower, type);
    frame = &lower->frames[lower->depth++];
    *frame = (struct lower_frame){ .function = function->id, .return_slots = slots };
    // a value that is returned is not rounded, not even where returns join
    frame->returns = lower_new_slots(lower, type, false);
    frame->after = lower_new_block(lower);
    lower_body(lower, function, at->words + 4, at->count - 4);
    frame = &lower->frames[--lower->depth];
    if (lower_failed(lower))
        return;
    lower_seal(lower, frame->after);
    lower_start(lower, frame->after);
    lower->line = line;
    scalars = memory_new(slots + 1, sizeof *scalars);
    for (uint32_t k = 0; k < slots; k++)
        scalars[k] = lower_read(lower, frame->returns + k);
    lower_bind(lower, result, scalars, slots);
    free(scalars);
}

static void bind_parameter(struct lower *lower, uint32_t id, uint32_t argument)
{
    const struct lower_bound *bound = lower_bound_of(lower, argument);
    bool indexed = lower->ids[id].indexed;

    if (bound->kind != LOWER_SCALARS && bound->kind != LOWER_POINTER) {
        lower_refuse(lower, "a call has an argument without a value");
        return;
    }
    lower->ids[id] = *bound;
    lower->ids[id].indexed = indexed;
    if (bound->kind == LOWER_POINTER && lower->spirv->ids[id].relaxed &&
        !lower->variables[bound->variable].in_memory)
        for (uint32_t k = 0; k < lower->variables[bound->variable].slots; k++)
            lower->slots[lower->variables[bound->variable].first + k].relaxed = true;
}

// An instruction that is neither arithmetic nor the end of a block.
static bool read_other(struct lower *lower, const struct spirv_instruction *at)
{
    switch (at->op) {
    case SPIRV_LINE: lower->line = spirv_word(at, 2); return true;
    case SPIRV_NO_LINE:
    case SPIRV_LOOP_MERGE:
    case SPIRV_SELECTION_MERGE:
    case SPIRV_NAME: return true;
    case SPIRV_VARIABLE:
        bind_variable(lower, at->words[2]);
        if (!lower_failed(lower))
            store_initial(lower, at);
        return true;
    case SPIRV_LOAD:
        lower_load(lower, spirv_word(at, 3), at->words[2], at->words[1]);
        return true;
    case SPIRV_STORE:
        lower_store(lower, spirv_word(at, 1), lower_operand(lower, spirv_word(at, 2), 1),
                    lower_count(lower, spirv_word(at, 2)));
        return true;
    case SPIRV_ACCESS_CHAIN:
    case SPIRV_IN_BOUNDS_ACCESS_CHAIN: access_chain(lower, at); return true;
    case SPIRV_FUNCTION_CALL: lower_call(lower, at); return true;
    default: return false;
    }
}

static void start_label(struct lower *lower, uint32_t label)
{
    if (lower->ids[label].kind == LOWER_BLOCK) {
        if (lower->block != LOWER_NONE)
            lower_refuse(lower, "a block has no end");
        else
            lower_start(lower, lower->ids[label].block);
    }
}

// A phi of SPIR-V: its operands belong to the edges from the blocks that it names.
static void read_phi(struct lower *lower, const struct spirv_instruction *at)
{
    uint32_t type = at->words[1], count = slots_of_type(lower, type);
    uint32_t first = lower_new_slots(lower, type, false);
    uint32_t block = lower->block, *scalars = memory_new(count + 1, sizeof *scalars);

    if (lower->blocks[block].pred_count != lower->blocks[block].expected)
        lower_refuse(lower, "a phi over the edge of a loop is not supported");
    for (int k = 3; k + 1 < at->count && !lower_failed(lower); k += 2) {
        const uint32_t *from = lower_operand(lower, at->words[k], count);
        uint32_t label = at->words[k + 1];

        if (lower_failed(lower))
            break;
        if (lower_type(lower, label) != SPIRV_LABEL ||
            lower->ids[label].kind != LOWER_BLOCK)
            continue;
        // the block that ends where that of the label ends
        lower->block = lower->ids[label].variable;
        for (uint32_t i = 0; i < count && lower->block < lower->block_count; i++)
            lower_write(lower, first + i, from[i]);
    }
    lower->block = block;
    for (uint32_t i = 0; i < count && !lower_failed(lower); i++)
        scalars[i] = lower_read(lower, first + i);
    lower_bind(lower, at->words[2], scalars, count);
    free(scalars);
}

static void read_instruction(struct lower *lower, const struct spirv_instruction *at,
                             uint32_t *label)
{
    int type, result;

    if (at->op == SPIRV_LABEL) {
        *label = at->words[1];
        start_label(lower, *label);
        return;
    }
    if (lower->block == LOWER_NONE)
        return; // it cannot be reached
    if (spirv_has_result(at->op, &type, &result) && type &&
        slots_of_type(lower, at->words[1]) == 0 && at->op != SPIRV_VARIABLE &&
        at->op != SPIRV_ACCESS_CHAIN && at->op != SPIRV_FUNCTION_CALL &&
        lower_type(lower, at->words[1]) == 0) {
        lower_refuse(lower, "id %u has no type", at->words[2]);
        return;
    }
    lower->id = spirv_has_result(at->op, &type, &result) ? spirv_word(at, result) : 0;
    if (lower_is_end(at->op)) {
        lower->ids[*label].variable = lower->block;
        lower_end_block(lower, at);
    } else if (at->op == SPIRV_PHI) {
        read_phi(lower, at);
    } else if (!read_other(lower, at) && !lower_compute(lower, at)) {
        lower_refuse(lower, "SPIR-V instruction %d is not supported", at->op);
    }
}

static void lower_body(struct lower *lower, const struct spirv_function *function,
                       const uint32_t *arguments, int argument_count)
{
    uint32_t label = find_blocks(lower, function);
    int parameters = 0;

    if (lower_failed(lower))
        return;
    // the first block has one edge, from the block of the call
    lower_add_edge(lower, lower->ids[label].block, 0);
    lower_end(lower, PROGRAM_GO, 0);
    seal_if_known(lower, lower->ids[label].block);
    for (size_t at = function->begin; at < function->end && !lower_failed(lower);) {
        struct spirv_instruction next = spirv_next(lower->spirv, &at);

        if (next.op == SPIRV_FUNCTION_PARAMETER) {
            if (parameters < argument_count)
                bind_parameter(lower, next.words[2], arguments[parameters++]);
            else
                lower_refuse(lower, "a call has too few arguments");
        } else if (next.op == SPIRV_LINE) {
            lower->line = spirv_word(&next, 2);
        } else if (next.op != SPIRV_FUNCTION && next.op != SPIRV_FUNCTION_END) {
            read_instruction(lower, &next, &label);
        }
    }
    if (lower->block != LOWER_NONE && !lower_failed(lower))
        lower_refuse(lower, "a block has no end");
}

// ---- all ----

static void read_outputs(struct lower *lower)
{
    const struct lower_variable *output = &lower->variables[lower->output];

    for (uint32_t k = 0; k < PROGRAM_OUTPUTS; k++) {
        if (k >= output->slots)
            lower->program.outputs[k] = lower_float(lower, k == 3);
        else if (output->in_memory)
            lower->program.outputs[k] = lower_memory(
                lower, (struct program_insn){ .op = PROGRAM_LOAD,
                                              .extra = (int32_t) (output->first + k) });
        else
            lower->program.outputs[k] = lower_read(lower, output->first + k);
        if (lower->values[lower->program.outputs[k]].is_int)
            lower_refuse(lower, "an output of ints is not supported");
    }
}

static void lower_all(struct lower *lower)
{
    uint32_t exit;

    lower_new_value(lower, false); // the zero
    lower->undefined[0] = lower_new_value(lower, false);
    lower->undefined[1] = lower_new_value(lower, true);
    mark_indexed(lower);
    lower_start(lower, lower_new_block(lower));
    lower_seal(lower, lower->block);
    bind_globals(lower);
    if (!lower_failed(lower) && lower->output == LOWER_NONE)
        lower_refuse(lower, "the shader has no output");
    if (lower_failed(lower))
        return;
    exit = lower_new_block(lower);
    lower->frames[lower->depth++] =
        (struct lower_frame){ .function = lower->spirv->main, .after = exit };
    lower_body(lower, spirv_function(lower->spirv, lower->spirv->main), NULL, 0);
    if (lower_failed(lower))
        return;
    lower_seal(lower, exit);
    lower_start(lower, exit);
    read_outputs(lower);
    lower_end(lower, PROGRAM_EXIT, 0);
    if (!lower_failed(lower))
        lower_assemble(lower);
}

static void lower_finish(struct lower *lower)
{
    for (uint32_t i = 0; i < lower->block_count; i++)
        free(lower->blocks[i].preds);
    free(lower->prologue);
    free(lower->values);
    free(lower->ids);
    while (lower->pieces) {
        struct lower_piece *next = lower->pieces->next;

        free(lower->pieces);
        lower->pieces = next;
    }
    free(lower->variables);
    free(lower->slots);
    free(lower->blocks);
    free(lower->edges);
    free(lower->phis);
    free(lower->operands);
    free(lower->definitions);
}

bool lower(const struct spirv *spirv, const struct lower_traits *traits,
           struct program *program, char fault[200], uint32_t *line)
{
    struct lower lower = { .spirv = spirv,
                           .traits = traits,
                           .block = LOWER_NONE,
                           .output = LOWER_NONE,
                           .fault = fault };

    fault[0] = '\0';
    lower.ids = memory_new(spirv->bound, sizeof *lower.ids);
    lower_all(&lower);
    *line = lower.line;
    lower_finish(&lower);
    *program = lower.program;
    if (fault[0])
        program_finish(program);
    return !fault[0];
}

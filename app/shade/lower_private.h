// SPDX-License-Identifier: MIT
//
// The declarations that the files of lower.h share: emitting operations, variables in
// static single assignment, and the instructions of SPIR-V.

#ifndef SHADE_LOWER_PRIVATE_H
#define SHADE_LOWER_PRIVATE_H

#include "base/log.h"
#include "shade/lower.h"

#define LOWER_NONE        UINT32_MAX
#define LOWER_INSNS_MAX   (1u << 20) // of a program
#define LOWER_VECTOR      16         // scalars of the largest matrix
#define LOWER_CALLS_MAX   64         // functions inside each other
#define LOWER_SCALARS_MAX (1u << 24) // of all ids
#define LOWER_MEMORY_MAX  4096       // numbers in arrays that are indexed

// ---- values ----

// The precision to which a value is known to be rounded already. As it came: a constant,
// an uniform, or the value that joins two.
enum lower_state { LOWER_AS_IT_CAME, LOWER_IN_HIGH, LOWER_IN_MEDIUM };

struct lower_value {
    uint32_t forward; // the value that it is; itself, if none
    uint8_t state;    // of lower_state
    bool is_int;
    bool is_literal;
    bool is_fixed; // the same for all pixels: it is computed in the prologue
    bool is_loose; // an operation made it that may be rewritten with those that use it
    uint32_t rounded[2]; // this value in each precision, 0: not yet
    uint32_t rounded_block[2], rounded_line[2];
};

// ---- ids ----

// What a SPIR-V id stands for: scalars; or a part of a variable, whose place has an
// offset and, if `index` is not 0, the int value `index` in addition; or a block.
enum lower_kind { LOWER_UNBOUND, LOWER_SCALARS, LOWER_POINTER, LOWER_BLOCK };

struct lower_bound {
    enum lower_kind kind;
    const uint32_t *scalars; // in lower.pieces
    uint32_t count;
    uint32_t variable, offset, index; // pointer
    uint32_t block;                   // label
    bool indexed;                     // a pointer through which a variable index goes
    bool medium;                      // its operands are, though it has no mark
    bool relaxed;                     // a parameter is, whatever its variable is
};

// Variables: scalars of which each block knows its value, or memory.
struct lower_variable {
    uint32_t type, first, slots;
    bool in_memory, relaxed;
    uint32_t values;   // the first value of a uniform or input, or 0
    uint32_t external; // the same, LOWER_NONE if there is none or it is in memory
};

struct lower_slot {
    bool is_int, relaxed;
};

// ---- blocks ----

struct lower_phi {
    uint32_t block, slot, value;
    uint32_t first_operand; // in operands, one for each edge into the block
    uint32_t operand_count;
    uint32_t next; // of the block, or LOWER_NONE
    bool filled;
};

struct lower_block {
    uint32_t *preds; // edges; owned
    uint32_t pred_count, expected;
    uint32_t first_phi; // or LOWER_NONE
    bool sealed, started;
    uint32_t order;
    struct program_block built;
};

struct lower_edge {
    uint32_t from, to;
    int32_t literal;
};

// The function whose instructions are read.
struct lower_frame {
    uint32_t function, returns, return_slots, after;
};

struct lower_definition {
    uint64_t key; // 0: none
    uint32_t value;
};

// Memory for the scalars of ids, which never moves.
struct lower_piece {
    struct lower_piece *next;
    uint32_t used, room;
    uint32_t scalars[];
};

struct lower {
    const struct spirv *spirv;
    const struct lower_traits *traits;
    struct program program;
    uint32_t insn_room, constant_room, external_room;
    struct program_insn *prologue;
    uint32_t prologue_count, prologue_room;

    struct lower_value *values;
    uint32_t value_count, value_room;
    uint32_t undefined[2];   // the values of floats and ints that were never written
    struct lower_bound *ids; // [bound]
    struct lower_piece *pieces;
    uint32_t scalar_count; // of all
    struct lower_variable *variables;
    uint32_t variable_count, variable_room;
    struct lower_slot *slots;
    uint32_t slot_count, slot_room;

    struct lower_block *blocks;
    uint32_t block_count, block_room, blocks_started;
    struct lower_edge *edges;
    uint32_t edge_count, edge_room;
    struct lower_phi *phis;
    uint32_t phi_count, phi_room;
    uint32_t *operands;
    uint32_t operand_count, operand_room;
    struct lower_definition *definitions; // a hash table
    uint32_t definition_count, definition_room;

    uint32_t block;    // that is being filled; LOWER_NONE: none
    uint32_t line, id; // of the instruction that is read
    struct lower_frame frames[LOWER_CALLS_MAX];
    int depth;
    uint32_t output; // the variable of the colour
    char *fault;     // [200]
};

// Records why the module is refused; the first reason counts.
void lower_refuse(struct lower *lower, const char *format, ...) LOG_PRINTF(2, 3);
bool lower_failed(const struct lower *lower);

// ---- lower_emit.c ----

// Makes room for one more item: returns the array, grown if need be.
void *lower_grow(void *array, uint32_t count, uint32_t *room, size_t size);

uint32_t lower_new_value(struct lower *lower, bool is_int);
uint32_t lower_find(struct lower *lower, uint32_t value); // what a value is in the end
uint32_t lower_float(struct lower *lower, double number);
uint32_t lower_int(struct lower *lower, int32_t number);

// Appends an operation as it is. Operands that an operation lacks are 0.
uint32_t lower_emit(struct lower *lower, enum program_op op,
                    enum program_precision precision, const uint32_t in[3]);

// Appends an operation on floats, whose operands are rounded to the precision first; or
// on ints, which are wrapped to it before and after.
uint32_t lower_1(struct lower *lower, enum program_op op,
                 enum program_precision precision, uint32_t a);
uint32_t lower_2(struct lower *lower, enum program_op op,
                 enum program_precision precision, uint32_t a, uint32_t b);
uint32_t lower_3(struct lower *lower, enum program_op op,
                 enum program_precision precision, const uint32_t in[3]);

// The value, rounded to the precision or wrapped if it is not already.
uint32_t lower_round(struct lower *lower, enum program_precision precision,
                     uint32_t value);

// A float literal that becomes mediump, rounded where the traits say so; other values as
// they are.
uint32_t lower_literal(struct lower *lower, uint32_t value);
uint32_t lower_wrap(struct lower *lower, enum program_precision precision, uint32_t value,
                    bool is_signed);

// Appends an operation on memory; `in` as in program.h.
uint32_t lower_memory(struct lower *lower, struct program_insn insn);

// ---- lower_ssa.c ----

uint32_t lower_new_block(struct lower *lower);
void lower_start(struct lower *lower, uint32_t block);
void lower_end(struct lower *lower, enum program_end end, uint32_t value);
void lower_add_edge(struct lower *lower, uint32_t to, int32_t literal); // of the block
void lower_seal(struct lower *lower, uint32_t block);
uint32_t lower_new_slots(struct lower *lower, uint32_t type, bool relaxed);
void lower_write(struct lower *lower, uint32_t slot, uint32_t value);
uint32_t lower_read(struct lower *lower, uint32_t slot);
uint32_t lower_read_at(struct lower *lower, uint32_t slot, uint32_t block);
void lower_fill_phi(struct lower *lower, uint32_t phi);

// Moves all into program: blocks in their order, phis as moves.
void lower_assemble(struct lower *lower);

// ---- lower.c ----

// The type, and whether slot k of it is an int or bool.
int lower_type(const struct lower *lower, uint32_t type);
bool lower_is_int(const struct lower *lower, uint32_t type, uint32_t slot);

// Returns the scalars of an id, at least `least`; refuses, and returns zeros, if it has
// none.
const uint32_t *lower_operand(struct lower *lower, uint32_t id, uint32_t least);
uint32_t lower_count(struct lower *lower, uint32_t id);
void lower_bind(struct lower *lower, uint32_t id, const uint32_t *scalars,
                uint32_t count);

bool lower_is_constant(const struct lower *lower, uint32_t id);
enum program_precision lower_precision(const struct lower *lower, uint32_t id);

// Loads from and stores to a pointer, `count` scalars of `type`.
void lower_load(struct lower *lower, uint32_t pointer, uint32_t result, uint32_t type);
void lower_store(struct lower *lower, uint32_t pointer, const uint32_t *scalars,
                 uint32_t count);

// ---- lower_ops.c, lower_glsl.c and lower_texture.c ----

// Reads an instruction that computes. Returns false if it is none of its.
bool lower_compute(struct lower *lower, const struct spirv_instruction *at);
void lower_function(struct lower *lower, const struct spirv_instruction *at);
// Returns why the result of an operation is open on the device of a capture, of enum
// opens_reason.
int lower_opens(const struct lower *lower, const struct spirv_instruction *at,
                const struct program_insn *insn, bool fixed);
void lower_sample(struct lower *lower, const struct spirv_instruction *at);
void lower_texture_size(struct lower *lower, const struct spirv_instruction *at);

// Returns true if the precision of a function is that of its arguments.
bool lower_function_is_of_operands(const struct spirv_instruction *at);

// The sum of products, in the order of the traits.
uint32_t lower_dot(struct lower *lower, enum program_precision precision,
                   const uint32_t *x, const uint32_t *y, uint32_t count);
// Of terms first to last.
uint32_t lower_sum(struct lower *lower, enum program_precision precision,
                   const uint32_t *terms, uint32_t count, bool backwards);

#endif // SHADE_LOWER_PRIVATE_H

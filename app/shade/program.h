// SPDX-License-Identifier: MIT
//
// A program of scalar operations, in static single assignment: what a shader becomes
// before it runs. There are no vectors, no variables but arrays that are indexed, and no
// functions left: each operation takes up to three numbers and gives one, rounded once in
// its precision. Nothing here knows GLSL, SPIR-V or pixels.

#ifndef SHADE_PROGRAM_H
#define SHADE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The operations on floats come first; those up to PROGRAM_ROUND round, and so do
// functions and conversions to float. A bool is an int, 0 or 1.
enum program_op {
    PROGRAM_ADD, // in the order of enum unit_op
    PROGRAM_SUB,
    PROGRAM_MUL,
    PROGRAM_DIV,
    PROGRAM_SQRT,
    PROGRAM_FMA,
    PROGRAM_ROUND, // a, rounded to the precision
    PROGRAM_SIN,   // functions, rounded once
    PROGRAM_COS,
    PROGRAM_TAN,
    PROGRAM_ASIN,
    PROGRAM_ACOS,
    PROGRAM_ATAN,
    PROGRAM_SINH,
    PROGRAM_COSH,
    PROGRAM_TANH,
    PROGRAM_ASINH,
    PROGRAM_ACOSH,
    PROGRAM_ATANH,
    PROGRAM_EXP,
    PROGRAM_LOG,
    PROGRAM_EXP2,
    PROGRAM_LOG2,
    PROGRAM_ATAN2,   // of y and x
    PROGRAM_LDEXP,   // a * 2^b
    PROGRAM_TEXTURE, // channel `extra` of texture a at b and c, moved by `limit` texels
    PROGRAM_GATHER,  // the same of one of the four texels: `extra` is channel + 4 * texel
    PROGRAM_FETCH,   // the same of the texel b, c, which are ints
    PROGRAM_INT_TO_FLOAT,
    PROGRAM_UINT_TO_FLOAT,

    PROGRAM_NEG, // exact
    PROGRAM_ABS,
    PROGRAM_SIGN,
    PROGRAM_FLOOR,
    PROGRAM_CEIL,
    PROGRAM_TRUNC,
    PROGRAM_ROUND_EVEN,
    PROGRAM_MIN, // b if a is NaN, a if b is
    PROGRAM_MAX,
    PROGRAM_SIGNIFICAND, // of frexp
    PROGRAM_QUAD_RIGHT, // the value of the right one of the two pixels of a row of a quad
    PROGRAM_QUAD_LEFT,
    PROGRAM_QUAD_ABOVE,
    PROGRAM_QUAD_BELOW,
    PROGRAM_UNHALF,        // the float of a binary16 pattern
    PROGRAM_FLOAT_OF_BITS, // of a binary32 pattern

    PROGRAM_LESS, // of floats, to bool; false if one is NaN
    PROGRAM_LESS_EQUAL,
    PROGRAM_EQUAL,
    PROGRAM_IS_NAN,
    PROGRAM_IS_INF,
    PROGRAM_TO_INT, // from float
    PROGRAM_TO_UINT,
    PROGRAM_BITS_OF_FLOAT,
    PROGRAM_HALF_BITS,
    PROGRAM_EXPONENT, // of frexp

    PROGRAM_INT_ADD, // of ints, 32 bits
    PROGRAM_INT_SUB,
    PROGRAM_INT_MUL,
    PROGRAM_INT_DIV,
    PROGRAM_UINT_DIV,
    PROGRAM_INT_REM, // the sign of a
    PROGRAM_INT_MOD, // the sign of b
    PROGRAM_UINT_MOD,
    PROGRAM_INT_MUL_HIGH,
    PROGRAM_UINT_MUL_HIGH,
    PROGRAM_SHIFT_LEFT,
    PROGRAM_SHIFT_RIGHT,  // the sign comes in
    PROGRAM_USHIFT_RIGHT, // zeros come in
    PROGRAM_AND,
    PROGRAM_OR,
    PROGRAM_XOR,
    PROGRAM_NOT,
    PROGRAM_INT_LESS,
    PROGRAM_UINT_LESS,
    PROGRAM_INT_EQUAL,
    PROGRAM_WRAP,  // to the bits of ints of the precision
    PROGRAM_UWRAP, // the same of uints
    PROGRAM_BIT_COUNT,
    PROGRAM_BIT_REVERSE,
    PROGRAM_LOWEST_BIT,
    PROGRAM_HIGHEST_BIT,  // of an int: that differs from the sign
    PROGRAM_UHIGHEST_BIT, // of a uint
    PROGRAM_TEXTURE_SIZE, // of texture a: its width, its height if `extra` is 1

    PROGRAM_SELECT,     // a ? b : c, of floats
    PROGRAM_INT_SELECT, // of ints
    PROGRAM_INDEX,      // a + extra * b, b clamped to [0, limit)
    PROGRAM_LOAD,       // memory[extra + a]
    PROGRAM_INT_LOAD,
    PROGRAM_STORE, // memory[extra + a] = b
    PROGRAM_INT_STORE,
    PROGRAM_OP_COUNT,
};

// Returns true if an operation is one of floats that rounds.
static inline bool program_rounds(enum program_op op)
{
    return op <= PROGRAM_UINT_TO_FLOAT;
}

// Returns true if the result of an operation is a float.
static inline bool program_makes_float(enum program_op op)
{
    return op < PROGRAM_LESS || op == PROGRAM_SELECT || op == PROGRAM_LOAD;
}

// Returns true if an operation reads a texel.
static inline bool program_samples(enum program_op op)
{
    return op >= PROGRAM_TEXTURE && op <= PROGRAM_FETCH;
}

// Returns true if an operation keeps the low bits of an int or a uint.
static inline bool program_wraps(enum program_op op)
{
    return op == PROGRAM_WRAP || op == PROGRAM_UWRAP;
}

// Returns true if an operation makes a float of an int or a uint.
static inline bool program_converts_ints(enum program_op op)
{
    return op == PROGRAM_INT_TO_FLOAT || op == PROGRAM_UINT_TO_FLOAT;
}

// The precision in which an operation is rounded.
enum program_precision { PROGRAM_HIGH, PROGRAM_MEDIUM, PROGRAM_PRECISIONS };

// Values are numbered from 0; value 0 is a zero, of floats and ints alike.
struct program_insn {
    uint8_t op;        // of program_op
    uint8_t precision; // of program_precision
    uint8_t undefined; // of undefined.h
    uint8_t open;      // of opens.h: why its result is open; 0: it is not
    bool is_local;     // its value is used in its own block alone
    uint32_t line;     // of the user's text
    uint32_t id;       // the result of SPIR-V of which it is a part; 0: none
    uint32_t out, in[3];
    int32_t extra, limit; // of memory and of textures
};

// A value that takes another one when an edge is followed, rounded if it `rounds`.
struct program_move {
    uint32_t to, from;
    uint8_t rounds, precision;
    bool is_int;
};

// To the block `target`, moves first; `literal` is the case of a switch.
struct program_edge {
    uint32_t target;
    uint32_t first_move, move_count;
    int32_t literal;
};

enum program_end {
    PROGRAM_GO,     // edge 0
    PROGRAM_BRANCH, // edge 0 if `value`, else edge 1
    PROGRAM_SWITCH, // the edge k >= 1 whose literal is `value`, else edge 0
    PROGRAM_EXIT,   // the outputs are done
    PROGRAM_KILL,   // there is no pixel
};

// Blocks are numbered so that the lowest one that has pixels can run first: those that
// separated meet again.
struct program_block {
    uint32_t first_insn, insn_count;
    uint32_t first_edge, edge_count;
    enum program_end end;
    uint32_t value, line;
    bool repeats; // it is in a loop
};

struct program_constant {
    uint32_t value;
    bool is_int;
    double number;
    int32_t integer;
};

// Uniforms, and inputs that vary: `count` values from `first`, of floats, ints or bools,
// or numbers of textures. An array has several elements.
enum program_kind {
    PROGRAM_FLOAT,
    PROGRAM_INT,
    PROGRAM_UINT,
    PROGRAM_BOOL,
    PROGRAM_SAMPLER,
};
enum program_source {
    PROGRAM_UNIFORM,
    PROGRAM_INPUT,
    PROGRAM_FRAG_COORD,
    PROGRAM_FACING
};

#define PROGRAM_NAME 96

struct program_external {
    enum program_source source;
    enum program_kind kind;
    uint32_t first, count;
    uint32_t element; // values of an element, or all
    uint32_t columns; // of a matrix, else 1
    uint32_t texture; // the number of the first, of PROGRAM_SAMPLER
    bool is_block;    // a member of a uniform block
    bool used;
    char name[PROGRAM_NAME]; // "light.pos", "lights[1].pos"
};

#define PROGRAM_OUTPUTS 4

struct program {
    struct program_insn *insns; // all arrays are owned
    struct program_block *blocks;
    struct program_edge *edges;
    struct program_move *moves;
    struct program_constant *constants;
    struct program_external *externals;
    uint32_t insn_count, block_count, edge_count, move_count, constant_count,
        external_count;
    uint32_t value_count, memory_count; // numbers of each pixel
    uint32_t texture_count;
    uint32_t outputs[PROGRAM_OUTPUTS]; // values: red, green, blue, alpha
    uint32_t prologue;   // insns from 0 that depend on constants and uniforms alone
    uint32_t line_count; // no line is larger or equal
};

// Gives values of a block places that they share with others, and marks the operations
// that compute them. Call it once, when the program is complete.
void program_place(struct program *program);

// Accepts a zeroed struct and leaves one.
void program_finish(struct program *program);

#endif // SHADE_PROGRAM_H

// SPDX-License-Identifier: MIT
//
// Turns SPIR-V into a program of scalar operations. Where GLSL leaves a device free, the
// traits of a device decide: what dot() sums first, how normalize() divides, when a value
// of mediump is rounded. What a device rounds is decided by the operations that make and
// use a value, not by the variables that it passes through (docs/shade.md).

#ifndef SHADE_LOWER_H
#define SHADE_LOWER_H

#include "shade/program.h"
#include "shade/spirv.h"

#include <stdbool.h>

// The formulas of a device, and where it rounds. All zero: as GLSL's specification
// writes them, and rounding by operations alone.
struct lower_traits {
    const char *name;             // of the table, or NULL
    bool sums_last_first;         // dot() and length() begin with the last component
    bool row_sums_last_first;     // so does the product of a vector and a matrix
    bool medium_keeps_subnormals; // though highp flushes them
    bool joins_round;             // mediump values are rounded where branches join
    bool selects_round;           // and those of ?:
    bool literals_round;          // and literals that a mediump variable or vector takes
    bool ints_convert_exactly;    // float(n) of a mediump n is not rounded
    bool by_inverse_root;         // normalize(x) is x * (1 / length), not x / length
    bool products_nest;    // smoothstep is t * (t * (3 - 2 t)), and refract likewise
    bool coordinates_stay; // those of textures are not rounded when they are used
    bool composed;         // exp, log, tan, sinh and the like are made of other functions

    // Of the device of a capture: what it does not show is open (opens.h).
    bool captured;
    bool rewrites;         // operations that are not `precise` may be rewritten
    bool loose_medium;     // and those of mediump rounded elsewhere
    bool folds_identities; // x * 1.0, x + 0.0 and the like vanish, even precise ones
    uint32_t unknown;      // bit: a formula, of lower_formula
    uint32_t tables;       // bit: the mediump function PROGRAM_SIN + bit is known
};

// What is known, or not, of the device of a capture.
enum lower_formula {
    LOWER_DOT,
    LOWER_MATRIX_VECTOR,
    LOWER_VECTOR_MATRIX,
    LOWER_MATRIX_MATRIX,
    LOWER_LENGTH,
    LOWER_NORMALIZE,
    LOWER_MIX,
    LOWER_SMOOTHSTEP,
    LOWER_REFLECT,
    LOWER_REFRACT,
    LOWER_CROSS,
    LOWER_INVERSE_ROOT,
    LOWER_MOD,
    LOWER_FRACT,
    LOWER_RADIANS,
    LOWER_DEGREES,
    LOWER_POW,
    LOWER_DIV,
    LOWER_SQRT,
    LOWER_FMA,
    LOWER_DERIVATIVE,
    LOWER_INTS,  // the bits of mediump ints
    LOWER_OTHER, // known of no device
};

// The traits of a name: "glsl", or a driver of which they were measured. Returns NULL if
// there is none; index counts them for a list, whose end is NULL.
const struct lower_traits *lower_traits_find(const char *name);
const struct lower_traits *lower_traits_at(int index);

// Makes the program of a module. Returns false, with the reason in `fault`, and the
// user's line or 0 in *line, if the module has what is not supported, or is malformed;
// `program` is then zeroed.
bool lower(const struct spirv *spirv, const struct lower_traits *traits,
           struct program *program, char fault[200], uint32_t *line);

#endif // SHADE_LOWER_H

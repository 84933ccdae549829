// SPDX-License-Identifier: MIT
//
// Runs an expression (expression/formula.h) or a conversion of a device on given
// operands, for one block of cases at a time. TestFloat's operations are names of
// expressions.

#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include "base/facts.h"
#include "base/fp_format.h"
#include "expression/formula.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device;

#define EVAL_OPERANDS FORMULA_OPERANDS
#define EVAL_COLUMNS  1024                 // a block is drawn so wide
#define EVAL_CASES    (256 * EVAL_COLUMNS) // and holds so many at most

// The values of all steps of a formula in one case.
struct eval_trace {
    struct fp_format format;
    uint64_t values[FORMULA_STEPS];
};

// An expression and its parameters. `format` is the format of the operands: binary16,
// 32 or 64. If `precision` is a wider type, the operands are exact in it, and a result
// may be a number that `format` does not contain. `result` is the format of the
// results; it is another one only for conversions.
struct eval {
    const char *text; // NULL: a conversion
    int conversion;   // -1: none
    struct fp_format format, result;
    enum stage stage;
    enum precision precision;
    enum form form;
    enum fp_round round; // of the reference
    // Set by eval_parse.
    struct formula formula;
    int operands, results;          // [0, EVAL_OPERANDS], [1, FORMULA_RESULTS]
    bool is_float[FORMULA_RESULTS]; // not an int, a uint or a bool
    char *glsl;
    struct eval_trace *trace; // filled by a simulated device, for the first case; or NULL
};

// Cases. All words are patterns of the carrier: binary64 if the precision is double,
// otherwise binary32. A conversion has patterns of its own formats, a result that is no
// float is a word of 32 bits.
struct eval_block {
    size_t count;                // [0, EVAL_CASES]
    uint64_t *in[EVAL_OPERANDS]; // [EVAL_CASES] each, one allocation
    uint64_t *got[FORMULA_RESULTS], *want[FORMULA_RESULTS];
};

// Finds "add", "mulrcp", ..., and TestFloat's "f32_add", "f64_mulAdd", "f32_to_f16",
// ... A name of TestFloat sets eval->format and eval->result too; they stay unchanged
// otherwise. Returns false if there is no such operation.
bool eval_find(const char *name, struct eval *eval);

// Returns true if eval_find has found a conversion.
bool eval_converts(const struct eval *eval);

// Parses eval->text for eval->precision. Returns false, after logging the column and the
// reason, if the text is not valid. eval_finish frees it in either case.
bool eval_parse(struct eval *eval);

// Accepts a zeroed struct and leaves one.
void eval_finish(struct eval *eval);

// Returns how many hex digits a pattern of a format has: 4, 8 or 16.
int eval_digits(struct fp_format format);

// Returns the names in turn, then NULL: "add", ... TestFloat's names are not among them.
const char *eval_name(int index);

// All words zero.
void eval_block_init(struct eval_block *block);

// Accepts a zeroed struct and leaves one.
void eval_block_finish(struct eval_block *block);

// Returns a pattern of eval->format in the carrier, exactly; of a conversion, the same
// word.
uint64_t eval_widen(const struct eval *eval, uint64_t word);

// Converts it back. Returns false, `*narrow` unchanged, if the format does not contain
// the number.
bool eval_narrow(const struct eval *eval, uint64_t word, uint64_t *narrow);

// Returns why the device does not support the operation, or NULL.
const char *eval_unsupported(const struct eval *eval, const struct device *device);

// Fills block->got. Returns false, after logging why, if the device refused or failed,
// left a case unpainted, or painted other results in a second render.
bool eval_paint(const struct eval *eval, struct device *device, struct eval_block *block);

// Fills block->want: each operation rounded once by eval->round, by the first unit of
// the chain that has it and does not fail, then by the model unit. Conversions are
// computed in integers. Returns false, after logging why, if all units failed.
bool eval_reference(const struct eval *eval, const struct unit *chain,
                    struct eval_block *block);

// Returns true if two values of a result are the same word, or both NaN.
bool eval_same(const struct eval *eval, int result, uint64_t got, uint64_t want);

// Returns true if the results of case `at` are the expected ones: the same words, or both
// NaN.
bool eval_agrees(const struct eval *eval, const struct eval_block *block, size_t at);

#endif // EVAL_EVAL_H

// SPDX-License-Identifier: MIT
//
// Runs one operation or conversion of a device on given operands: an expression of the
// probe operations (probe/expressions.h) or of the conversions in eval.c, for one block
// of cases at a time.

#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include "base/facts.h"
#include "base/fp_format.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device;
struct probe;

#define EVAL_OPERANDS 3
#define EVAL_COLUMNS  1024                 // a block is drawn so wide
#define EVAL_CASES    (256 * EVAL_COLUMNS) // and holds so many at most

// An operation as a user names it.
struct eval_op {
    const struct probe *probe;
    int line;      // the expression of the probe
    int operands;  // [1, EVAL_OPERANDS]
    bool converts; // its operands and results have different formats
    bool unit;     // it is one operation of a unit (unit.h), and rounds once
    enum unit_op op;
};

// The parameters of an operation. `format` is the format of the operands: binary16, 32 or
// 64. If `precision` is a wider type, the operands are exact in it, and a result may be a
// number that `format` does not contain. `result` is the format of the results; it is
// another one only for conversions.
struct eval {
    struct eval_op op;
    struct fp_format format, result;
    enum stage stage;
    enum precision precision;
    enum form form;
    enum fp_round round; // of the reference
};

// Cases. All words are patterns of the carrier: binary64 if the precision is double,
// otherwise binary32. A conversion has patterns of its own formats.
struct eval_block {
    size_t count;                // [0, EVAL_CASES]
    uint64_t *in[EVAL_OPERANDS]; // [EVAL_CASES] each, one allocation
    uint64_t *got, *want;
};

// Finds "add", "mulrcp", ..., and TestFloat's "f32_add", "f64_mulAdd", "f32_to_f16",
// ... A name of TestFloat sets eval->format and eval->result too; they stay unchanged
// otherwise. Returns false if there is no such operation.
bool eval_find(const char *name, struct eval *eval);

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

// Returns true if the result of case `at` is the expected one: the same word, or both
// NaN.
bool eval_agrees(const struct eval *eval, const struct eval_block *block, size_t at);

#endif // EVAL_EVAL_H

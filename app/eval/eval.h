// SPDX-License-Identifier: MIT
//
// Runs one operation of a device on given operands: a line of the probe operations
// (probe/expressions.h), for one block of cases at a time.

#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include "base/facts.h"
#include "base/fp_format.h"
#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct device;

#define EVAL_OPERANDS 3
#define EVAL_COLUMNS  1024                 // a block is drawn so wide
#define EVAL_CASES    (256 * EVAL_COLUMNS) // and holds so many at most

// An operation as a user names it.
struct eval_op {
    int line;     // of the probe operations
    int operands; // [1, EVAL_OPERANDS]
    bool unit;    // it is one operation of a unit (unit.h), and rounds once
    enum unit_op op;
};

// How it is asked. `format` is that of operands and results: binary16, 32 or 64. What is
// asked of a wider type than that goes in exactly, and may come out as no number of it.
struct eval {
    struct eval_op op;
    struct fp_format format;
    enum stage stage;
    enum precision precision;
    enum form form;
    enum fp_round round; // of the reference
};

// Cases. All words are patterns of the carrier: binary64 where the precision is double,
// else binary32.
struct eval_block {
    size_t count;                // [0, EVAL_CASES]
    uint64_t *in[EVAL_OPERANDS]; // [EVAL_CASES] each, one allocation
    uint64_t *got, *want;
};

// "add", "mulrcp", ..., and TestFloat's "f32_add", "f64_mulAdd", ...: *format is then
// what that says, else it stays. Returns false if there is no such operation.
bool eval_find(const char *name, struct eval_op *op, struct fp_format *format);

// The names, NULL past the last: "add", ... A name of TestFloat's is not among them.
const char *eval_name(int index);

// All words zero.
void eval_block_init(struct eval_block *block);

// Accepts a zeroed struct and leaves one.
void eval_block_finish(struct eval_block *block);

// A pattern of eval->format in the carrier, exactly.
uint64_t eval_widen(const struct eval *eval, uint64_t word);

// And back. Returns false, `*narrow` unchanged, if the format does not hold the number.
bool eval_narrow(const struct eval *eval, uint64_t word, uint64_t *narrow);

// Why the device cannot be asked; NULL if it can.
const char *eval_unsupported(const struct eval *eval, const struct device *device);

// Fills block->got. Returns false, after logging why, if the device refused or broke,
// left a case unpainted, or answers otherwise when it is asked a second time.
bool eval_paint(const struct eval *eval, struct device *device, struct eval_block *block);

// Fills block->want: each operation rounded once by eval->round, by the first unit of the
// chain that has it and does not fail, the model unit behind them. Returns false, after
// logging why, if even that failed.
bool eval_reference(const struct eval *eval, const struct unit *chain,
                    struct eval_block *block);

// Whether case `at` is what is wanted: the same word, or both NaN.
bool eval_agrees(const struct eval *eval, const struct eval_block *block, size_t at);

#endif // EVAL_EVAL_H

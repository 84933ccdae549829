// SPDX-License-Identifier: MIT
//
// `eval` as a table: one expression on any number of devices, with the exact result.

#ifndef COMMAND_EVAL_TABLE_H
#define COMMAND_EVAL_TABLE_H

#include "command/options.h"
#include "eval/eval.h"

#include <stdbool.h>

// Returns true if a word gives an operand its value: "a=1.5".
bool eval_table_assigns(const char *word);

// Evaluates an expression that was parsed, and prints the table. Returns an exit status.
int eval_table(struct eval *eval, const struct options *options);

#endif // COMMAND_EVAL_TABLE_H

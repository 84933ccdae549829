// SPDX-License-Identifier: MIT
//
// `fpstripe eval OP --check`: binary records of operands and a result, against this
// processor (check.h).

#ifndef EVAL_CHECK_H
#define EVAL_CHECK_H

#include "command/eval_input.h"
#include "eval/eval.h"

// Reads little-endian records to the end of the input and says what was found on standard
// output. Returns an exit status.
int eval_check(const struct eval *eval, struct eval_input *input);

#endif // EVAL_CHECK_H

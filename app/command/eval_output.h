// SPDX-License-Identifier: MIT
//
// The answers of `fpstripe eval`: text to standard output, as it comes, by a buffer of
// its own.

#ifndef EVAL_OUTPUT_H
#define EVAL_OUTPUT_H

#include "eval/eval.h"

#include <stdbool.h>
#include <stddef.h>

#define EVAL_OUTPUT_SIZE (1 << 16)

// Cases and mismatches are counted as they are written.
struct eval_output {
    const struct eval *eval;
    int digits;      // of a word: 4, 8 or 16
    bool wanted;     // what is wanted stands beside
    bool mismatches; // only what differs from it is written
    long long cases, differ;
    size_t used;
    char bytes[EVAL_OUTPUT_SIZE];
};

// Operands, result and what is wanted of each case, a line each; all that was written is
// out when it returns. A result that the format does not hold has the digits of the
// carrier. Returns false, after logging why, if it could not be written.
bool eval_output_block(struct eval_output *output, const struct eval_block *block);

#endif // EVAL_OUTPUT_H

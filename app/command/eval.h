// SPDX-License-Identifier: MIT
//
// The parts of `fpstripe eval`: reading cases as they arrive, in bounded memory, and
// printing results.

#ifndef COMMAND_EVAL_H
#define COMMAND_EVAL_H

#include "eval/eval.h"
#include "eval/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- input: a file or standard input ----

// A line of more bytes is bad.
#define EVAL_INPUT_LINE (1 << 20)

// more: there may be more to come. bad: a line is, and was logged. broken: it cannot be
// read, and this was logged.
enum eval_input_state {
    EVAL_INPUT_MORE,
    EVAL_INPUT_END,
    EVAL_INPUT_BAD,
    EVAL_INPUT_BROKEN,
};

struct eval_input {
    int fd;
    const char *name; // in messages
    struct eval_text text;
    bool skip_bad;
    long long line;    // of the file, from 1; the last that was read
    long long skipped; // bad lines
    char first_skipped[240];
    char *buffer;      // owned
    size_t begin, end; // what is in it and not yet used
    bool ended;        // nothing follows
    bool overlong;     // what begins is the rest of a line that was bad
};

// `path`: NULL or "-" is standard input. Returns false, after logging why, if it cannot
// be opened; `input` is then zeroed.
bool eval_input_open(struct eval_input *input, const char *path);

// Closes what was opened. Accepts a zeroed struct and leaves one.
void eval_input_close(struct eval_input *input);

// Up to `size` bytes as they come, into `bytes`; waits for the first, but not through an
// interrupt (guard.h). Returns how many, 0 at the end or when interrupted, or -1 after
// logging why they cannot be read.
long eval_input_read(struct eval_input *input, void *bytes, size_t size);

// Reads up to `most` cases, word k of case i into words[k][i], and stores how many in
// *count. Stops earlier where the file pauses: whoever waits for an answer before he
// writes the next line gets it. All that precedes a bad line is among the cases.
enum eval_input_state eval_input_cases(struct eval_input *input, uint64_t *const *words,
                                       size_t most, size_t *count);

// ---- output: text to standard output, by a buffer of its own ----

#define EVAL_OUTPUT_SIZE (1 << 16)

// Cases and mismatches are counted as they are written.
struct eval_output {
    const struct eval *eval;
    int digits;        // of an operand: 4, 8 or 16
    int result_digits; // the same, of a result
    bool wanted;       // the expected results are written too
    bool mismatches;   // only results that differ from them are written
    long long cases, differ;
    size_t used;
    char bytes[EVAL_OUTPUT_SIZE];
};

// Operands, result and what is wanted of each case, a line each; all that was written is
// out when it returns. A result that the format does not hold has the digits of the
// carrier. Returns false, after logging why, if it could not be written.
bool eval_output_block(struct eval_output *output, const struct eval_block *block);

#endif // COMMAND_EVAL_H

// SPDX-License-Identifier: MIT
//
// Cases from a file or from standard input (eval/text.h), as they come: a writer that
// waits for an answer gets it.

#ifndef EVAL_INPUT_H
#define EVAL_INPUT_H

#include "eval/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

// Opens `path`; NULL or "-" is standard input. Returns false, after logging why, if it
// cannot be opened; `input` is then zeroed.
bool eval_input_open(struct eval_input *input, const char *path);

// Closes what was opened. Accepts a zeroed struct and leaves one.
void eval_input_close(struct eval_input *input);

// Reads up to `most` cases, word k of case i into words[k][i], and stores how many in
// *count. Stops earlier where the file pauses: whoever waits for an answer before he
// writes the next line gets it. All that precedes a bad line is among the cases.
enum eval_input_state eval_input_cases(struct eval_input *input, uint64_t *const *words,
                                       size_t most, size_t *count);

#endif // EVAL_INPUT_H

// SPDX-License-Identifier: MIT
//
// Cases as text, in the format of TestFloat's generator: one a line, operands in hex
// without 0x, separated by blanks. A result may follow, and anything else, which is
// ignored. Lines that are empty or begin with # contain no case; a carriage return
// before the line feed is a blank. A word of any other length may be a number (1, -2.5,
// 0x1p-3, inf, nan), rounded to nearest even, or bits (0x3f800000).

#ifndef EVAL_TEXT_H
#define EVAL_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#define EVAL_TEXT_WORDS 5 // four operands and a result
#define EVAL_TEXT_WIDE  16

struct eval_text {
    int digits;        // of each operand: 4 (binary16), 8 or 16
    int operands;      // [0, 4]
    bool expected;     // the result behind the operands is read too
    int result_digits; // of it
    const char *names; // the letters of the operands; NULL: a, b, c, d
};

enum eval_text_line { EVAL_TEXT_CASE, EVAL_TEXT_NOTHING, EVAL_TEXT_BAD };

// The fault of a line, and its column, counted from 1.
struct eval_text_fault {
    int column;
    char reason[160];
};

// Reads the line [line, end), without its line feed. Fills words [operands + expected]
// if it is a case, `fault` if it is bad.
enum eval_text_line eval_text_read(const struct eval_text *text, const char *line,
                                   const char *end, uint64_t *words,
                                   struct eval_text_fault *fault);

// Reads one word: a number or bits with 0x, in the format of so many digits. Returns
// false if it is neither.
bool eval_text_number(int digits, const char *token, uint64_t *word);

// Writes the lowest `digits` hex digits of a word, in capitals, [1, EVAL_TEXT_WIDE] and
// even; returns where they end. No terminating zero.
char *eval_text_write(char *at, uint64_t word, int digits);

#endif // EVAL_TEXT_H

// SPDX-License-Identifier: MIT
//
// What a device makes of an expression, as a short program: each letter is a value or one
// operation, rounded once by the traits (traits.h) of the device. Two programs for one
// expression of GLSL are two things that a compiler may have done with it. This knows how
// to run programs and to hold them against answers, and no expression.
//
//     a b c d     operands 0 to 3          0 1        constants
//     + - * /     operations on two        r          square root
//     f           fma of three             n |        negate, magnitude: signs alone
//     R           1 / x to nearest even, as a compiler that knows x would
//     _           the largest whole number up to x
//     < = }       1 if x < y, x == y, x >= y, else 0
//     !           1 - x of a 1 or 0        ~          0 if x == y, else x
//
// "ab+a-" is (a + b) - a, each step rounded; "b" is what it is without rounding.

#ifndef PROBE_SHARED_POSTFIX_H
#define PROBE_SHARED_POSTFIX_H

#include "probe/expressions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A program for each answer of an expression; NULL: that answer is not looked at.
struct postfix {
    const char *program[EXPRESSIONS_RESULTS];
};

// values[i] = what the program leaves, in the format of the call's model, for i in
// [0, call->count). Returns false, after logging why, if the unit broke.
bool postfix_run(const struct expressions_call *call, const char *program,
                 uint64_t *values);

// Fills call->out; an answer without a program becomes 0. Returns false, after logging
// why, if the unit broke.
bool postfix_answer(const struct expressions_call *call, const struct postfix *what);

// How many of the defined cases a device of these traits that does `what` would have
// answered so, by the model unit. *first, unless NULL, is the first of the others, or
// seen->count.
size_t postfix_agree(const struct expressions_seen *seen, const struct traits *traits,
                     const struct postfix *what, size_t *first);

// The rules of rounding with which such a device answers all cases so, as a set
// (verdict.h). traits->model.round stays, or becomes the first of them if it is not of
// the set. Adders without a sticky bit count only where there are sums.
uint32_t postfix_rules(const struct expressions_seen *seen, struct traits *traits,
                       const struct postfix *what);

// Whether two programs differ for one case, with operands words[operands], in the
// format of `params` under `round`.
bool postfix_differ(const struct probe *probe, const struct probe_params *params,
                    enum fp_round round, const char *programs[2], const uint64_t *words);

#endif // PROBE_SHARED_POSTFIX_H

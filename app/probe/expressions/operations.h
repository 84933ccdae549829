// SPDX-License-Identifier: MIT
//
// The expressions of the probe operations. Which arithmetic gives just these answers? The
// candidates, from the plain to the odd; and what is told of them: the rule of rounding
// and the way it was computed, or else how far off it is.

#ifndef PROBE_EXPRESSIONS_OPERATIONS_H
#define PROBE_EXPRESSIONS_OPERATIONS_H

#include "probe/list.h"
#include "probe/shared/cases.h"
#include "probe/shared/postfix.h"

#define OPERATIONS_STEPS 2 // rounded once; or twice: a * (1 / b), a product and a sum

extern const struct operations_row {
    enum cases cases;                 // its operands
    bool possible[OPERATIONS_STEPS];  // how it may be computed,
    enum operations_candidate wanted; // and how IEEE 754 has it
    bool judged_by_754; // deviates where it is not to nearest even; else only
    double promise_ulp; // where it breaks this promise of GLSL's, section 4.7.1
    const struct finding_kind
        *steps[OPERATIONS_STEPS]; // what is said of how it was computed
} operations_rows[OPERATIONS_COUNT];

// What reproduces every answer.
struct operations_found {
    enum operations_candidate steps;
    bool other;                   // computed as another expression
    int columns_min, columns_max; // of partial products that are kept; -1: all
    uint32_t rules;               // all under which it does
    bool unclear;                 // in one step; or in two, kept in more bits
    struct traits traits;         // with the first of these rules
};

// Returns false if there is none; `found` is then unspecified.
bool operations_find(const struct expressions_seen *seen, struct operations_found *found);

// Returns the program of another expression that a compiler may compute instead:
// 1.0 / sqrt(a) for inversesqrt(a), a / b for a * (1.0 / b).
struct postfix operations_find_other(const struct expressions_seen *seen);

// The traits of a device whose expression is as IEEE 754 has it, to nearest even.
struct traits operations_find_754(const struct expressions_seen *seen);

// Whether the last of these steps is a sum, which adders without a sticky bit round in
// ways of their own.
bool operations_find_sums(int line, enum operations_candidate steps);

// (answer - exact) / ulp of case `at` of an expression, in units of the last of
// params->precision_bits. Returns false if the answer is no finite number.
bool operations_judge_error(const struct expressions_seen *seen, size_t at,
                            double *error);

#endif // PROBE_EXPRESSIONS_OPERATIONS_H

// SPDX-License-Identifier: MIT
//
// The expressions of the probe operations. Which arithmetic gives just these answers? The
// candidates, from the plain to the odd; and what is told of them: the rule of rounding
// and the way it was computed, or else how far off it is.

#ifndef PROBE_EXPRESSIONS_OPERATIONS_H
#define PROBE_EXPRESSIONS_OPERATIONS_H

#include "probe/expressions.h"
#include "probe/shared/cases.h"

// The expressions of the probe, and behind them what else the answers may be.
enum operations_line {
    OPERATIONS_ADD,
    OPERATIONS_SUB,
    OPERATIONS_MUL,
    OPERATIONS_DIV,
    OPERATIONS_FMA,
    OPERATIONS_MUL_ADD,
    OPERATIONS_SQRT,
    OPERATIONS_INVERSESQRT,
    OPERATIONS_RECIPROCAL,
    OPERATIONS_MUL_RECIPROCAL,
    OPERATIONS_EXPRESSIONS,
    OPERATIONS_RECIPROCAL_OF_SQRT = OPERATIONS_EXPRESSIONS,
};

// Rounded once; or twice: a * (1 / b), a product and a sum.
enum operations_steps { OPERATIONS_ONE_STEP, OPERATIONS_TWO_STEPS, OPERATIONS_STEPS };

extern const struct operations_row {
    enum cases cases;                // its operands
    bool possible[OPERATIONS_STEPS]; // how it may be computed,
    enum operations_steps wanted;    // and how IEEE 754 has it
    bool judged_by_754; // deviates where it is not to nearest even; else only
    double promise_ulp; // where it breaks this promise of GLSL's, section 4.7.1
    const struct finding_kind
        *steps[OPERATIONS_STEPS]; // what is said of how it was computed
} operations_rows[OPERATIONS_EXPRESSIONS];

// What reproduces every answer.
struct operations_found {
    enum operations_steps steps;
    int line;                     // computed as this one, which may be another
    int columns_min, columns_max; // of partial products that are kept; -1: all
    uint32_t rules;               // all under which it does
    bool unclear;                 // in one step; or in two, kept in more bits
    struct traits traits;         // with the first of these rules
};

// Returns false if there is none; `found` is then unspecified.
bool operations_find(const struct expressions_seen *seen, struct operations_found *found);

// The traits of a device whose expression is as IEEE 754 has it, to nearest even.
struct traits operations_find_754(const struct expressions_seen *seen);

// Whether the last of these steps is a sum, which adders without a sticky bit round in
// ways of their own.
bool operations_find_sums(int line, enum operations_steps steps);

// As `judge` of struct expressions. The probe's `answer` must also know
// OPERATIONS_RECIPROCAL_OF_SQRT.
bool operations_judge(const struct expressions_seen *seen, struct finding *finding,
                      struct traits *found);

// (answer - exact) / ulp of case `at` of an expression, in units of the last of
// params->precision_bits. Returns false if the answer is no finite number.
bool operations_judge_error(const struct expressions_seen *seen, size_t at,
                            double *error);

// The answers of the probe; NULL is the last.
extern const struct finding_kind *const operations_kinds[];

// See breaks_glsl of struct expressions.
bool operations_break_glsl(const struct result *result, const struct finding *finding);

#endif // PROBE_EXPRESSIONS_OPERATIONS_H

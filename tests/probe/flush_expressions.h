// SPDX-License-Identifier: MIT
//
// The flush matrix once more, in doubles, in which the subnormals of smaller formats are
// normal numbers. Nothing of app/probe/ is in it.

#ifndef TESTS_PROBE_FLUSH_EXPRESSIONS_H
#define TESTS_PROBE_FLUSH_EXPRESSIONS_H

#include "base/fp_format.h"

#include <stdbool.h>

#define FLUSH_EXPRESSIONS 36

// What a device is told that flushes operands and results of its arithmetic, operands
// only, results only; "" where the line keeps subnormals.
struct flush_line {
    const char *name;
    int expression;
    bool moves; // no arithmetic
    const char *ftz, *in_only, *out_only;
};

extern const struct flush_line flush_expressions[FLUSH_EXPRESSIONS];

// What is flushed: operands, results; `chained`: and the result once more, as an operand
// of the product with 1 that ends a line in mediump.
struct flush {
    struct fp_format format;
    bool in, out, chained;
};

// The answer of a line to operands[4].
double flush_expected(const struct flush *flush, int line, const double *operands);

#endif // TESTS_PROBE_FLUSH_EXPRESSIONS_H

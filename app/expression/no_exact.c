// SPDX-License-Identifier: MIT
//
// Replaces exact.c in a build without MPFR: there are no exact values.

#include "expression/formula.h"

#include <math.h>
#include <stdio.h>

struct formula_exact *formula_exact(const struct formula *formula,
                                    struct fp_format format,
                                    const uint64_t operands[FORMULA_OPERANDS])
{
    (void) formula, (void) format, (void) operands;
    return NULL;
}

void formula_exact_text(const struct formula_exact *exact, int step, char *text,
                        size_t size)
{
    (void) exact, (void) step;
    snprintf(text, size, "-");
}

double formula_exact_error(const struct formula_exact *exact, int step, double got)
{
    (void) exact, (void) step, (void) got;
    return NAN;
}

double formula_exact_ulp(const struct formula_exact *exact, int step)
{
    (void) exact, (void) step;
    return NAN;
}

void formula_exact_free(struct formula_exact *exact)
{
    (void) exact;
}

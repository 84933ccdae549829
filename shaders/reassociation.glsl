// SPDX-License-Identifier: MIT
// Sums of a, b and 1 in three orders, and in some ways of writing them. Operands 2 and 3 are
// 1: times 1 the chain is long enough to be computed in its own precision.
#ifdef IS_DOUBLE
#define REAL_OF(value) double(value)
#endif

// In the guarded form nothing is known, not even a literal.
#ifdef FORM_GUARDED
#define ONE again(2)
#else
#define ONE REAL_OF(1.0)
#endif

void show(REAL value)
{
    result(0, value * operand(3));
}

void probe()
{
    if (line_is(0)) {
        EXACT REAL r = operand(0) + GUARD(ONE - operand(1));
        show(r);
    }
    if (line_is(1)) {
        EXACT REAL r = GUARD(ONE - operand(1)) + operand(0);
        show(r);
    }
    if (line_is(2)) {
        EXACT REAL r = operand(0) - GUARD(operand(1) - ONE);
        show(r);
    }
    if (line_is(3)) {
        EXACT REAL r = GUARD(operand(0) - operand(1)) + ONE;
        show(r);
    }
    if (line_is(4)) {
        EXACT REAL r = GUARD(operand(0) + ONE) - operand(1);
        show(r);
    }
    if (line_is(5)) {
        EXACT REAL r = operand(0) + GUARD(operand(2) - operand(1));
        show(r);
    }
}

// SPDX-License-Identifier: MIT
// One operation a line, the only one that rounds. Operand 3 is 1, so that what is stored
// has been an operand once more: a single mediump operation may be computed wide.
#ifdef IS_DOUBLE
#define ONE 1.0lf
#else
#define ONE REAL_OF(1.0)
#endif

void probe()
{
    if (line_is(0))
        result(0, GUARD(operand(0) + operand(1)) * again(3));
    if (line_is(1))
        result(0, GUARD(operand(0) - operand(1)) * again(3));
    if (line_is(2))
        result(0, GUARD(operand(0) * operand(1)) * again(3));
    if (line_is(3))
        result(0, GUARD(operand(0) / operand(1)) * again(3));
#ifdef HAS_FMA
    if (line_is(4)) {
        EXACT REAL fused = fma(operand(0), operand(1), operand(2));

        result(0, GUARD(fused) * again(3));
    }
#endif
    if (line_is(5)) {
        EXACT REAL sum = GUARD(operand(0) * operand(1)) + operand(2);

        result(0, sum * again(3));
    }
    if (line_is(6))
        result(0, GUARD(sqrt(operand(0))) * again(3));
    if (line_is(7))
        result(0, GUARD(inversesqrt(operand(0))) * again(3));
    if (line_is(8))
        result(0, GUARD(ONE / operand(0)) * again(3));
    if (line_is(9)) {
        EXACT REAL reciprocal = GUARD(ONE / operand(1));
        EXACT REAL quotient = GUARD(operand(0) * reciprocal);

        result(0, quotient * again(3));
    }
}

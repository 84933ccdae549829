// SPDX-License-Identifier: MIT
// Answer 0: an expression of literals. Answer 1: the same of operands, which the host
// rounded to nearest even from the same decimal numbers.
#ifdef IS_DOUBLE
#define TENTH 0.1lf
#define THREE_TENTHS 0.3lf
#define SIX_TENTHS 0.6lf
#define NINE_TENTHS 0.9lf
#define ONE 1.0lf
#define TWO 2.0lf
#define THREE 3.0lf
#define TWO_TO_24 16777216.0lf
#define TWO_TO_24_AND_1 16777217.0lf
#define TWO_TO_24_AND_3 16777219.0lf
#define TWO_TO_25_LESS_1 33554431.0lf
#define HALF_ULP 5.9604645e-8lf
#define SMALL 1.0e-30lf
#define LARGE 1.0e30lf
#define TOO_SMALL 1.0e-40lf
#define LARGEST 3.4028235e38lf
#else
#define TENTH 0.1
#define THREE_TENTHS 0.3
#define SIX_TENTHS 0.6
#define NINE_TENTHS 0.9
#define ONE 1.0
#define TWO 2.0
#define THREE 3.0
#define TWO_TO_24 16777216.0
#define TWO_TO_24_AND_1 16777217.0
#define TWO_TO_24_AND_3 16777219.0
#define TWO_TO_25_LESS_1 33554431.0
#define HALF_ULP 5.9604645e-8
#define SMALL 1.0e-30
#define LARGE 1.0e30
#define TOO_SMALL 1.0e-40
#define LARGEST 3.4028235e38
#endif

void both(REAL literals, REAL operands)
{
    result(0, literals);
    result(1, operands);
}

void numbers()
{
    if (line_is(0))
        both(TENTH, operand(0));
    if (line_is(1))
        both(TWO_TO_24_AND_1, operand(0));
    if (line_is(2))
        both(TWO_TO_24_AND_3, operand(0));
    if (line_is(3))
        both(TWO_TO_25_LESS_1, operand(0));
    if (line_is(4))
        both(TOO_SMALL, operand(0));
    if (line_is(5))
        both(LARGEST, operand(0));
}

void steps()
{
    if (line_is(6)) {
        EXACT REAL literals = TENTH + SIX_TENTHS;
        EXACT REAL operands = operand(0) + operand(1);
        both(literals, operands);
    }
    if (line_is(7)) {
        EXACT REAL literals = TENTH * THREE_TENTHS;
        EXACT REAL operands = operand(0) * operand(1);
        both(literals, operands);
    }
    if (line_is(8)) {
        EXACT REAL literals = ONE / THREE;
        EXACT REAL operands = operand(0) / operand(1);
        both(literals, operands);
    }
    if (line_is(9)) {
        EXACT REAL literals = TENTH / NINE_TENTHS;
        EXACT REAL operands = operand(0) / operand(1);
        both(literals, operands);
    }
}

void chains()
{
    if (line_is(11)) {
        EXACT REAL literals = (ONE + HALF_ULP) - ONE;
        EXACT REAL operands = GUARD(operand(0) + operand(1)) - again(0);
        both(literals, operands);
    }
    if (line_is(12)) {
        EXACT REAL literals = (TWO_TO_24 + ONE) - TWO_TO_24;
        EXACT REAL operands = GUARD(operand(0) + operand(1)) - again(0);
        both(literals, operands);
    }
    if (line_is(13)) {
        EXACT REAL literals = (LARGE * LARGE) * SMALL;
        EXACT REAL operands = GUARD(operand(0) * operand(1)) * operand(2);
        both(literals, operands);
    }
}

void functions()
{
    if (line_is(10)) {
        EXACT REAL literals = sqrt(TWO);
        EXACT REAL operands = sqrt(operand(0));
        both(literals, operands);
    }
#ifndef IS_DOUBLE
    if (line_is(14)) {
        EXACT REAL literals = exp2(0.5);
        EXACT REAL operands = exp2(operand(0));
        both(literals, operands);
    }
    if (line_is(15)) {
        EXACT REAL literals = sin(ONE);
        EXACT REAL operands = sin(operand(0));
        both(literals, operands);
    }
#endif
}

void probe()
{
    numbers();
    steps();
    chains();
    functions();
}

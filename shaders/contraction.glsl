// SPDX-License-Identifier: MIT
// a * b + c in the shapes of source that there are. Operand 3 is 1, which only the host
// knows: times 1 the chain is long enough to be computed in its own precision.
#ifdef IS_DOUBLE
#define PAIR dvec2
#elif defined(IS_FLOAT16)
#define PAIR f16vec2
#else
#define PAIR vec2
#endif

void show(REAL value)
{
    result(0, value * operand(3));
}

void sums()
{
    if (line_is(0)) {
        EXACT REAL r = GUARD(operand(0) * operand(1)) + operand(2);
        show(r);
    }
    if (line_is(1)) {
        EXACT REAL r = GUARD(operand(0) * operand(1)) - operand(2);
        show(r);
    }
    if (line_is(2)) {
        EXACT REAL r = -GUARD(operand(0) * operand(1)) + operand(2);
        show(r);
    }
    if (line_is(3)) {
        EXACT REAL r = -GUARD(operand(0) * operand(1)) - operand(2);
        show(r);
    }
    if (line_is(4)) {
        EXACT REAL r = operand(2) + GUARD(operand(0) * operand(1));
        show(r);
    }
    if (line_is(5)) {
        EXACT REAL r = operand(2) - GUARD(operand(0) * operand(1));
        show(r);
    }
    if (line_is(6)) {
        EXACT REAL r = -(GUARD(operand(0) * operand(1)) + operand(2));
        show(r);
    }
    if (line_is(7)) {
        EXACT REAL r = -(GUARD(operand(0) * operand(1)) - operand(2));
        show(r);
    }
}

void probe()
{
    sums();
    if (line_is(8)) {
        EXACT REAL t = GUARD(operand(0) * operand(1));
        EXACT REAL r = t + operand(2);
        show(r);
    }
#ifdef HAS_FMA
    if (line_is(9)) {
        EXACT REAL r = fma(operand(0), operand(1), operand(2));
        show(r);
    }
#endif
    if (line_is(10)) {
        EXACT REAL r = dot(PAIR(operand(0), operand(2)), PAIR(operand(1), operand(3)));
        show(r);
    }
}

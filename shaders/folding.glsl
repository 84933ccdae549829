// SPDX-License-Identifier: MIT
// Idioms that a compiler may simplify. Operand 3 is 1, which only the host knows: times 1
// the chain is long enough to be computed in its own precision. Answer 1 is the witness,
// c + 1: how a sum rounds.
#ifdef IS_DOUBLE
#define REAL_OF(value) double(value)
#endif

// In the guarded form nothing is known, not even a literal, nor that what is loaded twice
// is the same. In the others it is one variable, as an application has it.
#ifdef FORM_GUARDED
#define LITERAL(value, i) again(i)
#define SAME(variable, i) again(i)
#else
#define LITERAL(value, i) REAL_OF(value)
#define SAME(variable, i) variable
#endif

void show(REAL value)
{
    result(0, value * operand(3));
}

void show_truth(const bool is_so)
{
    result(0, is_so ? REAL_OF(1.0) : REAL_OF(0.0));
}

void sums_and_products()
{
    if (line_is(0)) {
        REAL a = operand(0);
        EXACT REAL r = GUARD(a + operand(1)) - SAME(a, 0);
        show(r);
    }
    if (line_is(1)) {
        REAL a = operand(0);
        EXACT REAL r = SAME(a, 0) - GUARD(a - operand(1));
        show(r);
    }
    if (line_is(2)) {
        REAL b = operand(1);
        EXACT REAL r = GUARD(operand(0) - b) + SAME(b, 1);
        show(r);
    }
    if (line_is(3)) {
        REAL b = operand(1);
        EXACT REAL r = GUARD(operand(0) * b) / SAME(b, 1);
        show(r);
    }
    if (line_is(4)) {
        REAL b = operand(1);
        EXACT REAL r = GUARD(operand(0) / b) * SAME(b, 1);
        show(r);
    }
    if (line_is(18)) {
        EXACT REAL r = GUARD(operand(0) + operand(1)) + operand(2);
        show(r);
    }
    if (line_is(19)) {
        EXACT REAL r = operand(0) + GUARD(operand(1) + operand(2));
        show(r);
    }
    if (line_is(20)) {
        EXACT REAL r = GUARD(operand(0) * operand(1)) * operand(2);
        show(r);
    }
}

void zeros_and_ones()
{
    if (line_is(5)) {
        EXACT REAL r = operand(0) * LITERAL(0.0, 1);
        show(r);
    }
    if (line_is(6)) {
        REAL a = operand(0);
        EXACT REAL r = a - SAME(a, 0);
        show(r);
    }
    if (line_is(7)) {
        EXACT REAL r = operand(0) + LITERAL(0.0, 1);
        show(r);
    }
    if (line_is(8)) {
        EXACT REAL r = LITERAL(0.0, 1) - operand(0);
        show(r);
    }
    if (line_is(9)) {
        REAL a = operand(0);
        EXACT REAL r = a / SAME(a, 0);
        show(r);
    }
    if (line_is(17)) {
        EXACT REAL r = -GUARD(operand(0) - operand(1));
        show(r);
    }
}

void literals()
{
    if (line_is(10)) {
        EXACT REAL r = GUARD(operand(0) + LITERAL(1.0, 1)) - LITERAL(1.0, 2);
        show(r);
    }
    if (line_is(11)) {
        EXACT REAL r = GUARD(operand(0) + LITERAL(1.0, 1)) - LITERAL(3.0, 2);
        show(r);
    }
    if (line_is(12)) {
        EXACT REAL r = GUARD(operand(0) * LITERAL(3.0, 1)) * LITERAL(5.0, 2);
        show(r);
    }
    if (line_is(21)) {
        EXACT REAL by_literal = GUARD(operand(0) / LITERAL(3.0, 1)) * operand(3);
        EXACT REAL by_operand = GUARD(again(0) / operand(1)) * operand(3);
        EXACT REAL r = by_literal == by_operand ? REAL_OF(0.0) : by_literal;
        result(0, r);
    }
    if (line_is(22)) {
        EXACT REAL r = REAL_OF(1.0) / GUARD(REAL_OF(1.0) / operand(0));
        show(r);
    }
}

void factors_and_roots()
{
    if (line_is(13)) {
        REAL c = operand(2);
        EXACT REAL r = GUARD(operand(0) * c) + GUARD(operand(1) * SAME(c, 2));
        show(r);
    }
    if (line_is(14)) {
        REAL a = operand(0);
        EXACT REAL r = GUARD(a * operand(1)) + GUARD(SAME(a, 0) * operand(2));
        show(r);
    }
#if !defined(IS_DOUBLE) || defined(GL_ES) || __VERSION__ >= 400
    if (line_is(15)) {
        REAL a = operand(0);
        EXACT REAL r = GUARD(sqrt(a)) * sqrt(SAME(a, 0));
        show(r);
    }
    if (line_is(16)) {
        REAL a = operand(0);
        EXACT REAL r = sqrt(GUARD(a * SAME(a, 0)));
        show(r);
    }
#endif
    if (line_is(28)) {
        EXACT REAL r = mix(operand(0), operand(1), LITERAL(0.0, 2));
        show(r);
    }
    if (line_is(29)) {
        EXACT REAL r = mix(operand(0), operand(1), again(3));
        show(r);
    }
}

void casts_and_relations()
{
#if defined(IS_HIGHP) && __VERSION__ != 100
    if (line_is(23)) {
        REAL a = operand(0);
        EXACT REAL s = GUARD(a + operand(1));
        EXACT REAL r = uintBitsToFloat(floatBitsToUint(s)) - SAME(a, 0);
        show(r);
    }
#elif defined(IS_DOUBLE)
    if (line_is(23)) {
        REAL a = operand(0);
        EXACT REAL s = GUARD(a + operand(1));
        EXACT REAL r = packDouble2x32(unpackDouble2x32(s)) - SAME(a, 0);
        show(r);
    }
#endif
    if (line_is(24)) {
        REAL a = operand(0);
        EXACT REAL itself = a == SAME(a, 0) ? REAL_OF(1.0) : REAL_OF(0.0);
        EXACT REAL another = a == operand(1) ? REAL_OF(2.0) : REAL_OF(0.0);
        EXACT REAL r = itself + another;
        show(r);
    }
    if (line_is(25))
        show_truth(!(operand(0) < operand(1)));
    if (line_is(26)) {
        EXACT REAL difference = GUARD(operand(0) - operand(1));
        show_truth(difference == REAL_OF(0.0));
    }
#if !defined(IS_MEDIUMP)
    if (line_is(27)) {
        REAL a = operand(0);
        EXACT REAL s = GUARD(a + operand(1));
        show_truth(s > SAME(a, 0));
    }
#endif
}

void probe()
{
    EXACT REAL witness = operand(2) + operand(3);

    result(1, witness * operand(3));
    sums_and_products();
    zeros_and_ones();
    literals();
    factors_and_roots();
    casts_and_relations();
}

// SPDX-License-Identifier: MIT
// Infinity, NaN, signed zeros, overflow, domain errors. Operands are data, operands 2
// and 3 are 1. Lines that differ in their operands only are asked together; which they
// are, specials.c says.
#ifdef IS_DOUBLE
#define REAL_OF(value) double(value)
#define VEC2 dvec2
#else
#define VEC2 vec2
#endif

// A single operation of mediump may be computed in more than its precision and range; a
// chain shows what is stored.
#if defined(IS_MEDIUMP) || defined(IS_LOWP)
#define SHOWN(value) ((value) * operand(3))
#else
#define SHOWN(value) (value)
#endif

REAL truth(const bool is_so)
{
    return is_so ? REAL_OF(1.0) : REAL_OF(0.0);
}

void arithmetic()
{
    if (line_is(0) || line_is(1) || line_is(28) || line_is(29) || line_is(30))
        result(0, SHOWN(operand(0) / operand(1)));
    if (line_is(2) || line_is(23))
        result(0, SHOWN(operand(0) - operand(1)));
    if (line_is(3) || line_is(6) || line_is(24) || line_is(34) || line_is(35))
        result(0, SHOWN(operand(0) * operand(1)));
    if (line_is(4) || line_is(7) || line_is(31))
        result(0, SHOWN(sqrt(operand(0))));
    if (line_is(5) || line_is(22) || line_is(33) || line_is(36) || line_is(37) ||
        line_is(38))
        result(0, SHOWN(operand(0) + operand(1)));
#ifdef HAS_SPECIALS
    if (line_is(8))
        result(0, operand(0));
#endif
    if (line_is(25))
        result(0, -operand(0));
}

void comparisons()
{
    if (line_is(9) || line_is(26))
        result(0, truth(operand(0) == operand(1)));
    if (line_is(10))
        result(0, truth(operand(0) != operand(1)));
    if (line_is(11) || line_is(27))
        result(0, truth(operand(0) < operand(1)));
    if (line_is(12))
        result(0, truth(operand(0) >= operand(1)));
    if (line_is(13))
        result(0, truth(!(operand(0) < operand(1))));
#ifdef HAS_SPECIALS
    if (line_is(14))
        result(0, truth(isnan(operand(0))));
    if (line_is(15))
        result(0, truth(isinf(operand(0))));
    if (line_is(66)) // the condition is false where operand 1 is 1
        result(0, SHOWN(mix(operand(2), operand(0), operand(1) < operand(2))));
#endif
    if (line_is(16) || line_is(17) || line_is(32))
        result(0, SHOWN(min(operand(0), operand(1))));
    if (line_is(18) || line_is(19))
        result(0, SHOWN(max(operand(0), operand(1))));
    if (line_is(20))
        result(0, SHOWN(clamp(operand(0), operand(1), operand(2))));
    if (line_is(21))
        result(0, SHOWN(sign(operand(0))));
    if (line_is(64))
        result(0, SHOWN(mix(operand(2), operand(0), operand(1))));
    if (line_is(65))
        result(0, SHOWN(mix(operand(0), operand(2), operand(1))));
    if (line_is(67))
        result(0, SHOWN(operand(1) < operand(2) ? operand(0) : operand(2)));
}

#ifndef IS_DOUBLE
void functions()
{
    if (line_is(43) || line_is(44) || line_is(46))
        result(0, SHOWN(log2(operand(0))));
    if (line_is(45))
        result(0, SHOWN(log(operand(0))));
    if (line_is(47) || line_is(48))
        result(0, SHOWN(exp2(operand(0))));
    if (line_is(49) || line_is(50) || line_is(51))
        result(0, SHOWN(pow(operand(0), operand(1))));
#ifdef HAS_SPECIALS
    if (line_is(52))
        result(0, SHOWN(tanh(operand(0))));
    if (line_is(53))
        result(0, SHOWN(sinh(operand(0))));
    if (line_is(54))
        result(0, SHOWN(cosh(operand(0))));
    if (line_is(57))
        result(0, SHOWN(atanh(operand(0))));
#endif
    if (line_is(55))
        result(0, SHOWN(asin(operand(0))));
    if (line_is(56))
        result(0, SHOWN(acos(operand(0))));
    if (line_is(58))
        result(0, SHOWN(atan(operand(0))));
    if (line_is(63))
        result(0, SHOWN(sin(operand(0))));
}
#endif

void probe()
{
    arithmetic();
    comparisons();
#ifndef IS_DOUBLE
    functions();
#endif
    if (line_is(39) || line_is(40))
        result(0, SHOWN(floor(operand(0))));
    if (line_is(41))
        result(0, SHOWN(fract(operand(0))));
    if (line_is(68))
        result(0, SHOWN(fract(operand(0))));
    if (line_is(42))
        result(0, SHOWN(mod(operand(0), operand(1))));
    if (line_is(59) || line_is(60))
        result(0, SHOWN(inversesqrt(operand(0))));
    if (line_is(61))
        result(0, SHOWN(normalize(VEC2(operand(0), operand(1))).x));
    if (line_is(62))
        result(0, SHOWN(smoothstep(operand(1), operand(1), operand(0))));
}

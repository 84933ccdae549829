// SPDX-License-Identifier: MIT
// What is done with a subnormal, a line each. Operands are x, 1, a zero and 1, or what
// subnormals.h says; every result is exact. Nothing is decided on the tiny number but
// where the line asks for it.
#ifdef IS_DOUBLE
#define REAL_OF(value) double(value)
#endif

// A single operation of mediump may be computed in more than its precision; a chain
// shows what is stored.
#if defined(IS_MEDIUMP) || defined(IS_LOWP)
#define SHOWN(value) ((value) * operand(3))
#else
#define SHOWN(value) (value)
#endif

#if (defined(GL_ES) && __VERSION__ >= 310) || (!defined(GL_ES) && __VERSION__ >= 400)
#define HAS_LDEXP
#endif

#define LINE(k, value) if (line_is(k)) result(0, value)

REAL truth(const bool is_so)
{
    return is_so ? REAL_OF(1.0) : REAL_OF(0.0);
}

// A loop whose end no compiler knows. Not an array: Mesa's llvmpipe crashes on one of
// mediump that is indexed.
REAL copied()
{
    REAL copy = operand(1);

    for (int i = 0; i <= int(operand(2)); i++)
        copy = operand(0);
    return copy;
}

void moves()
{
    LINE(0, operand(0));
    LINE(1, copied());
#ifdef IS_DOUBLE
    LINE(2, packDouble2x32(unpackDouble2x32(operand(0)) ^ uint(operand(2))));
#elif !defined(IS_FLOAT16)
    LINE(2, uintBitsToFloat(floatBitsToUint(operand(0)) ^ uint(operand(2))));
#endif
    LINE(3, -operand(0));
    LINE(4, REAL_OF(abs(operand(0))));
    LINE(5, operand(1) > operand(2) ? operand(0) : operand(1));
#ifndef IS_FLOAT16
    LINE(6, mix(operand(1), operand(0), operand(1) > operand(2)));
#endif
}

void sums_and_products()
{
    LINE(7, SHOWN(operand(0) + operand(2)));
    LINE(8, SHOWN(operand(0) + operand(0)));
    if (line_is(9) || line_is(10) || line_is(11))
        result(0, SHOWN(operand(0) * operand(1)));
    LINE(12, SHOWN(operand(0) - operand(1)));
    if (line_is(19) || line_is(20) || line_is(21))
        result(0, SHOWN(operand(0) / operand(1)));
#if defined(HAS_FMA) && !defined(IS_FLOAT16)
    LINE(24, SHOWN(fma(operand(0), operand(1), operand(2))));
#endif
}

void comparisons()
{
    LINE(13, truth(operand(0) > operand(1)));
    LINE(14, truth(operand(0) == operand(2)));
    LINE(15, truth(operand(0) != operand(1)));
    LINE(16, SHOWN(REAL_OF(min(operand(0), operand(1)))));
    LINE(17, SHOWN(REAL_OF(max(operand(0), -operand(1)))));
    LINE(18, SHOWN(REAL_OF(clamp(operand(0), -operand(1), operand(1)))));
}

void functions()
{
    LINE(22, SHOWN(REAL_OF(sqrt(operand(0)))));
    LINE(23, SHOWN(REAL_OF(inversesqrt(operand(0)))));
    LINE(25, SHOWN(REAL_OF(fract(operand(0)))));
    LINE(26, SHOWN(REAL_OF(floor(operand(0)))));
    LINE(27, SHOWN(REAL_OF(ceil(operand(0)))));
    LINE(28, SHOWN(REAL_OF(sign(operand(0)))));
#if defined(HAS_LDEXP) && !defined(IS_FLOAT16)
    LINE(29, SHOWN(ldexp(operand(0), int(operand(1)))));
#endif
#ifndef IS_DOUBLE
    LINE(30, SHOWN(REAL_OF(exp2(operand(0)))));
    LINE(31, SHOWN(REAL_OF(log2(operand(0)))));
#endif
}

// As numbers: the code of a half is below 1024 here, its sign beside it.
void halves()
{
#if defined(IS_HIGHP) && defined(HAS_PACK_HALF)
    if (line_is(32)) {
        uint code = packHalf2x16(vec2(operand(0), 0.0));
        uint magnitude = floatBitsToUint(float(code & 0x7fffu));

        result(0, uintBitsToFloat(magnitude | (code & 0x8000u) << 16));
    }
    if (line_is(33)) {
        uint code = uint(operand(0)) | uint(operand(1)) << 15;

        result(0, unpackHalf2x16(code).x);
    }
#endif
}

void probe()
{
    moves();
    sums_and_products();
    comparisons();
    functions();
    halves();
#if defined(HAS_CARRIED) && defined(STAGE_FRAGMENT)
    LINE(34, carried());
#endif
#ifdef HAS_HELD
    LINE(35, held());
#endif
}

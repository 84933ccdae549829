// SPDX-License-Identifier: MIT
// Functions of vectors, a matrix and an angle; where three operands are enough the fourth
// is a 1, so that a type that is computed wide shows the width it is stored in.
REAL hash(REAL x, REAL y)
{
    return fract(sin(dot(vec2(x, y), vec2(12.9898, 78.233))) * 43758.5453);
}

void probe()
{
    if (line_is(0) || line_is(1) || line_is(2))
        result(0, length(vec3(operand(0), operand(1), operand(2))) * operand(3));
    if (line_is(3) || line_is(4) || line_is(5))
        result(0, normalize(vec3(operand(0), operand(1), operand(2))).x * operand(3));
    if (line_is(6))
        result(0, dot(vec2(operand(0), operand(1)), vec2(operand(2), operand(3))));
#if __VERSION__ != 100
    if (line_is(7) || line_is(8) || line_is(9))
        result(0, inverse(mat2(operand(0), operand(1), operand(2), operand(3)))[0].x);
#endif
    if (line_is(10) || line_is(11) || line_is(12))
        result(0, atan(operand(0), operand(1)) * operand(3));
    if (line_is(13) || line_is(14))
        result(0, hash(operand(0), operand(1)) * operand(3));
    if (line_is(15))
        result(0, dot(normalize(vec3(operand(0), operand(1), operand(2))),
                      normalize(vec3(operand(0), operand(1), operand(2)))) *
                      operand(3));
    if (line_is(16))
        result(0, pow(1.0 - dot(normalize(vec3(operand(0), operand(1), operand(2))),
                                normalize(vec3(operand(0), operand(1), operand(2)))),
                      5.0) * operand(3));
    if (line_is(17) || line_is(18) || line_is(19)) {
#ifndef IS_MEDIUMP
        result(0, hash(operand(0), operand(1)) * operand(3));
#endif
    }
    if (line_is(20)) {
#ifndef IS_MEDIUMP
        result(0, dot(vec2(operand(0), operand(1)), vec2(12.9898, 78.233)) * operand(3));
#endif
    }
}

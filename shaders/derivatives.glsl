// SPDX-License-Identifier: MIT
// Differences of a number from that of a neighbour in a quad of 2 by 2 fragments. All are
// taken where all fragments are: in a branch they are undefined.
#if __VERSION__ == 100
// No operands here: x, y and what is made of them are exact.
uniform REAL ulp;

REAL ramp()
{
    REAL across = gl_FragCoord.x, up = gl_FragCoord.y - LINE_AT * float(LINE_ROWS);
    REAL value = across * up;

    if (line_is(3))
        value = across * across;
    if (line_is(4))
        value = 1.0 + (across - 0.5) * ulp;
    return value;
}
#define IS_ASKED !line_is(5)
#else
#define ramp()   operand(0)
#define IS_ASKED true
#endif

void probe()
{
    REAL value = ramp(), place = gl_FragCoord.x;
    REAL across = dFdx(value), up = dFdy(value), rest = fwidth(value) - abs(across) - abs(up);
    REAL of_place = dFdx(place), of_varying = dFdx(smoothed);

    if (line_is(1))
        result(0, up);
    else if (line_is(2))
        result(0, rest);
    else if (line_is(6))
        result(0, of_place);
    else if (line_is(7))
        result(0, of_varying);
    else if (IS_ASKED)
        result(0, across);
}

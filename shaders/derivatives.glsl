// SPDX-License-Identifier: MIT
// Differences of a number from that of a neighbour in a quad of 2 by 2 fragments. All are
// taken where all fragments are: in a branch they are undefined.
void keep(REAL value)
{
    highp float wide = float(value);

    result_bits(0, floatBitsToUint(wide));
}

void probe()
{
    REAL value = operand(0), place = gl_FragCoord.x;
    REAL across = dFdx(value), up = dFdy(value), rest = fwidth(value) - abs(across) - abs(up);
    REAL of_place = dFdx(place), of_varying = dFdx(smoothed);

    if (line_is(1))
        keep(up);
    else if (line_is(2))
        keep(rest);
    else if (line_is(6))
        keep(of_place);
    else if (line_is(7))
        keep(of_varying);
    else
        keep(across);
}

// SPDX-License-Identifier: MIT
// Halves out of a texture, as floats. Nothing rounds here: the driver converted operand 0
// when it was uploaded, as a float or as a half. No index is computed of a sampler.
uniform highp sampler2D of_floats;
uniform highp sampler2D of_halves;

void probe()
{
    if (line_is(0))
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    if (line_is(1))
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    if (line_is(2))
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    if (line_is(3))
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    if (line_is(4))
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    if (line_is(5))
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    if (line_is(6))
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    if (line_is(7))
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    if (line_is(8))
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    if (line_is(9))
        result_bits(0, floatBitsToUint(texelFetch(of_halves, case_at, 0).x));
    if (line_is(10))
        result_bits(0, floatBitsToUint(texelFetch(of_halves, case_at, 0).x));
    if (line_is(11))
        result_bits(0, floatBitsToUint(texelFetch(of_halves, case_at, 0).x));
    if (line_is(12))
        result_bits(0, floatBitsToUint(texelFetch(of_halves, case_at, 0).x));
    if (line_is(13))
        result_bits(0, floatBitsToUint(texelFetch(of_halves, case_at, 0).x));
}

// SPDX-License-Identifier: MIT
// Halves out of a texture, as floats. Nothing rounds here: the driver converted operand 0
// when it was uploaded, as a float or as a half. No index is computed of a sampler.
uniform highp sampler2D of_floats;
uniform highp sampler2D of_halves;

bool is_of_floats()
{
    return line_is(0) || line_is(1) || line_is(2) || line_is(3) || line_is(4) ||
           line_is(5) || line_is(6) || line_is(7) || line_is(8);
}

void probe()
{
    if (is_of_floats())
        result_bits(0, floatBitsToUint(texelFetch(of_floats, case_at, 0).x));
    else
        result_bits(0, floatBitsToUint(texelFetch(of_halves, case_at, 0).x));
}

// SPDX-License-Identifier: MIT
// A texel as it is: operand 0, or what its format makes of it. Only the sampler rounds, to
// the precision under test.
uniform PRECISION sampler2D floats;
uniform PRECISION sampler2D bytes;
uniform PRECISION sampler2D srgb_bytes;
uniform PRECISION isampler2D ints;
uniform PRECISION usampler2D uints;
#ifdef IS_LOWP
uniform sampler2D unqualified;
#endif

void keep(highp float value)
{
    result_bits(0, floatBitsToUint(value));
}

void probe()
{
    if (line_is(0))
        keep(texelFetch(floats, case_at, 0).x);
    if (line_is(1))
        keep(texture(floats, (vec2(case_at) + 0.5) / vec2(grid.zw)).x);
#ifdef IS_LOWP
    if (line_is(2))
        keep(texelFetch(unqualified, case_at, 0).x);
#endif
    if (line_is(3))
        keep(texelFetch(bytes, case_at, 0).x);
    if (line_is(4))
        keep(texelFetch(srgb_bytes, case_at, 0).x);
    if (line_is(5)) {
        highp int value = texelFetch(ints, case_at, 0).x;

        result_bits(0, uint(value));
    }
    if (line_is(6)) {
        highp uint value = texelFetch(uints, case_at, 0).x;

        result_bits(0, value);
    }
}

// SPDX-License-Identifier: MIT
// A texel as it is: operand 0, or what its format makes of it. Only the sampler rounds, to
// the precision under test.
#if __VERSION__ != 100
uniform PRECISION sampler2D floats;
uniform PRECISION sampler2D halves;
uniform PRECISION sampler2D bytes;
uniform PRECISION sampler2D srgb_bytes;
uniform PRECISION isampler2D ints;
uniform PRECISION isampler2D byte_ints;
uniform PRECISION isampler2D short_ints;
uniform PRECISION usampler2D uints;
uniform PRECISION usampler2D byte_uints;
uniform PRECISION usampler2D short_uints;
#ifdef IS_LOWP
uniform sampler2D unqualified;
uniform sampler2D unqualified_halves;
uniform sampler2D unqualified_bytes;
uniform sampler2D unqualified_srgb;
#endif
#define PLACE ((vec2(case_at) + 0.5) / vec2(grid.zw))

void keep(highp float value)
{
    result_bits(0, floatBitsToUint(value));
}

void keep_int(highp int value)
{
    result_bits(0, uint(value));
}

void keep_uint(highp uint value)
{
    result_bits(0, value);
}

void ask_numbers()
{
    if (line_is(0) || line_is(18))
        keep(texelFetch(floats, case_at, 0).x);
    if (line_is(1))
        keep(texture(floats, PLACE).x);
    if (line_is(3))
        keep(texelFetch(bytes, case_at, 0).x);
    if (line_is(4))
        keep(texelFetch(srgb_bytes, case_at, 0).x);
#ifdef STAGE_FRAGMENT
    if (line_is(7))
        keep(texelFetch(halves, case_at, 0).x);
    if (line_is(8))
        keep(texture(halves, PLACE).x);
    if (line_is(10))
        keep(texture(bytes, PLACE).x);
    if (line_is(12))
        keep(texture(srgb_bytes, PLACE).x);
#endif
}

void ask_unqualified()
{
#ifdef IS_LOWP
    if (line_is(2) || line_is(19))
        keep(texelFetch(unqualified, case_at, 0).x);
#ifdef STAGE_FRAGMENT
    if (line_is(9))
        keep(texelFetch(unqualified_halves, case_at, 0).x);
    if (line_is(11))
        keep(texelFetch(unqualified_bytes, case_at, 0).x);
    if (line_is(13))
        keep(texelFetch(unqualified_srgb, case_at, 0).x);
#endif
#endif
}

void ask_integers()
{
    if (line_is(5))
        keep_int(texelFetch(ints, case_at, 0).x);
    if (line_is(6))
        keep_uint(texelFetch(uints, case_at, 0).x);
#ifdef STAGE_FRAGMENT
    if (line_is(14))
        keep_int(texelFetch(byte_ints, case_at, 0).x);
    if (line_is(15))
        keep_uint(texelFetch(byte_uints, case_at, 0).x);
    if (line_is(16))
        keep_int(texelFetch(short_ints, case_at, 0).x);
    if (line_is(17))
        keep_uint(texelFetch(short_uints, case_at, 0).x);
#endif
}

void probe()
{
    ask_numbers();
    ask_unqualified();
    ask_integers();
}
#else
uniform PRECISION sampler2D bytes;
#ifdef IS_LOWP
uniform sampler2D unqualified_bytes;
#endif

void probe()
{
    if (line_is(3))
        result_number(0, texture2D(bytes, TEXEL_AT).x);
#ifdef STAGE_FRAGMENT
    if (line_is(10))
        result_number(0, texture2D(bytes, TEXEL_AT).x);
#ifdef IS_LOWP
    if (line_is(11))
        result_number(0, texture2D(unqualified_bytes, TEXEL_AT).x);
#endif
#endif
}
#endif

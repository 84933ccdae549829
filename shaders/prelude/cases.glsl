// Operands by texel fetch, a row a band; in the guarded form three, the operands, the
// same again without the guard's factor, and the guard. A double takes half a texel.
#ifdef FORM_GUARDED
#define ROWS 3
#else
#define ROWS 1
#endif
// highp takes them as bits, which nothing on the way can flush or round. mediump, lowp
// and float16_t take floats: some drivers reinterpret bits in the precision of what they are
// assigned to, and then see 16 of 32.
#ifdef CASES_FLOAT
uniform highp sampler2D cases;
#define NUMBER(texel) (texel)
#define BITS(texel) floatBitsToUint(texel)
#else
uniform highp usampler2D cases;
#define NUMBER(texel) uintBitsToFloat(texel)
#define BITS(texel) (texel)
#endif
uniform highp ivec4 grid; // cell width and height in pixels, columns, bands
highp ivec2 case_at;

REAL case_number(const int row, const int i)
{
#ifdef IS_DOUBLE
    highp ivec2 at = ivec2(case_at.x, 2 * (ROWS * case_at.y + row) + i / 2);
    highp uvec4 texel = texelFetch(cases, at, 0);

    return packDouble2x32(i % 2 == 0 ? texel.xy : texel.zw);
#else
    return REAL_OF(NUMBER(texelFetch(cases, ivec2(case_at.x, ROWS * case_at.y + row), 0)[i]));
#endif
}

REAL operand(const int i)
{
    return case_number(0, i);
}

#ifndef IS_DOUBLE
highp uint operand_bits(const int i)
{
    return BITS(texelFetch(cases, ivec2(case_at.x, ROWS * case_at.y), 0)[i]);
}
#endif

#ifdef FORM_GUARDED
REAL again(const int i)
{
    return case_number(1, i);
}

REAL one()
{
    return case_number(2, 0);
}
#endif
#ifdef HAS_HELD
uniform REAL held_values[HAS_HELD];

REAL held()
{
    return held_values[case_at.x];
}
#endif
#if defined(HAS_CARRIED) && defined(STAGE_FRAGMENT)
in REAL through;

REAL carried()
{
    return through;
}
#endif

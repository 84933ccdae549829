// Operands by texel fetch, a row a band; in the guarded form three, the operands, the
// same again without the guard's factor, and the guard.
#ifdef FORM_GUARDED
#define ROWS 3
#else
#define ROWS 1
#endif
// highp takes them as bits, which nothing on the way can flush or round. mediump and
// lowp take floats: some drivers reinterpret bits in the precision of what they are
// assigned to, and then see 16 of 32.
#ifdef CASES_FLOAT
uniform highp sampler2D cases;
#define NUMBER(texel) (texel)
#else
uniform highp usampler2D cases;
#define NUMBER(texel) uintBitsToFloat(texel)
#endif
uniform highp ivec4 grid; // cell width and height in pixels, columns, bands
highp ivec2 case_at;

REAL case_number(const int row, const int i)
{
    return NUMBER(texelFetch(cases, ivec2(case_at.x, ROWS * case_at.y + row), 0)[i]);
}

REAL operand(const int i)
{
    return case_number(0, i);
}

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

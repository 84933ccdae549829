// Operands by texel fetch, a row a band; in the guarded form three, the operands, the
// same again without the guard's factor, and the guard.
#ifdef FORM_GUARDED
#define ROWS 3
#else
#define ROWS 1
#endif
uniform highp usampler2D cases;
uniform highp ivec4 grid; // cell width and height in pixels, columns, bands
highp ivec2 case_at;

highp uvec4 case_row(int row)
{
    return texelFetch(cases, ivec2(case_at.x, ROWS * case_at.y + row), 0);
}

REAL operand(const int i)
{
    return uintBitsToFloat(case_row(0)[i]);
}

#ifdef FORM_GUARDED
REAL again(const int i)
{
    return uintBitsToFloat(case_row(1)[i]);
}

REAL one()
{
    return uintBitsToFloat(case_row(2)[0]);
}
#endif

// SPDX-License-Identifier: MIT
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
#define NUMBER(texel) (texel)
#define BITS(texel) floatBitsToUint(texel)
#else
#define NUMBER(texel) uintBitsToFloat(texel)
#define BITS(texel) (texel)
#endif
// The grid is cell width and height in pixels, columns, bands. On software it is texel 0 of a
// buffer: a uniform takes more code there, and most a fetch of a texture that has levels.
#ifdef CASES_IN_BUFFER
#ifdef CASES_FLOAT
uniform highp samplerBuffer cases;
#else
uniform highp usamplerBuffer cases;
#endif
#define TEXEL(row) texelFetch(cases, 1 + (row) * COLUMNS + case_at.x)
#define grid ivec4(NUMBER(texelFetch(cases, 0)))
#else
#ifdef CASES_FLOAT
uniform highp sampler2D cases;
#else
uniform highp usampler2D cases;
#endif
#define TEXEL(row) texelFetch(cases, ivec2(case_at.x, row), 0)
uniform highp ivec4 grid;
#endif
// What expressions divide by are constants: on a processor, a vector of integers is divided
// by a number that is not known one element at a time. Others are divided as floats there;
// the half keeps what is below 2^22 from the next integer.
#ifdef LINES
#define CELL ivec2(WORDS, 1)
#else
#define CELL grid.xy
#define COLUMNS grid.z
#endif
#define BANDS grid.w
#if defined(CASES_IN_BUFFER) && !defined(LINES)
#define OVER(all, part) int((float(all) + 0.5) / float(part))
#else
#define OVER(all, part) ((all) / (part))
#endif
highp ivec2 case_at;

// A row of the case: its operands, the same again, or the guard.
#ifdef IS_DOUBLE
void load_row(const int row, out double loaded_operands[4])
{
    highp int at = 2 * (ROWS * case_at.y + row);
    highp uvec4 low = TEXEL(at);
    highp uvec4 high = TEXEL(at + 1);

    loaded_operands[0] = packDouble2x32(low.xy);
    loaded_operands[1] = packDouble2x32(low.zw);
    loaded_operands[2] = packDouble2x32(high.xy);
    loaded_operands[3] = packDouble2x32(high.zw);
}
#else
void load_row(const int row, out REAL loaded_operands[4])
{
    highp vec4 texel = NUMBER(TEXEL(ROWS * case_at.y + row));

    for (int i = 0; i < 4; i++)
        loaded_operands[i] = REAL_OF(texel[i]);
}
#endif
REAL loaded_operands[4];
#ifdef FORM_GUARDED
REAL loaded_again[4], loaded_guard[4];
#endif

void load_case()
{
    load_row(0, loaded_operands);
#ifdef FORM_GUARDED
    load_row(1, loaded_again);
    load_row(2, loaded_guard);
#endif
}

// No case has such a number, but a compiler does not know that: to it operands 0 and 2 of
// one line are not those of another, and two lines share nothing that is computed from
// them. A selection, since it moves a number as it is.
#ifdef LINES
#define OWN(from, i) ((i) % 2 == 0 && case_at.x == 65536 + line_now ? from[((i) + 1) % 4] : from[i])
highp int line_now;
#else
#define OWN(from, i) from[i]
#endif

// No functions: in code that not all fragments run, SwiftShader 4.1 crashes where an index
// is a variable.
#define operand(i) OWN(loaded_operands, i)

#ifndef IS_DOUBLE
#define operand_bits(i) BITS(TEXEL(ROWS * case_at.y)[i])
#define operand_number(i) uintBitsToFloat(operand_bits(i))
#endif

#ifdef FORM_GUARDED
#define again(i) OWN(loaded_again, i)

REAL one()
{
    return loaded_guard[0];
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

// SPDX-License-Identifier: MIT
// One point, one case, or a word of one; the bits go through unchanged.
flat out highp uint bits;
#ifdef FORM_INVARIANT
invariant bits;
#endif
#ifdef SECOND
flat out highp uint others;
#endif

void main()
{
    highp int row = OVER(VERTEX, COLUMNS * WORDS);
    highp ivec2 pixel = ivec2(VERTEX - row * (COLUMNS * WORDS), row);

    case_at = ivec2(pixel.x / WORDS, pixel.y);
    ask();
    bits = WORD(pixel.x % WORDS);
#ifdef SECOND
    others = floatBitsToUint(beside);
#endif
    gl_Position = vec4((vec2(pixel) + 0.5) / vec2(COLUMNS * WORDS, BANDS) * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}

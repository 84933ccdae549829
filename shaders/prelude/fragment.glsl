// SPDX-License-Identifier: MIT
// One pixel, one case, or a word of one. A rasteriser whose arithmetic truncates may put
// a centre a little to the left: a quarter more brings it back and changes no other.
void main()
{
    highp ivec2 pixel = ivec2(gl_FragCoord.xy + 0.25);

    case_at = ivec2(OVER(pixel.x, CELL.x), OVER(pixel.y, CELL.y));
    ask();
#ifdef ANSWER_IS_COLOUR
#elif defined(ANSWER_IS_WORD)
    STORE_WORD(WORD(pixel.x % WORDS));
#else
    highp float value = ANSWER;

#if !defined(FORM_PUBLISHED) && !defined(LINES)
    if (10 * (pixel.y - case_at.y * grid.y) >= 9 * grid.y)
        value = 0.0;
#endif
    STORE(value);
#endif
    // Never true. Without it llvmpipe compiles the shader a second time, for blocks of
    // pixels that are covered whole. It is last: a branch over the rest would cost more.
    if (pixel.x < 0)
        discard;
}

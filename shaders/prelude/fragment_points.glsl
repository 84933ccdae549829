// SPDX-License-Identifier: MIT
void main()
{
#ifdef ANSWER_IS_COLOUR
    ask();
#else
    gl_FragColor = colour_of_answer();
#endif
    // Never true (fragment.glsl).
    if (LINE_AT < -9.5)
        discard;
}

// SPDX-License-Identifier: MIT
void main()
{
    gl_FragColor = colour_of_answer();
    // Never true (fragment.glsl).
    if (LINE_AT < -9.5)
        discard;
}

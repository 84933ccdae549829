// SPDX-License-Identifier: MIT
varying mediump vec4 answer_colour;

void main()
{
    answer_colour = colour_of_answer();
#ifdef SECOND
    // Never true: no line is below -2.
    if (LINE_AT < -9.5)
        answer_colour = vec4(beside);
#endif
    gl_Position = vec4(point_cell.xy, 0.0, 1.0);
    gl_PointSize = 1.0;
}

// SPDX-License-Identifier: MIT
varying mediump vec4 answer_colour;

void main()
{
    answer_colour = colour_of_answer();
    gl_Position = vec4(point_cell.xy, 0.0, 1.0);
    gl_PointSize = 1.0;
}

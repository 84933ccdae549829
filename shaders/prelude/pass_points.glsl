// SPDX-License-Identifier: MIT
varying mediump vec4 answer_colour;

void main()
{
    gl_FragColor = answer_colour;
}

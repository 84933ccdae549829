// SPDX-License-Identifier: MIT
#if __VERSION__ != 100
#define attribute in
#define varying out
#endif
attribute vec2 corner;
varying vec2 place;

void main()
{
    place = vec2(0.5, -0.5) * corner + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}

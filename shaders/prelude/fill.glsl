// SPDX-License-Identifier: MIT
// The vertex shader of a picture that fills its target.
#if __VERSION__ == 100
attribute highp vec2 corner;

void main()
{
    gl_Position = vec4(corner, 0.0, 1.0);
}
#elif defined(POINTS)
// A point a pixel.
uniform highp ivec4 grid;

void main()
{
    highp int width = grid.x * grid.z;
    highp ivec2 pixel = ivec2(VERTEX % width, VERTEX / width);

    gl_Position = vec4((vec2(pixel) + 0.5) / vec2(width, grid.y * grid.w) * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}
#else
// One triangle that covers the target.
void main()
{
    gl_Position = vec4(VERTEX == 1 ? 3.0 : -1.0, VERTEX == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
#endif

// SPDX-License-Identifier: MIT
// A point a pixel, which carries operand 0 of its case to the fragment.
out REAL through;

void main()
{
    highp ivec2 pixel = ivec2(VERTEX % (COLUMNS * WORDS), VERTEX / (COLUMNS * WORDS));

    case_at = ivec2(pixel.x / WORDS, pixel.y);
    load_case();
    through = loaded_operands[0];
    gl_Position = vec4((vec2(pixel) + 0.5) / vec2(COLUMNS * WORDS, BANDS) * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}

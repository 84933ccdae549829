// SPDX-License-Identifier: MIT
// Both stages of what is drawn into a depth buffer (probe/depth.h): a * b + c. SECOND is
// the other program, which shows the product too.
#ifdef SECOND
#define SHOWN 1.0
#define PRODUCT(a, b) ((a) * (b))
#else
#define SHOWN 0.5
#define PRODUCT(a, b) 0.0
#endif
#ifdef STAGE_VERTEX
flat out highp vec4 given;
#ifdef BY_INVARIANT
invariant gl_Position;
#endif

// A triangle inside each pixel, around its centre.
void main()
{
    highp int pixel = VERTEX / 3, corner = VERTEX % 3;
    highp vec2 place = vec2(corner == 1 ? 3 : -1, corner == 2 ? 3 : -1) / 8.0;
    highp float z = 0.0;

    case_at = ivec2(pixel % grid.z, pixel / grid.z);
    load_case();

    highp float a = loaded_operands[0], b = loaded_operands[1], c = loaded_operands[2];

#ifdef BY_FRAGMENT
    given = vec4(a, b, c, 0.0);
#else
    highp vec2 slope = case_at.x % 2 == 0 ? vec2(1.0, 0.5) : vec2(0.5, 1.0);

    z = a * b + c;
    z += loaded_operands[3] * (slope.x * place.x + slope.y * place.y);
    given = vec4(PRODUCT(a, b));
#endif
    gl_Position = vec4((vec2(case_at) + 0.5 + place) / vec2(grid.zw) * 2.0 - 1.0, z, 1.0);
}
#else
flat in highp vec4 given;
layout(location = 0) out highp vec4 answer;

void main()
{
#ifdef BY_FRAGMENT
    gl_FragDepth = given.x * given.y + given.z;
    answer = vec4(SHOWN, PRODUCT(given.x, given.y), 0.0, 0.0);
#else
    answer = vec4(SHOWN, given.x, 0.0, 0.0);
#endif
}
#endif

#version 320 es
// SPDX-License-Identifier: MIT
// Literals that variables, vectors and returns take.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
float third()
{
    return 0.3333;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = 0.3;
    precise highp float b = 0.3;
    precise vec3 c = vec3(0.1, uv);
    precise highp float d = third() + uv.x;
    precise float e;
    e = 0.7;
    precise highp float f = e + uv.y;
    color = vec4(a + uv.x, b, c.x + d, f);
}

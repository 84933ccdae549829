#version 320 es
// SPDX-License-Identifier: MIT
// Arrays that are compared and copied.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a[3] = float[3](floor(uv.x * 2.0), 1.0, floor(uv.y * 3.0));
    precise float b[3] = a;
    b[2] = floor(uv.x * 3.0);
    precise bool c = a == b;
    precise bool d = a != b;
    color = vec4(float(c), float(d), float(a.length()), b[2]);
}

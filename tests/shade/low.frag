#version 320 es
// SPDX-License-Identifier: MIT
// lowp is mediump.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise lowp float a = uv.x * 1.3;
    precise lowp vec2 b = uv * 0.7 + 0.1;
    precise lowp int i = int(uv.x * 100.0);
    i = i * 3 - 7;
    color = vec4(a * uv.y, b * a, float(i));
}

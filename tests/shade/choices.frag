#version 320 es
// SPDX-License-Identifier: MIT
// ?: in ?:, of vectors, in highp and mediump.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise bool a = uv.x > 0.3, b = uv.y > 0.6;
    precise highp float wide = gl_FragCoord.x * 0.0173;
    precise float c = a ? (b ? uv.x * 1.3 : uv.y) : uv.x + uv.y;
    precise vec2 d = b ? uv : uv.yx * 0.7;
    precise highp float e = a ? wide : wide * 1.3;
    color = vec4(c, d, e);
}

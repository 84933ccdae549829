#version 320 es
// SPDX-License-Identifier: MIT
// ++, --, compound assignments and the comma.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = uv.x;
    precise float b = a++ * 1.3;
    precise float c = --a + uv.y;
    precise vec2 d = uv;
    d += 0.3;
    d.yx *= vec2(1.7, uv.x);
    d /= 1.3;
    d -= uv.yx;
    precise int i = int(uv.x * 9.0);
    precise int j = i++ + ++i;
    precise float e = (a = a * 0.9, a + 0.1);
    color = vec4(b + c, d, e + float(j));
}

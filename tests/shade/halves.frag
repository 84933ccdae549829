#version 320 es
// SPDX-License-Identifier: MIT
// modf and frexp, ldexp, trunc and round.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float whole;
    precise float part = modf(uv.x * 7.3 - 3.0, whole);
    precise highp int power;
    precise highp float digits = frexp(gl_FragCoord.x * 0.37, power);
    precise float back = ldexp(part, int(uv.y * 5.0));
    precise float ends = trunc(uv.y * 9.0 - 4.5) + round(uv.x * 9.1);
    color = vec4(part + whole, digits + float(power), back, ends);
}

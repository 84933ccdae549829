#version 320 es
// SPDX-License-Identifier: MIT
// Arrays that are indexed by constants and by variables.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float list[5];
    for (int i = 0; i < 5; i++)
        list[i] = uv.x * float(i) + 0.3;
    precise int which = int(uv.y * 4.99);
    precise float picked = list[which];
    list[which] = picked * 0.5;
    precise float second = list[2];
    precise vec4 v = vec4(uv, 0.3, 0.7);
    precise float part = v[which & 3];
    color = vec4(picked, second, part, 1.0);
}

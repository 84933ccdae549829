#version 320 es
// SPDX-License-Identifier: MIT
// mix, smoothstep, step, mod and fract in highp.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = mix(uv.x, uv.y, 0.37);
    precise float b = smoothstep(0.13, 0.87, uv.x);
    precise float c = mod(uv.x * 7.3, 0.7) + fract(uv.y * 9.1);
    precise vec2 d = mix(uv, uv.yx, step(0.5, uv));
    color = vec4(a, b, c, d.x);
}

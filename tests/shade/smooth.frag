#version 320 es
// SPDX-License-Identifier: MIT
// smoothstep, mix, step and clamp.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float a = smoothstep(0.2, 0.9, uv.x);
    precise float b = smoothstep(0.1, 0.35, length(uv - 0.5));
    precise float c = mix(a, b, uv.y);
    precise float d = step(0.4, c) * clamp(uv.x * 2.0 - 0.5, 0.1, 0.9);
    color = vec4(a, b, c, d);
}

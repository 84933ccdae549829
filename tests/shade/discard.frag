#version 320 es
// SPDX-License-Identifier: MIT
// Pixels that are discarded.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float d = length(uv - 0.5);
    if (d > 0.4 || fract(uv.x * 5.0) > 0.8)
        discard;
    color = vec4(uv, d, 1.0);
}

// SPDX-License-Identifier: MIT
// An edge at pixel coordinates in the thousands, as in raysan5/raylib#5966.
#version 300 es
precision mediump float;
uniform vec2 resolution;
out vec4 color;

void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    float pixel = uv.x * 8.0 + 2416.0; // blamed
    float inside = pixel - 2420.0;
    float coverage = clamp(inside * 0.25 + 0.5, 0.0, 1.0);
    color = vec4(vec3(coverage), 1.0);
}

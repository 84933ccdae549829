// SPDX-License-Identifier: MIT
// Waves that get jagged with time, as in markusfisch/ShaderEditor#19.
#version 300 es
precision mediump float;
uniform vec2 resolution;
uniform float time;
out vec4 color;

void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    float waves = uv.x * 12.0;
    float phase = waves + time; // blamed
    float level = sin(phase);
    color = vec4(vec3(level * 0.5 + 0.5), 1.0);
}

// SPDX-License-Identifier: MIT
// A texture that scrolls with TIME, as in godotengine/godot#3874.
#version 300 es
precision mediump float;
uniform vec2 resolution;
uniform float time;
out vec4 color;

void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    float scrolled = uv.x + time; // blamed
    float place = fract(scrolled);
    color = vec4(place, uv.y, 0.5, 1.0);
}

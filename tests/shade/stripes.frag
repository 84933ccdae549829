#version 320 es
// SPDX-License-Identifier: MIT
// The stripes of the published picture: sums of a power of two and a ramp.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float band = floor(uv.y * 26.0);
    precise float power = 1.0;
    for (int i = 0; i < 26; i++) {
        if (float(i) < band)
            power *= 2.0;
    }
    precise float grey = fract(power + uv.x);
    color = vec4(grey, power, uv.x + power, 1.0);
}

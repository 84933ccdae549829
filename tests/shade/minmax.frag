#version 320 es
// SPDX-License-Identifier: MIT
// min, max and clamp of ints and floats.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise int x = int(uv.x * 40.0) - 20;
    precise int y = int(uv.y * 30.0) - 15;
    precise int a = min(x, y) + max(x, 3) * abs(y) + sign(x);
    precise int b = clamp(x * y, -50, 70);
    precise vec3 c = clamp(vec3(uv, 0.5) * 2.0, vec3(0.3), vec3(uv.y, 0.9, 1.1));
    color = vec4(float(a), float(b), c.x + c.z, max(c.y, uv.x));
}

#version 320 es
// SPDX-License-Identifier: MIT
// Loops that pixels leave at different times.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec2 c = uv * vec2(3.0, 2.5) - vec2(2.25, 1.25);
    precise vec2 z = vec2(0.0);
    precise float count = 0.0;
    for (int i = 0; i < 24; i++) {
        precise float x = z.x * z.x - z.y * z.y;
        precise float y = 2.0 * z.x * z.y;
        z = vec2(x, y) + c;
        if (dot(z, z) > 4.0)
            break;
        count += 1.0;
    }
    color = vec4(count / 24.0, z, 1.0);
}

// SPDX-License-Identifier: MIT
// A march whose steps are lost far away, as in jolivain/glslsandbox-player#6.
#version 300 es
precision mediump float;
uniform vec2 resolution;
out vec4 color;

void main()
{
    vec2 uv = gl_FragCoord.xy / resolution;
    float far = 120.625;
    float stride = 0.015 + 0.015 * uv.x;
    for (int i = 0; i < 32; i++)
    {
        far += stride; // blamed
    }
    color = vec4(vec3(far - 120.625), 1.0);
}

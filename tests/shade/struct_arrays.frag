#version 320 es
// SPDX-License-Identifier: MIT
// Arrays of structs with vectors and matrices in them.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
struct light {
    vec3 at;
    float power;
    mat2 turn;
};

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise light lights[2];
    lights[0] = light(vec3(uv, 0.3), 0.7, mat2(uv, uv.yx));
    lights[1] = lights[0];
    lights[1].at.z *= 1.7;
    lights[1].turn[0] = uv.yx + 0.3;
    precise float sum = 0.0;
    for (int i = 0; i < 2; i++)
        sum += dot(lights[i].at, vec3(0.3, uv)) * lights[i].power;
    precise vec2 turned = lights[1].turn * uv;
    color = vec4(sum, turned, lights[1].at.z);
}

#version 320 es
// SPDX-License-Identifier: MIT
// Inverses of matrices of two to four.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise mat2 a = inverse(mat2(uv, uv.yx) + mat2(1.3));
    precise mat3 b = inverse(mat3(uv.xyx, uv.yyx, vec3(0.4, uv)) + mat3(2.1));
    precise mat4 c = inverse(mat4(uv.xyxy, uv.yyxx, vec4(uv, 0.3, 0.9), uv.yxxy) + mat4(2.3));
    color = vec4(a[0].y, b[1].z, c[2].x, c[3].w);
}

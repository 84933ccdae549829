#version 320 es
// SPDX-License-Identifier: MIT
// Determinants of matrices of two to four.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise mat2 a = mat2(uv, uv.yx + 0.3);
    precise mat3 b = mat3(uv.xyx, uv.yyx * 1.7, vec3(0.4, uv));
    precise mat4 c = mat4(uv.xyxy, uv.yyxx * 1.3, vec4(uv, 0.3, 0.9), uv.yxxy + 0.7);
    color = vec4(determinant(a), determinant(b), determinant(c), 1.0);
}

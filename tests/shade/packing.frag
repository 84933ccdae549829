#version 320 es
// SPDX-License-Identifier: MIT
// Numbers that are packed into uints, and back.
precision highp float;
precision highp int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise uint a = packUnorm4x8(vec4(uv, 0.3, 0.7));
    precise uint b = packSnorm2x16(uv * 2.0 - 1.0);
    precise uint c = packHalf2x16(uv * 7.3);
    precise uint d = packUnorm2x16(uv.yx);
    precise vec2 e = unpackHalf2x16(c);
    precise vec4 f = unpackUnorm4x8(a ^ d);
    color = vec4(float(a >> 8u), float(b >> 8u), e.x, f.y);
}

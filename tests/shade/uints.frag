#version 320 es
// SPDX-License-Identifier: MIT
// A hash of highp uints.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
highp uint mixed(highp uint x)
{
    precise highp uint h = x;
    h ^= h >> 16u;
    h *= 0x7feb352du;
    h ^= h >> 15u;
    h *= 0x846ca68bu;
    h ^= h >> 16u;
    return h;
}

void main()
{
    precise highp uint x = uint(gl_FragCoord.x);
    precise highp uint y = uint(gl_FragCoord.y);
    precise highp uint h = mixed(x + 48u * y);
    precise highp float f = float(h >> 8u) / 16777216.0;
    precise float g = float(h & 1023u) / 1023.0;
    color = vec4(f, g, float(h % 7u) / 7.0, 1.0);
}

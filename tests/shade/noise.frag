#version 320 es
// SPDX-License-Identifier: MIT
// Value noise of four octaves, hashed without sines.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
float hash(vec2 p)
{
    precise vec2 q = fract(p * vec2(0.1031, 0.1137));
    precise float d = dot(q, q.yx + 3.33);
    q += d;
    precise float r = fract((q.x + q.y) * q.x);
    return r;
}

float noise(vec2 p)
{
    precise vec2 i = floor(p);
    precise vec2 f = p - i;
    precise vec2 u = f * f * (3.0 - 2.0 * f);
    precise float low = mix(hash(i), hash(i + vec2(1.0, 0.0)), u.x);
    precise float high = mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), u.x);
    precise float n = mix(low, high, u.y);
    return n;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise float sum = 0.0;
    precise float weight = 0.5;
    precise vec2 p = uv * 6.0;
    for (int i = 0; i < 4; i++) {
        sum += weight * noise(p);
        p = p * 2.0 + 0.7;
        weight *= 0.5;
    }
    color = vec4(sum, noise(uv * 3.0), p.x, 1.0);
}

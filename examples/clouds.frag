// SPDX-License-Identifier: MIT
// Clouds that drift, made of a hash by sin() and fract(), in GLSL ES 1.00.
precision mediump float;
uniform vec2 u_resolution;
uniform float u_time;

float hash(vec2 cell)
{
    float mixed = dot(cell, vec2(12.9898, 78.233));
    float large = sin(mixed) * 4375.85453;
    return fract(large);
}

float noise(vec2 place)
{
    vec2 cell = floor(place);
    vec2 inside = fract(place);
    vec2 weight = inside * inside * (3.0 - 2.0 * inside);
    float below = mix(hash(cell), hash(cell + vec2(1.0, 0.0)), weight.x);
    float above = mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), weight.x);
    return mix(below, above, weight.y);
}

void main()
{
    vec2 uv = gl_FragCoord.xy / u_resolution;
    vec2 place = uv * 6.0 + vec2(u_time * 0.1, 0.0);
    float cloud = 0.65 * noise(place) + 0.35 * noise(place * 2.0);
    vec3 sky = mix(vec3(0.15, 0.35, 0.75), vec3(1.0, 0.97, 0.92), cloud);
    gl_FragColor = vec4(sky, 1.0);
}

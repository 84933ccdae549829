#version 320 es
// SPDX-License-Identifier: MIT
// Structs, nested, that functions take and return.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
struct Ray {
    vec3 origin;
    vec3 direction;
};
struct Hit {
    Ray ray;
    float distance;
    bool found;
};

Hit meet(Ray ray, float radius)
{
    precise float b = dot(ray.origin, ray.direction);
    precise float c = dot(ray.origin, ray.origin) - radius * radius;
    precise float h = b * b - c;
    precise Hit hit;
    hit.ray = ray;
    hit.found = h > 0.0;
    hit.distance = hit.found ? -b - sqrt(h) : 0.0;
    return hit;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    precise vec2 p = uv * 2.0 - 1.0;
    precise Ray ray;
    ray.origin = vec3(0.0, 0.1, -2.0);
    ray.direction = normalize(vec3(p, 1.5));
    precise Hit hit = meet(ray, 1.1);
    precise vec3 at = hit.ray.origin + hit.ray.direction * hit.distance;
    color = vec4(at * 0.5 + 0.5, hit.found ? 1.0 : 0.0);
}

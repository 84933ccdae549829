// SPDX-License-Identifier: MIT
// Rings that travel outwards, as on Shadertoy.
void mainImage(out vec4 color, in vec2 pixel)
{
    vec2 centred = (pixel - 0.5 * iResolution.xy) / iResolution.y;
    float radius = length(centred);
    float phase = radius * 40.0 - iTime * 4.0;
    float wave = 0.5 + 0.5 * sin(phase);
    vec3 tint = mix(vec3(0.05, 0.1, 0.3), vec3(1.0, 0.7, 0.2), wave);
    color = vec4(tint, 1.0);
}

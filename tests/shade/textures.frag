#version 320 es
// SPDX-License-Identifier: MIT
// Texels by highp samplers, at highp coordinates and at mediump ones.
precision mediump float;
uniform highp sampler2D near;
uniform highp sampler2D near_too;
uniform highp vec2 u_resolution;
out highp vec4 color;

// The bytes of a texel: what llvmpipe makes of a byte is an ulp away at some.
highp vec4 whole(highp vec4 texel)
{
    return floor(texel * 255.0 + 0.5);
}

highp vec4 through(highp sampler2D picture, highp vec2 at)
{
    return texture(picture, at);
}

void main()
{
    precise highp vec2 uv = gl_FragCoord.xy / u_resolution;
    precise vec2 far = uv * 37.0 + 0.013;
    precise highp vec2 moved = uv * 5.0 - 1.7;
    precise highp vec4 sum = whole(texture(near, far)) * 1.0;
    sum += whole(texture(near_too, moved)) * 3.0;
    sum += whole(textureLod(near, moved + 0.3, 0.0)) * 7.0;
    sum += whole(textureProj(near, vec3(moved, 1.5))) * 15.0;
    sum += whole(texelFetch(near, ivec2(uv * 63.0), 0)) * 31.0;
    sum += whole(textureOffset(near, moved, ivec2(3, -5))) * 63.0;
    sum += whole(textureGather(near_too, moved, 1)) * 127.0;
    sum.xy += vec2(textureSize(near, 0));
    sum += whole(through(near, moved)) * 255.0;
    color = sum;
}

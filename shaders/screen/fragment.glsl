// SPDX-License-Identifier: MIT
#if __VERSION__ != 100
#define varying in
#define texture2D texture
out vec4 colour;
#else
#define colour gl_FragColor
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
#endif
varying vec2 place;
uniform sampler2D picture;

// The bias keeps a byte what it was whichever way the device rounds.
void main()
{
    colour = vec4(texture2D(picture, place).rgb + 0.0005, 1.0);
}

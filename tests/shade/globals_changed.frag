#version 320 es
// SPDX-License-Identifier: MIT
// Globals that functions change, on a condition too.
precision mediump float;
precision mediump int;
uniform vec2 resolution;
uniform float time;
out vec4 color;
float state;
int counter = 2;
float table[2] = float[2](0.3, 0.7);

void step_on(float by)
{
    if (by > 0.5)
        state = state * 1.3 + by;
    counter++;
    table[1] = state;
}

void main()
{
    precise vec2 uv = gl_FragCoord.xy / resolution;
    state = uv.x;
    step_on(uv.y);
    precise float a = state;
    if (uv.x > 0.4)
        step_on(uv.x);
    counter += 3;
    color = vec4(a, state, float(counter), table[counter & 1]);
}

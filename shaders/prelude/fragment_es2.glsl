// SPDX-License-Identifier: MIT
void main()
{
    probe();
    gl_FragColor = vec4(vec3(LEVEL(ANSWER)), 1.0);
}

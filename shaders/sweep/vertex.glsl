// SPDX-License-Identifier: MIT
flat out highp uvec4 result;

void main()
{
    result = answers(uint(gl_VertexID));
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}

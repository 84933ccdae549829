// SPDX-License-Identifier: MIT
// Nothing is drawn, but ES wants a fragment shader, and a target.
layout(location = 0) out highp uvec4 result;

void main()
{
    result = uvec4(0u);
}

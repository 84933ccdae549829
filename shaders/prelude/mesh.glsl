// SPDX-License-Identifier: MIT
// A corner of a mesh, which hands its number on.
layout(location = 0) in highp vec4 corner;
layout(location = 1) in highp float value;

void main()
{
    smoothed = centroided = flattened = value;
#ifdef HAS_NOPERSPECTIVE
    unperspective = value;
#endif
    gl_Position = corner;
}

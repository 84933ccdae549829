// SPDX-License-Identifier: MIT
// A corner of a mesh, which hands its number on.
#if __VERSION__ == 100
attribute highp vec4 corner;
attribute highp float value;
#else
layout(location = 0) in highp vec4 corner;
layout(location = 1) in highp float value;
#endif

void main()
{
    smoothed = value;
#if __VERSION__ == 100
    sent = vec2(value, corner.z);
    gl_PointSize = 1.0;
#else
    centroided = flattened = value;
#endif
#ifdef HAS_NOPERSPECTIVE
    unperspective = value;
#endif
    gl_Position = corner;
}

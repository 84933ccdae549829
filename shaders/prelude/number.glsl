// SPDX-License-Identifier: MIT
// The number of a vertex, from 0. SwiftShader 4.1 takes no gl_VertexID for equal to a number.
#ifdef BY_VERTEX_ID
#define VERTEX gl_VertexID
#else
layout(location = 0) in highp float number;
#define VERTEX int(number)
#endif

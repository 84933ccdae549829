// SPDX-License-Identifier: MIT
// The number of a mesh's corners (probe/mesh.h), in both stages.
#ifdef STAGE_VERTEX
#define VARYING out
#else
#define VARYING in
#endif
smooth VARYING REAL smoothed;
centroid VARYING REAL centroided;
flat VARYING REAL flattened;
#ifndef GL_ES
#define HAS_NOPERSPECTIVE
noperspective VARYING REAL unperspective;
#endif

// SPDX-License-Identifier: MIT
//
// Triangles of a probe's own, which together cover its picture: it is then drawn by them,
// in the fragment stage. Each corner has a number that goes through the vertex shader to
// the fragments, as varyings of REAL that differ in how they are interpolated:
// `smoothed`, `centroided`, `flattened`, and, where HAS_NOPERSPECTIVE, `unperspective`.
// GLSL ES 1.00 has `smoothed` alone, and instead of operands the uniform `ulp`, of 1 in
// the format that operands are built for.

#ifndef PROBE_MESH_H
#define PROBE_MESH_H

struct probe_params;

struct probe_corner {
    float position[4]; // in clip space: x, y, z, w
    float value;
};

struct probe_mesh {
    int triangles; // [1, 65536]

    // Corner [0, 3) of a triangle. Triangles that share an edge share its positions.
    struct probe_corner (*corner)(const struct probe_params *params, int triangle,
                                  int corner);
};

#endif // PROBE_MESH_H

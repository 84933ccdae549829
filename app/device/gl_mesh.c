// SPDX-License-Identifier: MIT
//
// Triangles of a probe's own (probe/mesh.h). Their numbers are attributes, never
// uniforms: a linker may move what is the same at each vertex into the fragment shader,
// and nothing is then interpolated. Mesa's does.

#include "device/gl_own.h"

#include "base/memory.h"

#include <stddef.h>
#include <stdlib.h>

static void fill_mesh(const struct probe_mesh *mesh, const struct probe_params *params)
{
    size_t count = 3 * (size_t) mesh->triangles;
    struct probe_corner *corners = memory_new(count, sizeof *corners);

    for (size_t i = 0; i < count; i++)
        corners[i] = mesh->corner(params, (int) (i / 3), (int) (i % 3));
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) (count * sizeof *corners), corners,
                 GL_STATIC_DRAW);
    free(corners);
}

static void make_mesh(struct gl *gl)
{
    const GLsizei stride = sizeof(struct probe_corner);
    const void *value = (const void *) offsetof(struct probe_corner, value);

    glGenVertexArrays(1, &gl->mesh_array);
    glBindVertexArray(gl->mesh_array);
    glGenBuffers(1, &gl->mesh);
    glBindBuffer(GL_ARRAY_BUFFER, gl->mesh);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, stride, NULL);
    glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, stride, value);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
}

void gl_draw_mesh(struct gl *gl, const struct probe_mesh *mesh,
                  const struct probe_params *params)
{
    if (!gl->mesh_array)
        make_mesh(gl);
    glBindVertexArray(gl->mesh_array);
    glBindBuffer(GL_ARRAY_BUFFER, gl->mesh);
    fill_mesh(mesh, params);
    glDrawArrays(GL_TRIANGLES, 0, 3 * mesh->triangles);
    glBindVertexArray(gl->vertex_array);
}

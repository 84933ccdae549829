// SPDX-License-Identifier: MIT
//
// Triangles of a probe's own (probe/drawn.h). Their numbers are attributes, never
// uniforms: a linker may move what is the same at each vertex into the fragment shader,
// and nothing is then interpolated. Mesa's does.

#include "device/gl_own.h"

#include "base/memory.h"

#include <stddef.h>
#include <stdlib.h>

void gl_draw_corners(struct gl *gl, GLenum shape, const struct probe_corner *corners,
                     size_t count)
{
    const GLsizei stride = sizeof *corners;
    const void *value = (const void *) offsetof(struct probe_corner, value);
    bool es2 = gl->dialect.version == 100;

    if (!gl->mesh)
        glGenBuffers(1, &gl->mesh);
    if (!es2 && !gl->mesh_array)
        glGenVertexArrays(1, &gl->mesh_array);
    if (!es2)
        glBindVertexArray(gl->mesh_array);
    glBindBuffer(GL_ARRAY_BUFFER, gl->mesh);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr) (count * sizeof *corners), corners,
                 GL_STATIC_DRAW);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, stride, NULL);
    glVertexAttribPointer(1, 1, GL_FLOAT, GL_FALSE, stride, value);
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    glDrawArrays(shape, 0, (GLsizei) count);
    if (!es2) {
        glBindVertexArray(gl->vertex_array);
        return;
    }
    glDisableVertexAttribArray(1);
    glBindBuffer(GL_ARRAY_BUFFER, gl->vertices);
}

void gl_draw_mesh(struct gl *gl, const struct probe_mesh *mesh,
                  const struct probe_params *params)
{
    size_t count = 3 * (size_t) mesh->triangles;
    struct probe_corner *corners = memory_new(count, sizeof *corners);

    for (size_t i = 0; i < count; i++)
        corners[i] = mesh->corner(params, (int) (i / 3), (int) (i % 3));
    gl_draw_corners(gl, GL_TRIANGLES, corners, count);
    free(corners);
}

// SPDX-License-Identifier: MIT
//
// Depth buffers of a probe's own (probe/drawn.h). They are textures of units 2 and on,
// and what was painted beside is that of unit 1. An expression whose format the driver
// does not draw to leaves no paint.

#include "device/gl_own.h"

#include "probe/drawn.h"
#include "probe/expressions.h"

static const struct depth_texture {
    const char *sampler;
    GLenum kept, format, type;
} depth_textures[1 + PROBE_DEPTH_FORMATS] = {
    { "painted", GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE },
    { "depth_16", GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT },
    { "depth_24", GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT },
    { "depth_32f", GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT },
};

static void make_depth_textures(struct gl *gl, int width, int height)
{
    for (int i = 0; i <= PROBE_DEPTH_FORMATS; i++) {
        const struct depth_texture *texture = &depth_textures[i];

        if (!gl->textures[i])
            glGenTextures(1, &gl->textures[i]);
        glActiveTexture(GL_TEXTURE1 + (GLenum) i);
        glBindTexture(GL_TEXTURE_2D, gl->textures[i]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexImage2D(GL_TEXTURE_2D, 0, (GLint) texture->kept, width, height, 0,
                     texture->format, texture->type, NULL);
        glUniform1i(glGetUniformLocation(gl->program, texture->sampler), i + 1);
    }
    glActiveTexture(GL_TEXTURE0);
}

static void attach_depth(struct gl *gl, GLuint painted, GLuint depth)
{
    if (!gl->own_framebuffer)
        glGenFramebuffers(1, &gl->own_framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->own_framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, painted,
                           0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
}

// Draws triangles of the pixels [first, first + count), and passes the depth test so.
static void draw_depths(GLuint program, struct probe_shape shape, int first, int count,
                        GLenum passes)
{
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "cases"), 0);
    glUniform4i(glGetUniformLocation(program, "grid"), shape.cell_width,
                shape.cell_height, shape.columns, shape.bands);
    glDepthFunc(passes);
    glDrawArrays(GL_TRIANGLES, 3 * first, 3 * count);
}

static void draw_depth_line(struct gl *gl, const struct probe_depth *depth,
                            struct probe_shape shape, int first, int count)
{
    const GLuint *programs = gl->depth_programs[depth->by];

    attach_depth(gl, gl->textures[0], gl->textures[1 + depth->format]);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE ||
        !programs[0] || (depth->again && !programs[1]))
        return;
    glEnable(GL_DEPTH_TEST);
    if (depth->factor != 0 || depth->units != 0)
        glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(depth->factor, depth->units);
    draw_depths(programs[0], shape, first, count, GL_ALWAYS);
    if (depth->again)
        draw_depths(programs[1], shape, first, count, GL_EQUAL);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_DEPTH_TEST);
}

static void build_depth_programs(struct gl *gl, const struct probe *probe,
                                 const struct probe_params *params)
{
    for (int by = 0; by < PROBE_DEPTH_WAYS; by++)
        for (int second = 0; second < 2; second++)
            if (!gl->depth_programs[by][second])
                gl->depth_programs[by][second] =
                    gl_build_depth(gl, probe, params, (enum probe_depth_by) by, second);
}

static void clear_painted(int width, int height)
{
    glViewport(0, 0, width, height);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
}

void gl_set_depths(struct gl *gl, const struct probe *probe,
                   const struct probe_params *params)
{
    struct probe_shape shape = probe_shape(probe, params);
    const struct expressions *lines = probe->expressions;

    if (!probe->depths)
        return;
    int count = shape.columns * lines->rows;

    build_depth_programs(gl, probe, params);
    gl_number_vertices(gl, 3 * shape.columns * shape.bands);
    make_depth_textures(gl, shape.columns, shape.bands);
    attach_depth(gl, gl->textures[0], 0);
    clear_painted(shape.columns, shape.bands);
    for (int line = 0; line < lines->count; line++)
        if (!params->only || line == params->only - 1)
            draw_depth_line(gl, &probe->depths[line], shape,
                            params->only ? 0 : line * count, count);
    attach_depth(gl, 0, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    glUseProgram(gl->program);
    gl_clear_errors(); // of a format that the driver does not have
}

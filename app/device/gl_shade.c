// SPDX-License-Identifier: MIT

#include "device/gl_shade.h"

#include "base/environment.h"
#include "device/gl_private.h"

#include <stdio.h>
#include <string.h>

static char compiler_log[4096];

const char *gl_shade_log(void)
{
    return compiler_log;
}

static bool note_reason(struct device *device, const char *why)
{
    snprintf(device->reason, sizeof device->reason, "%s", why);
    return false;
}

static bool gl_shade_compile(struct device *device, GLuint program, GLenum type,
                             const char *const *texts, int count)
{
    GLuint shader = glCreateShader(type);
    GLint ok = 0;

    glShaderSource(shader, count, texts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (!ok)
        glGetShaderInfoLog(shader, sizeof compiler_log, NULL, compiler_log);
    glAttachShader(program, shader);
    glDeleteShader(shader);
    return ok ? true : note_reason(device, compiler_log);
}

// Builds the shader with a triangle over the whole target.
static bool gl_shade_build(struct device *device, const char *text, GLuint program)
{
    static const char triangle[] =
        "\nin highp float vertex_number;\n"
        "void main()\n{\n"
        "    gl_Position = vec4(vertex_number == 1.0 ? 3.0 : -1.0,\n"
        "                       vertex_number == 2.0 ? 3.0 : -1.0, 0.0, 1.0);\n}\n";
    char version[64];
    GLint ok = 0;

    snprintf(version, sizeof version, "%.*s", (int) strcspn(text, "\n"), text);
    if (!gl_shade_compile(device, program, GL_VERTEX_SHADER,
                          (const char *const[2]){ version, triangle }, 2) ||
        !gl_shade_compile(device, program, GL_FRAGMENT_SHADER, &text, 1))
        return false;
    glBindAttribLocation(program, 0, "vertex_number");
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok)
        glGetProgramInfoLog(program, sizeof compiler_log, NULL, compiler_log);
    return ok ? true : note_reason(device, compiler_log);
}

static void gl_shade_set_uniform(GLuint program, const struct gl_shade_uniform *uniform)
{
    GLint place = glGetUniformLocation(program, uniform->name);
    const float *x = uniform->numbers;

    if (place < 0)
        return;
    if (uniform->is_int)
        glUniform1i(place, (GLint) x[0]);
    else if (uniform->components == 1)
        glUniform1f(place, x[0]);
    else if (uniform->components == 2)
        glUniform2f(place, x[0], x[1]);
    else if (uniform->components == 3)
        glUniform3f(place, x[0], x[1], x[2]);
    else
        glUniform4fv(place, 1, x);
}

static bool draw_triangle(struct device *device, const struct gl_shade *asked,
                          GLuint program, float *out)
{
    struct gl *gl = device->priv;

    glUseProgram(program);
    for (int i = 0; i < asked->uniform_count; i++)
        gl_shade_set_uniform(program, &asked->uniforms[i]);
    glBindVertexArray(gl->vertex_array);
    gl_number_vertices(gl, 3);
    glViewport(0, 0, asked->width, asked->height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, asked->width, asked->height, GL_RGBA, GL_FLOAT, out);
    return gl_no_error(device, "drawing a user's shader");
}

// Draws into a target of its own, which is removed again.
static bool draw_apart(struct device *device, const struct gl_shade *asked,
                       GLuint program, float *out)
{
    struct gl *gl = device->priv;
    GLuint framebuffer, target;
    bool ok = false;

    glGenFramebuffers(1, &framebuffer);
    glGenRenderbuffers(1, &target);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, target);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, asked->width, asked->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              target);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        note_reason(device, "the driver has no target of floats of this size");
    else
        ok = draw_triangle(device, asked, program, out);
    glBindFramebuffer(GL_FRAMEBUFFER, gl->framebuffer);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteRenderbuffers(1, &target);
    return ok;
}

bool gl_shade_draw(struct device *device, const struct gl_shade *asked, float *out)
{
    const struct gl *gl = device->priv;
    GLuint program;
    bool ok;

    compiler_log[0] = '\0';
    if (device->facts.simulated)
        return note_reason(device, "this device is simulated");
    if (gl->dialect.version == 100 || !gl->float_target)
        return note_reason(device, "this context has no targets of floats");
    environment_enter();
    gl_clear_errors();
    program = glCreateProgram();
    ok = gl_shade_build(device, asked->text, program) &&
         draw_apart(device, asked, program, out);
    glUseProgram(0);
    glDeleteProgram(program);
    environment_leave();
    return ok;
}

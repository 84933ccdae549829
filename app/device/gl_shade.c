// SPDX-License-Identifier: MIT

#include "device/gl_shade.h"

#include "base/environment.h"
#include "base/memory.h"
#include "device/gl_private.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
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

// Columns and rows are the two digits of a case.
static void set_floats(GLint place, const struct gl_shade_uniform *uniform)
{
    const int count = uniform->count, all = count * uniform->columns * uniform->rows;
    float *numbers = memory_new((size_t) all, sizeof *numbers);

    for (int k = 0; k < all; k++)
        numbers[k] = (float) uniform->numbers[k];
    switch (10 * uniform->columns + uniform->rows) {
    case 11: glUniform1fv(place, count, numbers); break;
    case 12: glUniform2fv(place, count, numbers); break;
    case 13: glUniform3fv(place, count, numbers); break;
    case 14: glUniform4fv(place, count, numbers); break;
    case 22: glUniformMatrix2fv(place, count, GL_FALSE, numbers); break;
    case 23: glUniformMatrix2x3fv(place, count, GL_FALSE, numbers); break;
    case 24: glUniformMatrix2x4fv(place, count, GL_FALSE, numbers); break;
    case 32: glUniformMatrix3x2fv(place, count, GL_FALSE, numbers); break;
    case 33: glUniformMatrix3fv(place, count, GL_FALSE, numbers); break;
    case 34: glUniformMatrix3x4fv(place, count, GL_FALSE, numbers); break;
    case 42: glUniformMatrix4x2fv(place, count, GL_FALSE, numbers); break;
    case 43: glUniformMatrix4x3fv(place, count, GL_FALSE, numbers); break;
    case 44: glUniformMatrix4fv(place, count, GL_FALSE, numbers); break;
    default: break;
    }
    free(numbers);
}

static void set_ints(GLint place, const struct gl_shade_uniform *uniform)
{
    const int count = uniform->count;
    GLint *numbers = memory_new((size_t) (count * uniform->rows), sizeof *numbers);

    for (int k = 0; k < count * uniform->rows; k++)
        numbers[k] = (GLint) uniform->numbers[k];
    switch (uniform->rows) {
    case 1: glUniform1iv(place, count, numbers); break;
    case 2: glUniform2iv(place, count, numbers); break;
    case 3: glUniform3iv(place, count, numbers); break;
    case 4: glUniform4iv(place, count, numbers); break;
    default: break;
    }
    free(numbers);
}

static void set_uints(GLint place, const struct gl_shade_uniform *uniform)
{
    const int count = uniform->count;
    GLuint *numbers = memory_new((size_t) (count * uniform->rows), sizeof *numbers);

    for (int k = 0; k < count * uniform->rows; k++)
        numbers[k] = (GLuint) uniform->numbers[k];
    switch (uniform->rows) {
    case 1: glUniform1uiv(place, count, numbers); break;
    case 2: glUniform2uiv(place, count, numbers); break;
    case 3: glUniform3uiv(place, count, numbers); break;
    case 4: glUniform4uiv(place, count, numbers); break;
    default: break;
    }
    free(numbers);
}

static void gl_shade_set_uniform(GLuint program, const struct gl_shade_uniform *uniform)
{
    const GLint place = glGetUniformLocation(program, uniform->name);

    if (place < 0)
        return;
    if (uniform->kind == GL_SHADE_FLOAT)
        set_floats(place, uniform);
    else if (uniform->kind == GL_SHADE_INT)
        set_ints(place, uniform);
    else
        set_uints(place, uniform);
}

// Binds the textures to the units from 0 on. The names [GL_SHADE_TEXTURES] are deleted by
// the caller.
static void gl_shade_set_textures(GLuint program, const struct gl_shade *asked,
                                  GLuint *names)
{
    glGenTextures(asked->texture_count, names);
    for (int i = 0; i < asked->texture_count; i++) {
        const struct gl_shade_texture *texture = &asked->textures[i];
        const GLint filter = texture->nearest ? GL_NEAREST : GL_LINEAR,
                    wrap = texture->clamp ? GL_CLAMP_TO_EDGE : GL_REPEAT;

        glActiveTexture(GL_TEXTURE0 + (GLenum) i);
        glBindTexture(GL_TEXTURE_2D, names[i]);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wrap);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wrap);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, texture->width, texture->height, 0,
                     GL_RGBA, GL_UNSIGNED_BYTE, texture->bytes);
        glUniform1i(glGetUniformLocation(program, texture->name), i);
    }
    glActiveTexture(GL_TEXTURE0);
}

static bool draw_triangle(struct device *device, const struct gl_shade *asked,
                          GLuint program, float *out)
{
    struct gl *gl = device->priv;
    GLuint textures[GL_SHADE_TEXTURES] = { 0 };

    assert(asked->texture_count <= GL_SHADE_TEXTURES);
    glUseProgram(program);
    gl_shade_set_textures(program, asked, textures);
    for (int i = 0; i < asked->uniform_count; i++)
        gl_shade_set_uniform(program, &asked->uniforms[i]);
    glBindVertexArray(gl->vertex_array);
    gl_number_vertices(gl, 3);
    glViewport(0, 0, asked->width, asked->height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, asked->width, asked->height, GL_RGBA, GL_FLOAT, out);
    glDeleteTextures(asked->texture_count, textures);
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

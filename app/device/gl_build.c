// SPDX-License-Identifier: MIT
//
// Programs that are no probe's: of benchmarks and sweeps.

#include "device/gl_private.h"

#include <stdio.h>
#include <string.h>

#define TEXTS (GL_TEXTS + 1)

bool gl_no_error(struct device *device, const char *what)
{
    GLenum error = glGetError();

    if (error == GL_NO_ERROR)
        return true;
    snprintf(device->reason, sizeof(device->reason), "%s failed (glGetError 0x%04x)",
             what, error);
    gl_clear_errors();
    return false;
}

static bool refuse(struct device *device, const char *log)
{
    gl_first_error(log, device->reason, sizeof(device->reason));
    return false;
}

static bool attach(struct device *device, GLuint program, const struct gl_source *source)
{
    const struct gl *gl = device->priv;
    GLuint shader = glCreateShader(source->type);
    GLint compiled = 0;
    char version[40], log[1024] = "";
    const char *texts[TEXTS] = { version };
    int count = 1;

    snprintf(version, sizeof(version), "#version %d%s\n", gl->dialect.version,
             gl->dialect.es ? " es" : " core");
    for (int i = 0; i < GL_TEXTS && source->texts[i]; i++)
        texts[count++] = source->texts[i];
    glShaderSource(shader, count, texts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled)
        glAttachShader(program, shader);
    else
        glGetShaderInfoLog(shader, sizeof(log), NULL, log);
    glDeleteShader(shader);
    return compiled || refuse(device, log);
}

GLuint gl_build(struct device *device, const struct gl_source *sources, int count,
                const char *captured)
{
    GLuint program = glCreateProgram();
    GLint linked = 0;
    char log[1024] = "";
    bool ok = true;

    for (int i = 0; i < count && ok; i++)
        ok = attach(device, program, &sources[i]);
    if (ok && captured)
        glTransformFeedbackVaryings(program, 1, &captured, GL_INTERLEAVED_ATTRIBS);
    if (ok) {
        glLinkProgram(program);
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
        glGetProgramInfoLog(program, sizeof(log), NULL, log);
        ok = linked || refuse(device, log);
    }
    if (ok)
        return program;
    glDeleteProgram(program);
    return 0;
}

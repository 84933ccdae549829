// SPDX-License-Identifier: MIT

#include "gl_private.h"

#include "lines.h"
#include "log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The first line of a compiler's log that names an error, else its first line.
static void first_line(const char *log, char *reason, size_t size)
{
    const char *error = strcasestr(log, "error");
    char line[256];

    log += strspn(log, " \t\r\n");
    while (error && error > log && error[-1] != '\n')
        error--;
    if (error)
        log = error;
    snprintf(line, sizeof(line), "%.*s", (int) strcspn(log, "\r\n"), log);
    facts_copy(reason, size, line[0] ? line : "the compiler gives no reason");
}

// 0 if it does not compile. Takes `text`, which may be NULL.
static GLuint compile(GLenum type, char *text, char *reason, size_t size)
{
    if (!text) {
        snprintf(reason, size, "%s", log_last_error());
        return 0;
    }

    GLuint shader = glCreateShader(type);
    const char *const_text = text;
    GLint ok = 0;
    char log[2048] = "";

    glShaderSource(shader, 1, &const_text, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    free(text);
    if (ok)
        return shader;
    glGetShaderInfoLog(shader, sizeof(log), NULL, log);
    first_line(log, reason, size);
    glDeleteShader(shader);
    return 0;
}

static GLuint link(const struct gl *gl, GLuint first, GLuint second, char *reason,
                   size_t size)
{
    GLuint program = glCreateProgram();
    GLint ok = 0;
    char log[2048] = "";

    glAttachShader(program, first);
    if (second)
        glAttachShader(program, second);
    if (gl->dialect.version == 100)
        glBindAttribLocation(program, 0, "corner");
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (ok)
        return program;
    glGetProgramInfoLog(program, sizeof(log), NULL, log);
    first_line(log, reason, size);
    glDeleteProgram(program);
    return 0;
}

static GLuint build(struct gl *gl, const struct probe *probe,
                    const struct probe_params *params, char *reason, size_t size)
{
    const struct shader_dialect *dialect = &gl->dialect;
    const char *folder = gl->shader_dir[0] ? gl->shader_dir : NULL;
    char *text = shader_text(dialect, probe, params, folder);
    static const GLenum types[] = { GL_FRAGMENT_SHADER, GL_VERTEX_SHADER,
                                    GL_COMPUTE_SHADER };
    GLuint other = 0, program = 0;
    GLuint shader = compile(types[params->stage], text, reason, size);

    if (!shader)
        return 0;
    if (params->stage == STAGE_FRAGMENT)
        other = compile(GL_VERTEX_SHADER,
                        probe->lines && probe->lines->varying
                            ? shader_vary_text(dialect, probe, params)
                            : shader_fill_text(dialect),
                        reason, size);
    if (params->stage == STAGE_VERTEX)
        other = compile(GL_FRAGMENT_SHADER, shader_pass_text(dialect), reason, size);
    if (other || params->stage == STAGE_COMPUTE)
        program = link(gl, shader, other, reason, size);
    glDeleteShader(shader);
    glDeleteShader(other);
    return program;
}

static bool same_program(const struct gl *gl, const struct probe *probe,
                         const struct probe_params *params)
{
    const struct probe_params *have = &gl->program_params;

    return gl->program && gl->program_probe == probe && have->stage == params->stage &&
           have->precision == params->precision && have->form == params->form &&
           have->readout == params->readout && have->only == params->only;
}

enum device_answer gl_use_program(struct device *device, const struct probe *probe,
                                  const struct probe_params *params)
{
    struct gl *gl = device->priv;

    if (!same_program(gl, probe, params)) {
        glUseProgram(0);
        glDeleteProgram(gl->program);
        gl->program = build(gl, probe, params, device->reason, sizeof(device->reason));
        gl->program_probe = probe;
        gl->program_params = *params;
    }
    if (gl->program) {
        glUseProgram(gl->program);
        return DEVICE_PAINTED;
    }
    return DEVICE_REFUSED;
}

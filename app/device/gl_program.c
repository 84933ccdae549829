// SPDX-License-Identifier: MIT

#include "device/gl_private.h"

#include "base/log.h"
#include "probe/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As many threads as the driver likes.
#define THREADS_ANY 0xffffffffu

void gl_first_error(const char *log, char *reason, size_t size)
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

static void say(struct gl_program *built, const char *log)
{
    gl_first_error(log, built->reason, sizeof(built->reason));
}

// Starts to compile `text`, which is taken, and may be NULL.
static GLuint compile(struct gl_program *built, GLenum type, char *text)
{
    const char *const_text = text;

    if (!text) {
        facts_copy(built->reason, sizeof(built->reason), log_last_error());
        return 0;
    }
    GLuint shader = glCreateShader(type);

    glShaderSource(shader, 1, &const_text, NULL);
    glCompileShader(shader);
    glAttachShader(built->program, shader);
    free(text);
    return shader;
}

// The stage that goes with the one under test; 0 for compute.
static GLuint compile_other(struct gl *gl, struct gl_program *built)
{
    const struct shader_dialect *dialect = &gl->dialect;
    const struct lines *lines = built->probe->lines;

    switch (built->params.stage) {
    case STAGE_FRAGMENT:
        return compile(built, GL_VERTEX_SHADER,
                       lines && lines->varying
                           ? shader_vary_text(dialect, built->probe, &built->params)
                           : shader_fill_text(dialect));
    case STAGE_VERTEX:
        return compile(built, GL_FRAGMENT_SHADER,
                       shader_pass_text(dialect, built->params.form));
    default: return 0;
    }
}

// Hands a program to the driver, and asks nothing of it yet: it may compile on threads
// of its own meanwhile.
static void start(struct gl *gl, struct gl_program *built, const struct probe *probe,
                  const struct probe_params *params)
{
    static const GLenum types[] = { GL_FRAGMENT_SHADER, GL_VERTEX_SHADER,
                                    GL_COMPUTE_SHADER };
    const char *folder = gl->shader_dir[0] ? gl->shader_dir : NULL;

    *built = (struct gl_program){ .probe = probe, .params = *params };
    built->program = glCreateProgram();
    log_hold(true); // the reason is the result's
    built->shaders[0] = compile(built, types[params->stage],
                                shader_text(&gl->dialect, probe, params, folder));
    log_hold(false);
    if (!built->reason[0])
        built->shaders[1] = compile_other(gl, built);
    if (built->reason[0])
        return;
    if (gl->dialect.version == 100)
        glBindAttribLocation(built->program, 0, "corner");
    glLinkProgram(built->program);
}

// Why a shader was refused, if one was.
static void check_shaders(struct gl_program *built)
{
    for (int i = 0; i < 2 && !built->reason[0]; i++) {
        GLint ok = 0;
        char log[2048] = "";

        if (!built->shaders[i])
            continue;
        glGetShaderiv(built->shaders[i], GL_COMPILE_STATUS, &ok);
        if (ok)
            continue;
        glGetShaderInfoLog(built->shaders[i], sizeof(log), NULL, log);
        say(built, log);
    }
}

// Waits for what was started. built->reason says why there is no program.
static void finish(struct gl_program *built)
{
    GLint ok = 0;
    char log[2048] = "";

    if (built->finished)
        return;
    built->finished = true;
    if (!built->reason[0])
        glGetProgramiv(built->program, GL_LINK_STATUS, &ok);
    if (!ok)
        check_shaders(built);
    if (!ok && !built->reason[0]) {
        glGetProgramInfoLog(built->program, sizeof(log), NULL, log);
        say(built, log);
    }
    for (int i = 0; i < 2; i++)
        glDeleteShader(built->shaders[i]);
}

static void drop(struct gl_program *built)
{
    if (!built->finished)
        for (int i = 0; i < 2; i++)
            glDeleteShader(built->shaders[i]);
    glDeleteProgram(built->program);
    *built = (struct gl_program){ 0 };
}

static bool is_for(const struct gl_program *built, const struct probe *probe,
                   const struct probe_params *params)
{
    const struct probe_params *have = &built->params;

    return built->probe == probe && have->stage == params->stage &&
           have->precision == params->precision && have->form == params->form &&
           have->readout == params->readout && have->only == params->only;
}

// The program of a question, started if it was not. What was started longest ago makes
// room.
static struct gl_program *find(struct gl *gl, const struct probe *probe,
                               const struct probe_params *params)
{
    for (int i = 0; i < GL_PROGRAMS; i++)
        if (is_for(&gl->programs[i], probe, params))
            return &gl->programs[i];

    struct gl_program *built = &gl->programs[gl->next_program];

    gl->next_program = (gl->next_program + 1) % GL_PROGRAMS;
    if (built->program && built->program == gl->program) {
        glUseProgram(0);
        gl->program = 0;
    }
    drop(built);
    start(gl, built, probe, params);
    return built;
}

void gl_prepare_program(struct device *device, const struct probe *probe,
                        const struct probe_params *params)
{
    struct gl *gl = device->priv;

    if (gl->compiles_ahead < 0) {
        gl->compiles_ahead = gl_has_extension(gl, "GL_KHR_parallel_shader_compile");
        // NVIDIA's takes this to heart only before it has compiled anything.
        if (gl->compiles_ahead && glMaxShaderCompilerThreadsKHR)
            glMaxShaderCompilerThreadsKHR(THREADS_ANY);
    }
    if (gl->compiles_ahead > 0)
        find(gl, probe, params);
}

enum device_answer gl_use_program(struct device *device, const struct probe *probe,
                                  const struct probe_params *params)
{
    struct gl *gl = device->priv;
    struct gl_program *built = find(gl, probe, params);

    finish(built);
    if (built->reason[0]) {
        snprintf(device->reason, sizeof(device->reason), "%s", built->reason);
        return DEVICE_REFUSED;
    }
    if (gl->program != built->program)
        glUseProgram(built->program);
    gl->program = built->program;
    return DEVICE_PAINTED;
}

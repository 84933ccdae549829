// SPDX-License-Identifier: MIT

#include "device/gl_private.h"

#include "base/log.h"
#include "device/gl_own.h"
#include "device/gl_points.h"
#include "probe/expressions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As many threads as the driver likes.
#define THREADS_ANY 0xffffffffu

struct gl_search *gl_search(struct gl *gl, const struct probe *probe,
                            const struct probe_params *params)
{
    bool points = params->stage == STAGE_VERTEX ||
                  (params->stage == STAGE_FRAGMENT && probe->expressions &&
                   (probe->expressions->varying || gl->dialect.version == 100));

    return &gl->searches[points][params->stage][params->readout];
}

struct probe_params gl_second(const struct probe_params *params)
{
    struct probe_params second = *params;

    second.second = params->stage == STAGE_VERTEX;
    second.stage = STAGE_VERTEX;
    return second;
}

struct drawn gl_way(struct gl *gl, const struct probe *probe,
                    const struct probe_params *params)
{
    const struct gl_search *search = gl_search(gl, probe, params);
    bool points = search >= gl->searches[1][0];
    enum api api = gl->dialect.version == 100 ? API_ES2 : API_ES3;

    struct drawn way =
        drawn_way(api, params->stage, params->readout, points, search->way);

    if (params->stored && way.draw == DRAW_STRIP)
        way.draw = DRAW_STRIP_STORED;
    return way;
}

// Keeps the first line of a compiler's log that names an error, else its first line.
static void gl_program_say(struct gl_program *built, const char *log)
{
    const char *error = strcasestr(log, "error");
    char line[256];

    log += strspn(log, " \t\r\n");
    while (error && error > log && error[-1] != '\n')
        error--;
    if (error)
        log = error;
    snprintf(line, sizeof line, "%.*s", (int) strcspn(log, "\r\n"), log);
    facts_copy(built->reason, sizeof built->reason,
               line[0] ? line : "the compiler gives no reason");
}

static GLuint compile_texts(struct gl_program *built, GLenum type,
                            const char *const *texts, int count)
{
    GLuint shader = glCreateShader(type);

    glShaderSource(shader, count, texts, NULL);
    glCompileShader(shader);
    glAttachShader(built->program, shader);
    return shader;
}

// Starts to compile `text`, which is taken, and may be NULL.
static GLuint compile(struct gl_program *built, GLenum type, char *text)
{
    GLuint shader = 0;

    if (text)
        shader = compile_texts(built, type, (const char *const *) &text, 1);
    else
        facts_copy(built->reason, sizeof built->reason, log_last_error());
    free(text);
    return shader;
}

// Hands a program to the driver, and asks nothing of it yet: it may compile on threads
// of its own meanwhile.
static void gl_program_start(struct gl *gl, struct gl_program *built,
                             const struct probe *probe, const struct probe_params *params)
{
    static const GLenum types[] = { GL_FRAGMENT_SHADER, GL_VERTEX_SHADER,
                                    GL_COMPUTE_SHADER };
    const char *folder = gl->shader_dir[0] ? gl->shader_dir : NULL;
    struct shader_dialect dialect = gl->dialect;

    dialect.way = gl_way(gl, probe, params);
    *built = (struct gl_program){ .probe = probe, .params = *params, .way = dialect.way };
    built->program = glCreateProgram();
    log_hold(true); // the reason is the result's
    built->shaders[0] = compile(built, types[params->stage],
                                shader_text(&dialect, probe, params, folder));
    log_hold(false);
    if (!built->reason[0] && params->stage != STAGE_COMPUTE)
        built->shaders[1] = compile(built, types[params->stage == STAGE_FRAGMENT],
                                    shader_other_text(&dialect, probe, params));
    if (built->reason[0])
        return;
    if (gl->dialect.version == 100)
        gl_bind_attributes(built->program);
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
        glGetShaderInfoLog(built->shaders[i], sizeof log, NULL, log);
        gl_program_say(built, log);
    }
}

// Waits for what was started. built->reason says why there is no program.
static void gl_program_finish(struct gl_program *built)
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
        glGetProgramInfoLog(built->program, sizeof log, NULL, log);
        gl_program_say(built, log);
    }
    for (int i = 0; i < 2; i++)
        glDeleteShader(built->shaders[i]);
}

static void gl_program_drop(struct gl_program *built)
{
    if (!built->finished)
        for (int i = 0; i < 2; i++)
            glDeleteShader(built->shaders[i]);
    glDeleteProgram(built->program);
    *built = (struct gl_program){ 0 };
}

static bool is_for(const struct gl_program *built, const struct probe *probe,
                   const struct probe_params *params, struct drawn way)
{
    const struct probe_params *have = &built->params;

    return built->probe == probe && have->stage == params->stage &&
           have->precision == params->precision && have->form == params->form &&
           have->readout == params->readout && have->only == params->only &&
           have->second == params->second && built->way.draw == way.draw &&
           built->way.target == way.target;
}

// Returns the probe whose program draws this one. Files of the user, levels of the
// probe's own and the ramp of GLSL ES 1.00 are for one probe each.
static const struct probe *asked_as(const struct gl *gl, const struct probe *probe,
                                    const struct probe_params *params)
{
    bool own = !probe->asked_as || params->form == FORM_PUBLISHED || gl->shader_dir[0] ||
               params->readout == READOUT_RGBA8 || gl->dialect.version == 100;

    return own ? probe : probe->asked_as;
}

// The program of a question, started if it was not. The program that was
// started first makes room.
static struct gl_program *gl_program_find(struct gl *gl, const struct probe *probe,
                                          const struct probe_params *params)
{
    struct drawn way = gl_way(gl, probe, params);

    probe = asked_as(gl, probe, params);
    for (int i = 0; i < GL_PROGRAMS; i++)
        if (is_for(&gl->programs[i], probe, params, way))
            return &gl->programs[i];

    struct gl_program *built = &gl->programs[gl->next_program];

    gl->next_program = (gl->next_program + 1) % GL_PROGRAMS;
    if (built->program && built->program == gl->program) {
        glUseProgram(0);
        gl->program = 0;
    }
    gl_program_drop(built);
    gl_program_start(gl, built, probe, params);
    return built;
}

void gl_prepare_program(struct device *device, const struct probe *probe,
                        const struct probe_params *params)
{
    struct gl *gl = device->priv;

    if (gl->compiles_ahead < 0) {
        gl->compiles_ahead = gl_has_extension(gl, "GL_KHR_parallel_shader_compile");
        // NVIDIA's takes this to heart only before it has compiled anything.
        if (gl->compiles_ahead && glad_glMaxShaderCompilerThreadsKHR)
            glMaxShaderCompilerThreadsKHR(THREADS_ANY);
    }
    if (gl->compiles_ahead <= 0)
        return;
    gl_program_find(gl, probe, params);
    if (probe->second) {
        struct probe_params second = gl_second(params);

        gl_program_find(gl, probe, &second);
    }
}

static GLuint gl_current_program(void)
{
    GLint program = 0;

    glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    return (GLuint) program;
}

// A call that was dropped would have another question answered.
enum device_answer gl_use_program(struct device *device, const struct probe *probe,
                                  const struct probe_params *params)
{
    struct gl *gl = device->priv;
    struct gl_program *built = gl_program_find(gl, probe, params);

    gl_program_finish(built);
    if (built->reason[0]) {
        snprintf(device->reason, sizeof device->reason, "%s", built->reason);
        return DEVICE_REFUSED;
    }
    if (gl->program == built->program)
        return DEVICE_PAINTED;
    glUseProgram(built->program);
    gl->program = gl_current_program();
    if (gl->program == built->program) {
        if (gl->dialect.version == 100)
            gl_find_uniforms(gl);
        return DEVICE_PAINTED;
    }
    snprintf(device->reason, sizeof device->reason,
             "the driver does not take the program into use");
    return DEVICE_REFUSED;
}

GLuint gl_build_depth(struct gl *gl, const struct probe *probe,
                      const struct probe_params *params, enum probe_depth_by by,
                      bool second)
{
    static const GLenum types[] = { GL_FRAGMENT_SHADER, GL_VERTEX_SHADER };
    struct gl_program built = { .program = glCreateProgram() };

    for (int stage = STAGE_FRAGMENT; stage <= STAGE_VERTEX; stage++)
        built.shaders[stage] =
            compile(&built, types[stage],
                    shader_depth_text(&gl->dialect, probe, params, (enum stage) stage,
                                      2 * (int) by + second));
    glLinkProgram(built.program);
    gl_program_finish(&built);
    if (!built.reason[0])
        return built.program;
    glDeleteProgram(built.program);
    return 0;
}

GLuint gl_build(struct device *device, const struct gl_source *sources, int count,
                const char *captured)
{
    const struct shader_dialect *dialect = &((const struct gl *) device->priv)->dialect;
    struct gl_program built = { .program = glCreateProgram() };
    char version[40];

    snprintf(version, sizeof version, "#version %d%s\n", dialect->version,
             dialect->es ? " es" : " core");
    for (int i = 0; i < count; i++) {
        const char *texts[GL_TEXTS + 1] = { version };
        int used = 1;

        for (int k = 0; k < GL_TEXTS && sources[i].texts[k]; k++)
            texts[used++] = sources[i].texts[k];
        built.shaders[i] = compile_texts(&built, sources[i].type, texts, used);
    }
    if (captured)
        glTransformFeedbackVaryings(built.program, 1, &captured, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(built.program);
    gl_program_finish(&built);
    if (!built.reason[0])
        return built.program;
    glDeleteProgram(built.program);
    snprintf(device->reason, sizeof device->reason, "%s", built.reason);
    return 0;
}

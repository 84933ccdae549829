// SPDX-License-Identifier: MIT
//
// What a context says of itself, and what can be asked of it.

#include "gl_private.h"

#include <stdio.h>
#include <string.h>

// A lost or unusable context answers every glGetError with an error.
#define ERRORS_MAX 100

void gl_clear_errors(void)
{
    for (int i = 0; i < ERRORS_MAX && glGetError() != GL_NO_ERROR; i++)
        ;
}

bool gl_has_extension(const struct gl *gl, const char *name)
{
    GLint count = 0;

    if (gl->dialect.version == 100) {
        const char *all = (const char *) glGetString(GL_EXTENSIONS);

        return all && strstr(all, name);
    }
    glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++) {
        const char *have = (const char *) glGetStringi(GL_EXTENSIONS, (GLuint) i);

        if (have && !strcmp(have, name))
            return true;
    }
    return false;
}

// "4.50" or "OpenGL ES GLSL ES 3.20" as 450 or 320; 0 if there is no number.
static int glsl_version(const char *text)
{
    int major = 0, minor = 0;
    const char *digits = text + strcspn(text, "0123456789");

    if (sscanf(digits, "%d.%d", &major, &minor) != 2)
        return 0;
    return 100 * major + (minor < 10 ? 10 * minor : minor);
}

static const char *find_dialect(struct gl *gl, const struct facts *facts)
{
    int version = glsl_version(facts->glsl);
    struct shader_dialect *dialect = &gl->dialect;

    dialect->es = facts->api != API_GL;
    if (facts->api == API_ES2) {
        dialect->version = 100;
        return NULL;
    }
    if (version < (dialect->es ? 300 : 330))
        return dialect->es ? "GLSL ES 3.00 is needed" : "GLSL 3.30 is needed";
    if (dialect->es)
        dialect->version = version >= 320 ? 320 : version >= 310 ? 310 : 300;
    else
        dialect->version = version > 460 ? 460 : version;
    dialect->precise = dialect->version >= (dialect->es ? 320 : 400);
    if (dialect->precise || dialect->version == 300)
        return NULL;
    if (gl_has_extension(gl, dialect->es ? "GL_EXT_gpu_shader5" : "GL_ARB_gpu_shader5")) {
        dialect->extension = dialect->es ? "GL_EXT_gpu_shader5" : "GL_ARB_gpu_shader5";
        dialect->precise = true;
    }
    return NULL;
}

static void read_claims(struct facts *facts)
{
    static const GLenum stages[] = { GL_FRAGMENT_SHADER, GL_VERTEX_SHADER };
    static const GLenum precisions[] = { GL_HIGH_FLOAT, GL_MEDIUM_FLOAT, GL_LOW_FLOAT };

    if (!glGetShaderPrecisionFormat)
        return;
    for (int stage = 0; stage < 2; stage++) {
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            GLint range[2] = { 0, 0 }, bits = 0;

            glGetShaderPrecisionFormat(stages[stage], precisions[precision], range,
                                       &bits);
            facts->claimed[stage][precision] =
                (struct facts_claim){ range[0], range[1], bits };
        }
    }
    gl_clear_errors();
}

static bool read_facts(struct facts *facts)
{
    const char *renderer = (const char *) glGetString(GL_RENDERER);
    const char *version = (const char *) glGetString(GL_VERSION);

    facts_copy(facts->vendor, sizeof(facts->vendor),
               (const char *) glGetString(GL_VENDOR));
    facts_copy(facts->renderer, sizeof(facts->renderer), renderer);
    facts_copy(facts->version, sizeof(facts->version), version);
    facts_copy(facts->glsl, sizeof(facts->glsl),
               (const char *) glGetString(GL_SHADING_LANGUAGE_VERSION));
    facts->software = facts_is_software(facts->renderer);
    return renderer && version;
}

const char *gl_no_compute(const struct gl *gl)
{
    if (gl->compute)
        return NULL;
    return gl->dialect.es ? "compute shaders need OpenGL ES 3.1"
                          : "compute shaders need OpenGL 4.3";
}

const char *gl_unsupported(const struct device *device, const struct probe *probe,
                           const struct probe_params *params)
{
    const struct gl *gl = device->priv;
    const struct facts *facts = &device->facts;
    bool es2 = facts->api == API_ES2;

    if (params->form == FORM_PRECISE && es2)
        return "GLSL ES 1.00 has no precise";
    if (params->form == FORM_PRECISE && !gl->dialect.precise)
        return gl->dialect.es ? "precise needs GLSL ES 3.20 or GL_EXT_gpu_shader5"
                              : "precise needs GLSL 4.00 or GL_ARB_gpu_shader5";
    if (params->form == FORM_PUBLISHED && params->stage != STAGE_FRAGMENT)
        return "the published shader is a fragment shader";
    if (params->stage == STAGE_COMPUTE && !gl->compute)
        return gl_no_compute(gl);
    if (params->stage != STAGE_FRAGMENT && (es2 || params->readout != READOUT_BITS))
        return es2 ? "only the fragment stage can be read back in GLSL ES 1.00"
                   : "only bits are read back from this stage";
    if (es2 && params->readout != READOUT_RGBA8)
        return "OpenGL ES 2.0 has no target but RGBA8";
    if (params->readout == READOUT_FLOAT32 && !gl->float_target)
        return "a float target needs OpenGL ES 3.2 or GL_EXT_color_buffer_float";
    if (es2 && params->precision == PRECISION_HIGHP &&
        facts->claimed[STAGE_FRAGMENT][PRECISION_HIGHP].precision == 0)
        return "the fragment stage has no highp here";
    if (probe->shape(params).columns > gl->max_size || (es2 && params->width > 1024))
        return "the picture is too wide for this device";
    return NULL;
}

const char *gl_read_facts(struct device *device, struct gl *gl)
{
    if (!read_facts(&device->facts))
        return "the driver gives no name or version";

    const char *reason = find_dialect(gl, &device->facts);

    if (reason)
        return reason;
    read_claims(&device->facts);
    gl->compute = gl->dialect.version >= (gl->dialect.es ? 310 : 430);
    gl->float_target =
        gl->dialect.version >= (gl->dialect.es ? 320 : 330) ||
        (gl->dialect.version >= 300 && gl_has_extension(gl, "GL_EXT_color_buffer_float"));
    return NULL;
}

// SPDX-License-Identifier: MIT
//
// Reads the facts of a context, and finds the questions that it supports.

#include "device/gl_private.h"

#include "probe/expressions.h"

#include <stdio.h>
#include <string.h>

// A lost or unusable context answers every glGetError with an error.
#define ERRORS_MAX 100

// No picture has as many cases.
#define BUFFER_TEXELS (1 << 20)

void gl_clear_errors(void)
{
    for (int i = 0; i < ERRORS_MAX && glGetError() != GL_NO_ERROR; i++)
        ;
}

bool gl_no_error(struct device *device, const char *what)
{
    GLenum error = glGetError();

    if (error == GL_NO_ERROR)
        return true;
    snprintf(device->reason, sizeof device->reason, "%s failed (glGetError 0x%04x)", what,
             error);
    gl_clear_errors();
    return false;
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

// Returns true for a renderer in software, which fetches operands from a buffer in less
// code, if its buffers hold all cases of a picture.
static bool has_buffers(const struct shader_dialect *dialect, const struct facts *facts)
{
    GLint most = 0;

    if (!facts->software || dialect->version < (dialect->es ? 320 : 330) ||
        !glad_glTexBuffer)
        return false;
    glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
    return most >= BUFFER_TEXELS;
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
    dialect->buffer = has_buffers(dialect, facts);
    dialect->pack_half = dialect->es || dialect->version >= 420;
    dialect->fp64 = !dialect->es && dialect->version >= 400;
    dialect->precise = dialect->version >= (dialect->es ? 320 : 400);
    if (dialect->precise || dialect->version == 300)
        return NULL;
    if (gl_has_extension(gl, dialect->es ? "GL_EXT_gpu_shader5" : "GL_ARB_gpu_shader5")) {
        dialect->extension = dialect->es ? "GL_EXT_gpu_shader5" : "GL_ARB_gpu_shader5";
        dialect->precise = true;
    }
    return NULL;
}

// Rejects a claim that no format can satisfy (facts.h), whatever the driver returns.
static struct facts_claim claim_of(const GLint range[2], GLint bits)
{
    struct facts_claim claim = { range[0], range[1], bits, 0 };

    return facts_claim_possible(&claim) ? claim : (struct facts_claim){ 0 };
}

// Returns the bits of ints: a range of 31 and 30 means 32 bits, from -2^31 to 2^31 - 1.
static int whole_bits_of(const GLint range[2])
{
    int below = range[0] + 1, above = range[1] + 2;
    int bits = below < above ? below : above;

    return range[0] > 0 && range[1] > 0 && bits <= 64 ? bits : 0;
}

static void read_claims(struct facts *facts)
{
    static const GLenum stages[] = { GL_FRAGMENT_SHADER, GL_VERTEX_SHADER };
    static const GLenum precisions[] = { GL_HIGH_FLOAT, GL_MEDIUM_FLOAT, GL_LOW_FLOAT };
    static const GLenum integers[] = { GL_HIGH_INT, GL_MEDIUM_INT, GL_LOW_INT };

    if (!glad_glGetShaderPrecisionFormat)
        return;
    for (int stage = 0; stage < 2; stage++) {
        for (int precision = 0; precision <= PRECISION_LOWP; precision++) {
            GLint range[2] = { 0, 0 }, whole[2] = { 0, 0 }, bits = 0, none = 0;

            glGetShaderPrecisionFormat(stages[stage], precisions[precision], range,
                                       &bits);
            glGetShaderPrecisionFormat(stages[stage], integers[precision], whole, &none);
            facts->claimed[stage][precision] = claim_of(range, bits);
            facts->claimed[stage][precision].integer_bits = whole_bits_of(whole);
        }
    }
    gl_clear_errors();
}

static bool read_facts(struct facts *facts)
{
    const char *renderer = (const char *) glGetString(GL_RENDERER);
    const char *version = (const char *) glGetString(GL_VERSION);

    facts_copy(facts->vendor, sizeof facts->vendor,
               (const char *) glGetString(GL_VENDOR));
    facts_copy(facts->renderer, sizeof facts->renderer, renderer);
    facts_copy(facts->version, sizeof facts->version, version);
    facts_copy(facts->glsl, sizeof facts->glsl,
               (const char *) glGetString(GL_SHADING_LANGUAGE_VERSION));
    facts->software = facts_is_software(facts->renderer);
    if (facts->software)
        facts_processor(facts->processor, sizeof facts->processor);
    return renderer && version;
}

const char *gl_no_compute(const struct gl *gl)
{
    if (gl->compute)
        return NULL;
    return gl->dialect.es ? "compute shaders need OpenGL ES 3.1"
                          : "compute shaders need OpenGL 4.3";
}

// The one with its own functions first. Asked for where it is needed: drivers have
// hundreds of names.
const char *gl_float16(struct gl *gl)
{
    static const char *const names[] = {
        "GL_EXT_shader_explicit_arithmetic_types_float16",
        "GL_AMD_gpu_shader_half_float",
        "GL_NV_gpu_shader5",
    };

    for (int i = 0; !gl->dialect.float16 && i < 3; i++)
        if (gl_has_extension(gl, names[i]))
            gl->dialect.float16 = names[i];
    return gl->dialect.float16;
}

// Why this GLSL does not have the type under test; NULL if it has.
static const char *lacks_type(struct gl *gl, const struct facts *facts,
                              enum precision precision, enum stage stage)
{
    if (precision == PRECISION_DOUBLE && !gl->dialect.fp64)
        return "double needs GLSL 4.00";
    if (precision == PRECISION_FLOAT16 && facts->api == API_ES2)
        return "GLSL ES 1.00 has no float16_t";
    if (precision == PRECISION_FLOAT16 && !gl_float16(gl))
        return "float16_t needs GL_EXT_shader_explicit_arithmetic_types_float16, "
               "GL_AMD_gpu_shader_half_float or GL_NV_gpu_shader5";
    if (facts->api == API_ES2 && stage == STAGE_FRAGMENT &&
        precision == PRECISION_HIGHP &&
        facts->claimed[STAGE_FRAGMENT][PRECISION_HIGHP].precision == 0)
        return "the fragment stage has no highp here";
    return NULL;
}

static const char *lacks_form(const struct gl *gl, enum form form, enum stage stage)
{
    bool es2 = gl->dialect.version == 100;

    if (form == FORM_PRECISE && es2)
        return "GLSL ES 1.00 has no precise";
    if (form == FORM_PRECISE && !gl->dialect.precise)
        return gl->dialect.es ? "precise needs GLSL ES 3.20 or GL_EXT_gpu_shader5"
                              : "precise needs GLSL 4.00 or GL_ARB_gpu_shader5";
    if (form == FORM_PUBLISHED && stage != STAGE_FRAGMENT)
        return "the published shader is a fragment shader";
    if (form == FORM_INVARIANT && (es2 || stage == STAGE_COMPUTE))
        return es2 ? "GLSL ES 1.00 has no invariant outputs of a fragment"
                   : "a compute shader has no output to be invariant";
    return NULL;
}

static const char *lacks_readout(const struct gl *gl, enum readout readout,
                                 enum stage stage)
{
    bool es2 = gl->dialect.version == 100;

    if (stage == STAGE_COMPUTE && !gl->compute)
        return gl_no_compute(gl);
    if (stage != STAGE_FRAGMENT && readout != READOUT_BITS)
        return "only bits are read back from this stage";
    if (es2 && readout != READOUT_RGBA8 && readout != READOUT_BITS)
        return "OpenGL ES 2.0 has no target but RGBA8";
    if (readout == READOUT_FLOAT32 && !gl->float_target)
        return "a float target needs OpenGL ES 3.2 or GL_EXT_color_buffer_float";
    if (readout == READOUT_FLOAT16 && !gl->half_target)
        return "a half target needs OpenGL ES 3.2, GL_EXT_color_buffer_float or "
               "GL_EXT_color_buffer_half_float";
    return NULL;
}

// Why GLSL ES 1.00 cannot ask it; NULL if it can.
static const char *lacks_in_es2(struct gl *gl, const struct probe *probe,
                                const struct probe_params *params)
{
    const struct expressions *lines = probe->expressions;
    const char *extension = lines ? lines->es2_extension : NULL;

    if (lines && !lines->in_es2)
        return "the shaders of this probe need GLSL ES 3.00";
    if (extension && !gl_has_extension(gl, extension)) {
        snprintf(gl->lacks, sizeof gl->lacks, "GLSL ES 1.00 needs %s for this",
                 extension);
        return gl->lacks;
    }
    if (params->stage == STAGE_VERTEX && probe->textures && !gl->vertex_textures)
        return "the vertex stage has no textures here";
    if (params->form == FORM_PUBLISHED && params->readout == READOUT_BITS)
        return "the published shader is drawn as a picture here";
    return NULL;
}

const char *gl_unsupported(const struct device *device, const struct probe *probe,
                           const struct probe_params *params)
{
    struct gl *gl = device->priv;
    const struct facts *facts = &device->facts;
    bool es2 = facts->api == API_ES2;
    const char *reason = lacks_form(gl, params->form, params->stage);

    if (!reason)
        reason = lacks_readout(gl, params->readout, params->stage);
    if (!reason)
        reason = lacks_type(gl, facts, params->precision, params->stage);
    if (!reason && es2)
        reason = lacks_in_es2(gl, probe, params);
    if (!reason && (probe_pixel_width(probe, params) >= gl->dialect.texture_size ||
                    (es2 && params->width > 1024)))
        return "the picture is too wide for this device";
    return reason;
}

const char *gl_read_facts(struct device *device, struct gl *gl)
{
    if (!read_facts(&device->facts))
        return "the driver gives no name or version";

    const char *reason = find_dialect(gl, &device->facts);

    if (reason)
        return reason;
    read_claims(&device->facts);
    glGetIntegerv(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS, &gl->vertex_textures);
    gl->compute = gl->dialect.version >= (gl->dialect.es ? 310 : 430) &&
                  !gl_lacks_entry(GL_ENTRIES_COMPUTE);
    gl->half_target = gl->dialect.version >= (gl->dialect.es ? 320 : 330) ||
                      (gl->dialect.version >= 300 &&
                       (gl_has_extension(gl, "GL_EXT_color_buffer_float") ||
                        gl_has_extension(gl, "GL_EXT_color_buffer_half_float")));
    gl->float_target =
        gl->dialect.version >= (gl->dialect.es ? 320 : 330) ||
        (gl->dialect.version >= 300 && gl_has_extension(gl, "GL_EXT_color_buffer_float"));
    return NULL;
}

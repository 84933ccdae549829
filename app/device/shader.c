// SPDX-License-Identifier: MIT

#include "device/shader.h"

#include "base/file.h"
#include "base/log.h"
#include "probe/lines.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// No shader is a millionth of this.
#define FILE_SIZE_MAX (1 << 20)

static const char *embedded(const char *name)
{
    for (const struct shader_source *source = shader_sources; source->name; source++)
        if (!strcmp(source->name, name))
            return source->text;
    assert(!"a shader that was not embedded");
    return NULL;
}

// The whole of an open file as a string, or NULL, with errno set.
static char *read_all(FILE *file)
{
    char *text = malloc(FILE_SIZE_MAX + 1);

    if (!text)
        return NULL;
    size_t size = fread(text, 1, FILE_SIZE_MAX + 1, file);

    if (ferror(file) || size > FILE_SIZE_MAX) {
        errno = size > FILE_SIZE_MAX ? EFBIG : EIO;
        free(text);
        return NULL;
    }
    text[size] = '\0';
    return text;
}

// The probe's own part: the user's file if there is one. *own is what to free.
static const char *probe_text(const char *name, const char *folder, char **own)
{
    char path[4096];

    *own = NULL;
    if (!folder)
        return embedded(name);
    snprintf(path, sizeof(path), "%s/%s.glsl", folder, name);

    const char *why;
    FILE *file = file_open(path, &why);

    if (!file && errno == ENOENT)
        return embedded(name);
    if (file && !(*own = read_all(file)))
        why = strerror(errno);
    if (!*own)
        log_error("cannot be read: %s", why); // whose it is says the caller
    if (file)
        fclose(file);
    return *own;
}

static void write_version(FILE *out, const struct shader_dialect *dialect)
{
    if (!dialect->es)
        fprintf(out, "#version %d core\n", dialect->version);
    else if (dialect->version == 100)
        fprintf(out, "#version 100\n");
    else
        fprintf(out, "#version %d es\n", dialect->version);
}

// How a value becomes a grey level.
static void write_level(FILE *out, const struct probe *probe)
{
    if (probe->level_scale == 1 && probe->level_bias == 0)
        fputs("#define LEVEL(value) (value)\n", out);
    else
        fprintf(out, "#define LEVEL(value) ((value) * %#.9g + %#.9g)\n",
                (double) probe->level_scale, (double) probe->level_bias);
}

// The output of a fragment shader, by readout.
static void write_store(FILE *out, enum readout readout)
{
    static const char *const stores[READOUT_COUNT] = {
        [READOUT_RGBA8] = "layout(location = 0) out highp vec4 answer;\n"
                          "#define STORE(value) answer = vec4(vec3(LEVEL(value)), 1.0)\n",
        [READOUT_FLOAT32] = "layout(location = 0) out highp float answer;\n"
                            "#define STORE(value) answer = (value)\n",
        [READOUT_BITS] = "layout(location = 0) out highp uint answer;\n"
                         "#define STORE(value) answer = floatBitsToUint(value)\n",
        [READOUT_FLOAT16] = "layout(location = 0) out highp vec4 answer;\n"
                            "#define STORE(value) answer = vec4(value)\n",
    };

    fputs(stores[readout], out);
    fputs("#ifdef FORM_INVARIANT\ninvariant answer;\n#endif\n", out);
}

// Words of the type under test: what it is called, and how a float becomes one.
static void write_real(FILE *out, enum precision precision)
{
    static const char *const names[PRECISION_COUNT] = { "HIGHP", "MEDIUMP", "LOWP",
                                                        "DOUBLE", "FLOAT16" };

    fprintf(out, "#define IS_%s\n", names[precision]);
    if (precision == PRECISION_DOUBLE)
        fputs("#define REAL double\n", out);
    else if (precision == PRECISION_FLOAT16)
        fputs("#define REAL float16_t\n#define REAL_OF(value) float16_t(value)\n", out);
    else
        fprintf(out,
                "#define PRECISION %s\n#define REAL %s float\n"
                "#define REAL_OF(value) (value)\n",
                precision_name(precision), precision_name(precision));
    if (precision != PRECISION_HIGHP && precision != PRECISION_DOUBLE)
        fputs("#define CASES_FLOAT\n", out);
}

static void write_extensions(FILE *out, const struct shader_dialect *dialect,
                             const struct probe *probe, const struct probe_params *params)
{
    if (dialect->extension && (params->form == FORM_PRECISE || probe->lines))
        fprintf(out, "#extension %s : require\n", dialect->extension);
    if (params->precision == PRECISION_FLOAT16)
        fprintf(out, "#extension %s : require\n", dialect->float16);
}

// What a probe of lines is told of itself and of its GLSL.
static void write_lines(FILE *out, const struct shader_dialect *dialect,
                        const struct probe *probe, const struct probe_params *params)
{
    const struct lines *lines = probe->lines;
    bool is_float = params->precision <= PRECISION_LOWP;

    fprintf(out,
            "#define LINES\n#define WORDS %d\n#define LINE_ROWS %d\n"
            "#define ABSENT 0x%08xu\n#define HAS_SPECIALS\n",
            lines_words(probe, params), lines->rows, LINES_ABSENT);
    if (params->only)
        fprintf(out, "#define ONLY %d\n", params->only - 1);
    if (params->readout != READOUT_BITS)
        fputs("#define ANSWER_IS_VALUE\n", out);
    else
        fputs("#define ANSWER_IS_WORD\n", out);
    if (dialect->precise)
        fputs("#define HAS_FMA\n", out);
    if (dialect->pack_half)
        fputs("#define HAS_PACK_HALF\n", out);
    if (lines->held && is_float)
        fprintf(out, "#define HAS_HELD %d\n", lines->columns);
    if (lines->varying && is_float && params->stage == STAGE_FRAGMENT)
        fputs("#define HAS_CARRIED\n", out);
}

static void write_head(FILE *out, const struct shader_dialect *dialect,
                       const struct probe *probe, const struct probe_params *params)
{
    static const char *const forms[] = { "PLAIN", "GUARDED", "PRECISE", "INVARIANT",
                                         "PUBLISHED" };
    write_version(out, dialect);
    write_extensions(out, dialect, probe, params);
    if (dialect->es)
        fprintf(out, "precision %s float;\nprecision highp int;\n",
                dialect->version == 100 ? precision_name(params->precision) : "highp");
    write_real(out, params->precision);
    fprintf(out, "#define FORM_%s\n#define RAMP %d\n", forms[params->form], probe->ramp);
    write_level(out, probe);
    if (probe->lines)
        write_lines(out, dialect, probe, params);
    else
        fputs("#define WORDS 1\n", out);
}

// All that stands before the probe's own text, but for the output of a fragment.
static void write_preludes(FILE *out, const struct shader_dialect *dialect,
                           const struct probe *probe, const struct probe_params *params,
                           enum stage stage)
{
    static const char *const stages[] = { "FRAGMENT", "VERTEX", "COMPUTE" };
    bool essl1 = dialect->version == 100;

    write_head(out, dialect, probe, params);
    fprintf(out, "#define STAGE_%s\n", stages[stage]);
    if (!essl1 && stage == STAGE_FRAGMENT)
        write_store(out, params->readout);
    fputs(embedded("prelude/common"), out);
    fputs(embedded(essl1 ? "prelude/uniforms" : "prelude/cases"), out);
}

static void write_shader(FILE *out, const struct shader_dialect *dialect,
                         const struct probe *probe, const struct probe_params *params,
                         const char *own)
{
    static const char *const mains[] = { "prelude/fragment", "prelude/vertex",
                                         "prelude/compute" };
    bool essl1 = dialect->version == 100;

    write_preludes(out, dialect, probe, params, params->stage);
    if (!essl1 && params->form == FORM_PUBLISHED)
        fputs(embedded("prelude/place"), out);
    fputs(embedded(probe->lines ? "prelude/lines" : "prelude/answer"), out);
    // Messages of a compiler then count the lines of the probe's own file.
    fputs("#line 1\n", out);
    fputs(own, out);
    fputs("\n", out);
    fputs(embedded("prelude/ask"), out);
    fputs(embedded(essl1 ? "prelude/fragment_es2" : mains[params->stage]), out);
}

char *shader_text(const struct shader_dialect *dialect, const struct probe *probe,
                  const struct probe_params *params, const char *folder)
{
    char *own = NULL, *text = NULL;
    size_t size;
    const char *body = probe_text(probe->name, folder, &own);
    FILE *out = body ? open_memstream(&text, &size) : NULL;

    if (out) {
        write_shader(out, dialect, probe, params, body);
        if (fclose(out) != 0) {
            free(text);
            text = NULL;
        }
    }
    if (body && !text)
        log_error("no memory for the shader of %s", probe->name);
    free(own);
    return text;
}

#define PASS                                        \
    "precision highp float;\n"                      \
    "MATCH flat in highp uint bits;\n"              \
    "layout(location = 0) out highp uint answer;\n" \
    "void main()\n{\n    answer = bits;\n}\n"

// `body` with the version line before it.
static char *with_version(const struct shader_dialect *dialect, const char *body)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (out) {
        write_version(out, dialect);
        fputs(body, out);
    }
    if (!out || fclose(out) != 0) {
        log_error("no memory for a shader");
        free(text);
        return NULL;
    }
    return text;
}

char *shader_pass_text(const struct shader_dialect *dialect, enum form form)
{
    // Before GLSL 4.20 what is invariant on one side has to be so on the other; GLSL ES
    // has no invariant inputs.
    bool match = form == FORM_INVARIANT && !dialect->es && dialect->version < 420;

    return with_version(dialect, match ? "#define MATCH invariant\n" PASS
                                       : "#define MATCH\n" PASS);
}

char *shader_vary_text(const struct shader_dialect *dialect, const struct probe *probe,
                       const struct probe_params *params)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    if (out) {
        write_preludes(out, dialect, probe, params, STAGE_VERTEX);
        fputs(embedded("prelude/vary"), out);
    }
    if (!out || fclose(out) != 0) {
        log_error("no memory for a shader");
        free(text);
        return NULL;
    }
    return text;
}

char *shader_fill_text(const struct shader_dialect *dialect)
{
    if (dialect->version == 100)
        return with_version(dialect, "attribute highp vec2 corner;\n"
                                     "void main()\n{\n"
                                     "    gl_Position = vec4(corner, 0.0, 1.0);\n}\n");
    // One triangle that covers the target.
    return with_version(dialect,
                        "void main()\n{\n"
                        "    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0,\n"
                        "                       gl_VertexID == 2 ? 3.0 : -1.0, 0.0, "
                        "1.0);\n}\n");
}

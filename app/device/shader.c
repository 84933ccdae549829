// SPDX-License-Identifier: MIT

#include "device/shader.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "probe/drawn.h"
#include "probe/expressions_judge.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct shader_source *find_source(const char *name)
{
    for (const struct shader_source *source = shader_sources; source->name; source++)
        if (!strcmp(source->name, name))
            return source;
    assert(!"a shader that was not embedded");
    return NULL;
}

const char *shader_embedded(const char *name)
{
    return find_source(name)->text;
}

uint64_t shader_row_hash(const char *probe, int row)
{
    const struct shader_source *source = find_source(probe);

    return source->rows[row < source->row_count ? row : source->row_count - 1];
}

// The whole of an open file as a string, or NULL, with errno set.
static char *read_all(FILE *file)
{
    char *text = memory_new(SHADER_FILE_MAX + 1, 1);
    size_t size = fread(text, 1, SHADER_FILE_MAX + 1, file);

    if (ferror(file) || size > SHADER_FILE_MAX) {
        errno = size > SHADER_FILE_MAX ? EFBIG : EIO;
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
        return shader_embedded(name);
    snprintf(path, sizeof path, "%s/%s.glsl", folder, name);

    const char *why;
    FILE *file = file_open(path, &why);

    if (!file && errno == ENOENT)
        return shader_embedded(name);
    if (file && !(*own = read_all(file)))
        why = strerror(errno);
    if (!*own)
        log_error("cannot read: %s", why); // whose it is says the caller
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

// Writes how the vertices are numbered, what they are, and the type of a word.
static void write_way(FILE *out, const struct shader_dialect *dialect)
{
    enum draw draw = dialect->way.draw;

    fprintf(out, "#define %s\n",
            draw == DRAW_TRIANGLE_ID || draw == DRAW_POINTS_ID ? "BY_VERTEX_ID"
                                                               : "BY_ATTRIBUTE");
    if (draw == DRAW_POINTS || draw == DRAW_POINTS_ID)
        fputs("#define POINTS\n", out);
    if (draw == DRAW_STRIP_STORED)
        fputs("#define STORED\n", out);
    if (dialect->way.target == TARGET_BYTES)
        fputs("#define WORD_AS_BYTES\n", out);
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

static void shader_write_extensions(FILE *out, const struct shader_dialect *dialect,
                                    const struct probe *probe,
                                    const struct probe_params *params)
{
    if (dialect->extension && (params->form == FORM_PRECISE || probe->expressions))
        fprintf(out, "#extension %s : require\n", dialect->extension);
    if (params->precision == PRECISION_FLOAT16)
        fprintf(out, "#extension %s : require\n", dialect->float16);
    if (dialect->version == 100 && probe->expressions &&
        probe->expressions->es2_extension)
        fprintf(out, "#extension %s : require\n", probe->expressions->es2_extension);
}

// Writes the definitions that a probe of expressions needs about itself and its GLSL.
static void write_lines(FILE *out, const struct shader_dialect *dialect,
                        const struct probe *probe, const struct probe_params *params)
{
    const struct expressions *lines = probe->expressions;
    struct probe_shape shape = probe_shape(probe, params);
    bool is_float = params->precision <= PRECISION_LOWP;

    fprintf(out,
            "#define LINES\n#define WORDS %d\n#define COLUMNS %d\n"
            "#define LINE_ROWS %d\n#define LINE_COUNT %d\n#define ABSENT 0x%08xu\n",
            shape.cell_width, shape.columns, lines->rows, lines->count,
            EXPRESSIONS_ABSENT);
    fprintf(out, "#define ABSENT_BYTES vec4(%u.0, %u.0, %u.0, %u.0)\n",
            EXPRESSIONS_ABSENT & 0xff, EXPRESSIONS_ABSENT >> 8 & 0xff,
            EXPRESSIONS_ABSENT >> 16 & 0xff, EXPRESSIONS_ABSENT >> 24);
    if (params->only)
        fprintf(out, "#define ONLY %d\n", params->only - 1);
    if (params->second)
        fputs("#define SECOND\n", out);
    fputs(probe->targets                    ? "#define ANSWER_IS_COLOUR\n"
          : params->readout == READOUT_BITS ? "#define ANSWER_IS_WORD\n"
                                            : "#define ANSWER_IS_VALUE\n",
          out);
    if (lines->signed_zeros)
        fputs("#define SIGNED_ZEROS\n", out);
    if (lines->raw && params->readout == READOUT_BITS)
        fputs("#define HAS_INTS\n", out);
    if (dialect->version != 100)
        fputs("#define HAS_SPECIALS\n", out);
    if (dialect->precise)
        fputs("#define HAS_FMA\n", out);
    if (dialect->pack_half)
        fputs("#define HAS_PACK_HALF\n", out);
    fprintf(out, "#define TEXTURE_SIZE %d\n", dialect->texture_size);
    if (expressions_held(probe) >= 0 && is_float)
        fprintf(out, "#define HAS_HELD %d\n", lines->columns);
    if (lines->varying && is_float && params->stage == STAGE_FRAGMENT)
        fputs("#define HAS_CARRIED\n", out);
}

static const char *const form_words[] = { "PLAIN", "GUARDED", "PRECISE", "INVARIANT",
                                          "PUBLISHED" };

static void write_head(FILE *out, const struct shader_dialect *dialect,
                       const struct probe *probe, const struct probe_params *params)
{
    static const char *const precisions[] = { "HIGHP", "MEDIUMP", "LOWP", "DOUBLE",
                                              "FLOAT16" };
    static const char *const readouts[READOUT_COUNT] = {
        [READOUT_RGBA8] = "RGBA8",
        [READOUT_FLOAT32] = "FLOAT32",
        [READOUT_BITS] = "BITS",
        [READOUT_FLOAT16] = "FLOAT16",
    };

    write_version(out, dialect);
    shader_write_extensions(out, dialect, probe, params);
    if (dialect->es)
        fprintf(out, "precision %s float;\nprecision highp int;\n",
                dialect->version == 100 ? precision_name(params->precision) : "highp");
    fprintf(out, "#define IS_%s\n#define FORM_%s\n#define READOUT_%s\n#define RAMP %d\n",
            precisions[params->precision], form_words[params->form],
            readouts[params->readout], probe->ramp ? 1 : -1); // the operand that is it
    write_way(out, dialect);
    fputs(dialect->buffer ? "#define CASES_IN_BUFFER\n" : "", out);
    fputs(shader_embedded("prelude/real"), out);
    write_level(out, probe);
    if (probe->expressions)
        write_lines(out, dialect, probe, params);
    else
        fputs("#define WORDS 1\n", out);
}

// ESSL 1.00, and each word of an answer is a point (shaders/prelude/points.glsl).
static bool is_points(const struct shader_dialect *dialect, const struct probe *probe,
                      const struct probe_params *params)
{
    return dialect->version == 100 &&
           (probe->expressions || params->readout == READOUT_BITS);
}

// All that stands before the probe's own text, but for the output of a fragment.
static void write_preludes(FILE *out, const struct shader_dialect *dialect,
                           const struct probe *probe, const struct probe_params *params,
                           enum stage stage)
{
    static const char *const stages[] = { "FRAGMENT", "VERTEX", "COMPUTE" };
    bool essl1 = dialect->version == 100;

    write_head(out, dialect, probe, params);
    fprintf(out, "#define STAGE_%s\n%s", stages[stage],
            stage == params->stage ? "" : "#define CARRIES\n");
    if (!essl1 && stage == STAGE_VERTEX && !probe->mesh)
        fputs(shader_embedded("prelude/number"), out);
    if (!essl1 && stage == STAGE_FRAGMENT && params->readout == READOUT_BITS &&
        !probe->targets)
        fputs(shader_embedded("prelude/word"), out);
    if (!essl1 && stage == STAGE_FRAGMENT)
        fputs(shader_embedded("prelude/store"), out);
    fputs(shader_embedded("prelude/common"), out);
    if (probe->mesh)
        fputs(shader_embedded(essl1 ? "prelude/varyings_es2" : "prelude/varyings"), out);
    if (!essl1 || !probe->mesh)
        fputs(shader_embedded(is_points(dialect, probe, params) ? "prelude/points"
                              : essl1                           ? "prelude/uniforms"
                                                                : "prelude/cases"),
              out);
}

static void write_shader(FILE *out, const struct shader_dialect *dialect,
                         const struct probe *probe, const struct probe_params *params,
                         const char *own)
{
    static const char *const mains[] = { "prelude/fragment", "prelude/vertex",
                                         "prelude/compute" };
    static const char *const mains_of_points[] = { "prelude/fragment_points",
                                                   "prelude/vertex_points" };
    bool essl1 = dialect->version == 100, points = is_points(dialect, probe, params);

    write_preludes(out, dialect, probe, params, params->stage);
    if (!essl1 && params->form == FORM_PUBLISHED)
        fputs(shader_embedded("prelude/place"), out);
    fputs(shader_embedded(!probe->expressions ? "prelude/answer"
                          : points            ? "prelude/lines_es2"
                                              : "prelude/lines"),
          out);
    if (probe->library)
        fputs(shader_embedded(probe->library), out);
    // Messages of a compiler then count the lines of the probe's own file.
    fputs("#line 1\n", out);
    fputs(own, out);
    fputs("\n", out);
    fputs(shader_embedded("prelude/ask"), out);
    if (points && !probe->targets) {
        fputs(shader_embedded("prelude/encode"), out);
        fputs(shader_embedded("prelude/bytes"), out);
    }
    fputs(shader_embedded(points  ? mains_of_points[params->stage]
                          : essl1 ? "prelude/fragment_es2"
                                  : mains[params->stage]),
          out);
}

char *shader_text(const struct shader_dialect *dialect, const struct probe *probe,
                  const struct probe_params *params, const char *folder)
{
    char *own = NULL, *text = NULL;
    size_t size;
    const char *body = probe->text ? probe->text : probe_text(probe->name, folder, &own);
    FILE *out;

    if (!body)
        return NULL;
    out = memory_stream(&text, &size);
    write_shader(out, dialect, probe, params, body);
    fclose(out);
    free(own);
    return text;
}

// Its main(): hands operands or corners on, passes bits or bytes through, or fills.
static const char *other_main(const struct shader_dialect *dialect,
                              const struct probe *probe,
                              const struct probe_params *params)
{
    bool points = is_points(dialect, probe, params);

    if (params->stage == STAGE_VERTEX)
        return points ? "prelude/pass_points" : "prelude/pass";
    if (probe->mesh)
        return "prelude/mesh";
    if (points)
        return "prelude/carry";
    return probe->expressions && probe->expressions->varying ? "prelude/vary"
                                                             : "prelude/fill";
}

char *shader_other_text(const struct shader_dialect *dialect, const struct probe *probe,
                        const struct probe_params *params)
{
    bool passes = params->stage == STAGE_VERTEX;
    const char *own = other_main(dialect, probe, params);
    char *text = NULL;
    size_t size;
    FILE *out = memory_stream(&text, &size);

    if (!passes && strcmp(own, "prelude/fill") != 0) {
        write_preludes(out, dialect, probe, params, STAGE_VERTEX);
    } else {
        write_version(out, dialect);
        fprintf(out, "#define FORM_%s\n", form_words[params->form]);
        fputs(params->second ? "#define SECOND\n" : "", out);
        write_way(out, dialect);
        if (dialect->version != 100)
            fputs(shader_embedded(passes ? "prelude/word" : "prelude/number"), out);
    }
    fputs(shader_embedded(own), out);
    fclose(out);
    return text;
}

char *shader_depth_text(const struct shader_dialect *dialect, const struct probe *probe,
                        const struct probe_params *params, enum stage stage, int program)
{
    static const char *const ways[PROBE_DEPTH_WAYS] = { "FRAGMENT", "POSITION",
                                                        "INVARIANT" };
    char *text = NULL;
    size_t size;
    FILE *out = memory_stream(&text, &size);

    write_head(out, dialect, probe, params);
    fprintf(out, "#define STAGE_%s\n#define BY_%s\n%s",
            stage == STAGE_VERTEX ? "VERTEX" : "FRAGMENT", ways[program / 2],
            program % 2 ? "#define SECOND\n" : "");
    if (stage == STAGE_VERTEX)
        fputs(shader_embedded("prelude/number"), out);
    fputs(shader_embedded("prelude/common"), out);
    fputs(shader_embedded("prelude/cases"), out);
    fputs(shader_embedded("prelude/depth"), out);
    fclose(out);
    return text;
}

// SPDX-License-Identifier: MIT
//
// How it works
//
// A pass over the tokens copies the text, and renames what older versions allow and GLSL
// ES 3.20 does not: names that became keywords or functions, outputs and functions of ES
// 1.00. The new text begins with a version and declarations on lines of their own, then a
// #line directive, so that the user's lines keep their numbers.

#include "shade/input.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- names ----

// What a name of ES 1.00 becomes.
static const char *const renamed[][2] = {
    { "varying", "in" },
    { "gl_FragColor", "shade_color" },
    { "gl_FragData", "shade_data" },
    { "gl_FragCoord", "shade_coord" },
    { "texture2D", "texture" },
    { "texture2DProj", "textureProj" },
    { "texture2DLodEXT", "textureLod" },
    { "texture2DProjLodEXT", "textureProjLod" },
    { "texture2DGradEXT", "textureGrad" },
    { "textureCube", "texture" },
};

// Names that ES 1.00 leaves to the user, and then those that ES 3.00 does too.
static const char *const later_than_100[] = {
    "round",
    "roundEven",
    "trunc",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "modf",
    "isnan",
    "isinf",
    "floatBitsToInt",
    "floatBitsToUint",
    "intBitsToFloat",
    "transpose",
    "determinant",
    "inverse",
    "outerProduct",
    "texture",
    "textureSize",
    "texelFetch",
    "textureProj",
    "textureLod",
    "textureGrad",
    "textureOffset",
    "uintBitsToFloat",
    "uint",
    "uvec2",
    "uvec3",
    "uvec4",
    "layout",
    "centroid",
    "smooth",
    "case",
    "switch",
    "default",
    "flat",
};
static const char *const later_than_300[] = {
    "precise",         "sample",
    "patch",           "buffer",
    "shared",          "coherent",
    "restrict",        "readonly",
    "writeonly",       "fma",
    "ldexp",           "frexp",
    "bitfieldExtract", "bitfieldInsert",
    "bitCount",        "bitfieldReverse",
    "findLSB",         "findMSB",
    "uaddCarry",       "usubBorrow",
    "umulExtended",    "imulExtended",
    "textureGather",   "packUnorm4x8",
    "packSnorm4x8",    "unpackUnorm4x8",
    "unpackSnorm4x8",  "image2D",
    "barrier",
};

static bool is_in(const char *const *names, size_t count, const char *word, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && !memcmp(names[i], word, length))
            return true;
    return false;
}

#define IS_IN(names, word, length) \
    is_in(names, sizeof(names) / sizeof *(names), word, length)

// ---- tokens ----

struct pass {
    FILE *out;
    int version; // of the user's ES text: 100, 300 or later
    bool has_main, has_image, has_data, has_coord; // names that it has
};

static void input_put_word(struct pass *pass, const char *word, size_t length)
{
    pass->has_main |= length == 4 && !memcmp(word, "main", 4);
    pass->has_image |= length == 9 && !memcmp(word, "mainImage", 9);
    pass->has_data |= length == 11 && !memcmp(word, "gl_FragData", 11);
    pass->has_coord |= length == 12 && !memcmp(word, "gl_FragCoord", 12);
    if (pass->version == 100) {
        for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
            if (strlen(renamed[i][0]) == length && !memcmp(renamed[i][0], word, length)) {
                fputs(renamed[i][1], pass->out);
                return;
            }
        if (length == 4 && !memcmp(word, "main", 4))
            fputs("shade_", pass->out);
    }
    if ((pass->version == 100 && IS_IN(later_than_100, word, length)) ||
        (pass->version < 310 && IS_IN(later_than_300, word, length)))
        fputs("shade_", pass->out);
    fwrite(word, 1, length, pass->out);
}

// Returns the length of a comment or number at `text`, which is copied as it is; 0 if
// there is none.
static size_t copied_length(const char *text)
{
    const char *end = text;

    if (text[0] == '/' && text[1] == '/')
        return strcspn(text, "\n");
    if (text[0] == '/' && text[1] == '*') {
        end = strstr(text + 2, "*/");
        return end ? (size_t) (end + 2 - text) : strlen(text);
    }
    if (!isdigit((unsigned char) text[0]))
        return 0;
    while (isalnum((unsigned char) *end) || *end == '.')
        end++;
    return (size_t) (end - text);
}

static bool is_directive(const char *line, const char *name)
{
    line += strspn(line + 1, " \t") + 1;
    return !strncmp(line, name, strlen(name));
}

// Copies a text, renamed. #version lines, and #extension lines of ES 1.00, whose
// extensions are part of ES 3.20, become empty.
static void pass_text(struct pass *pass, const char *text)
{
    bool at_start = true;

    while (*text) {
        size_t length = copied_length(text);

        if (at_start && *text == '#' &&
            (is_directive(text, "version") ||
             (pass->version == 100 && is_directive(text, "extension")))) {
            text += strcspn(text, "\n");
        } else if (length > 0) {
            fwrite(text, 1, length, pass->out);
            text += length;
            at_start = false;
        } else if (isalpha((unsigned char) *text) || *text == '_') {
            while (isalnum((unsigned char) text[length]) || text[length] == '_')
                length++;
            input_put_word(pass, text, length);
            text += length;
            at_start = false;
        } else {
            at_start = *text == '\n' || (at_start && (*text == ' ' || *text == '\t'));
            fputc(*text++, pass->out);
        }
    }
}

// ---- versions ----

// Reads the #version line, which only comments may precede. Returns 0 if there is none.
static int input_version_of(const char *text, bool *es)
{
    char profile[16] = "";
    int version = 0;

    for (;;) {
        text += strspn(text, " \t\r\n");
        if (text[0] != '/' || (text[1] != '/' && text[1] != '*'))
            break;
        text += copied_length(text);
    }
    if (*text != '#' || !is_directive(text, "version") ||
        sscanf(strstr(text, "version"), "version %d %15s", &version, profile) < 1)
        return 0;
    *es = version == 100 || !strcmp(profile, "es");
    return version;
}

static bool is_supported(const struct input *input, int version)
{
    static const int es[] = { 100, 300, 310, 320 };
    static const int gl[] = { 330, 400, 410, 420, 430, 440, 450, 460 };

    for (size_t i = 0; i < sizeof es / sizeof es[0] && input->es; i++)
        if (es[i] == version)
            return true;
    for (size_t i = 0; i < sizeof gl / sizeof gl[0] && !input->es; i++)
        if (gl[i] == version)
            return true;
    return false;
}

// ---- forms ----

// Shadertoy's uniforms, and its main().
static const char toy_head[] =
    "precision highp float; precision highp int;\n"
    "uniform vec3 iResolution; uniform float iTime; uniform float iTimeDelta;\n"
    "uniform float iFrameRate; uniform int iFrame; uniform vec4 iMouse;\n"
    "uniform vec4 iDate; uniform float iSampleRate; uniform float iChannelTime[4];\n"
    "uniform vec3 iChannelResolution[4]; uniform sampler2D iChannel0, iChannel1;\n"
    "uniform sampler2D iChannel2, iChannel3; out vec4 shade_color;\n";
static const char toy_tail[] =
    "\nvoid main() { vec4 shade_c = vec4(0.0, 0.0, 0.0, 1.0);\n"
    "mainImage(shade_c, gl_FragCoord.xy); shade_color = shade_c; }\n";

// gl_FragCoord of ES 1.00 is mediump, and so are its outputs.
static const char old_head[] =
    "out mediump vec4 shade_color; mediump vec4 shade_data[1]; mediump vec4 shade_coord;\n"
    "void shade_main();\n";

static char *written(const char *head, const char *more, const char *body,
                     const char *tail)
{
    return memory_format("%s\n%s#line 1\n%s\n%s", head, more, body, tail);
}

static void set_old(struct input *input, const struct pass *pass, const char *body)
{
    char tail[200];

    snprintf(tail, sizeof tail, "void main() { %sshade_main(); %s}\n",
             pass->has_coord ? "shade_coord = gl_FragCoord; " : "",
             pass->has_data ? "shade_color = shade_data[0]; " : "");
    input->form = "GLSL ES 1.00";
    input->text = written("#version 320 es", old_head, body, tail);
}

static void input_set_text(struct input *input, const struct pass *pass, int version,
                           const char *body)
{
    char head[64];

    if (input->es && pass->has_image && !pass->has_main) {
        input->form = "Shadertoy";
        input->text = written("#version 320 es", toy_head, body, toy_tail);
    } else if (input->es && version == 100) {
        set_old(input, pass, body);
    } else {
        snprintf(head, sizeof head, "#version %d %s", input->es ? 320 : version,
                 input->es ? "es" : "core");
        input->form = input->es ? "GLSL ES" : "GLSL";
        input->text = written(head, "", body, "");
    }
    input->version = input->es ? 320 : version;
}

// Shadertoy's shaders have no #version, and are of ES 3.00.
static bool is_toy(const char *text, int version)
{
    return version == 0 && strstr(text, "mainImage");
}

bool input_take(struct input *input, const char *name, const char *text)
{
    struct pass pass = { 0 };
    char *body = NULL;
    size_t size;
    int version;

    *input = (struct input){ .es = true };
    version = input_version_of(text, &input->es);
    pass.version = is_toy(text, version) ? 300 : version ? version : 100;
    if (!is_supported(input, pass.version)) {
        log_error("%s: GLSL version %d%s is not supported; use ES 1.00 to 3.20, or 3.30 "
                  "to 4.60",
                  name, pass.version, input->es ? " es" : "");
        return false;
    }
    if (!input->es)
        pass.version = 460;
    pass.out = memory_stream(&body, &size);
    pass_text(&pass, text);
    fclose(pass.out);
    input_set_text(input, &pass, input->es ? pass.version : version, body);
    free(body);
    return true;
}

bool input_read(struct input *input, const char *path)
{
    size_t size;
    char *text = file_read(path, INPUT_MAX, &size);
    bool ok = text && strlen(text) == size;

    *input = (struct input){ 0 };
    if (text && !ok)
        log_error("%s: not a text file (it has a zero byte)", path);
    if (!ok || !input_take(input, path, text)) {
        free(text);
        return false;
    }
    input->source = text;
    return true;
}

void input_finish(struct input *input)
{
    free(input->source);
    free(input->text);
    *input = (struct input){ 0 };
}

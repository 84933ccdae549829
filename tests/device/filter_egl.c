// SPDX-License-Identifier: MIT
//
// The system's libEGL with something missing. For -d egl:PATH; all else is the real
// driver's. FPSTRIPE_TEST_EXTENSION names a GL extension that is not listed,
// FPSTRIPE_TEST_ENTRY a function that is not there, and FPSTRIPE_TEST_DARK, separated by
// commas, when nothing is drawn: no-attribute (none is enabled), attribute (the shader
// has one), triangles, points, or the format of the target, "r32ui". With
// FPSTRIPE_TEST_EVEN the last bit of each byte that is read back is 0; with
// FPSTRIPE_TEST_NO_HIGHP fragments have no highp; with FPSTRIPE_TEST_CENTROID the
// centroid varying of a mesh is 1 at each corner.

#include "../shared/real_egl.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GL_POINTS            0x0000u
#define GL_TRIANGLES         0x0004u
#define GL_RGBA32F           0x8814u
#define GL_RGBA8             0x8058u
#define GL_R32F              0x822eu
#define GL_R32UI             0x8236u
#define GL_RGBA32UI          0x8d70u
#define GL_ATTRIBUTE_ENABLED 0x8622u
#define GL_CURRENT_PROGRAM   0x8b8du
#define GL_UNSIGNED_BYTE     0x1401u
#define GL_FRAGMENT_SHADER   0x8b30u
#define GL_HIGH_FLOAT        0x8df2u

typedef const unsigned char *(*string_getter)(unsigned name, unsigned index);

static unsigned target; // the format of the last renderbuffer

function eglGetProcAddress(const char *name);

static function find(const char *name)
{
    return real_egl(NULL, name);
}

// Whether `word` is in the list of that variable.
static int listed(const char *variable, const char *word)
{
    const char *list = getenv(variable);
    size_t length = strlen(word);

    while (list && *list) {
        size_t here = strcspn(list, ",");

        if (here == length && !strncmp(list, word, length))
            return 1;
        list += here + (list[here] == ',');
    }
    return 0;
}

static int is_dark(const char *word)
{
    return listed("FPSTRIPE_TEST_DARK", word);
}

static const unsigned char *get_string(unsigned name, unsigned index)
{
    const unsigned char *string = ((string_getter) find("glGetStringi"))(name, index);

    if (string && listed("FPSTRIPE_TEST_EXTENSION", (const char *) string))
        return (const unsigned char *) "GL_TEST_hidden";
    return string;
}

static int attribute_enabled(void)
{
    int enabled = 0;

    ((void (*)(unsigned, unsigned, int *)) find("glGetVertexAttribiv"))(
        0, GL_ATTRIBUTE_ENABLED, &enabled);
    return enabled;
}

static int has_attribute(void)
{
    int program = 0;

    ((void (*)(unsigned, int *)) find("glGetIntegerv"))(GL_CURRENT_PROGRAM, &program);
    return ((int (*)(unsigned, const char *)) find("glGetAttribLocation"))(
               (unsigned) program, "number") >= 0;
}

static int target_is_dark(void)
{
    static const struct {
        unsigned format;
        const char *name;
    } formats[] = {
        { GL_RGBA8, "rgba8" }, { GL_R32F, "r32f" },         { GL_RGBA32F, "rgba32f" },
        { GL_R32UI, "r32ui" }, { GL_RGBA32UI, "rgba32ui" },
    };

    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (formats[i].format == target && is_dark(formats[i].name))
            return 1;
    return 0;
}

static void draw_arrays(unsigned mode, int first, int count)
{
    if ((is_dark("triangles") && mode == GL_TRIANGLES) ||
        (is_dark("points") && mode == GL_POINTS) ||
        (is_dark("no-attribute") && !attribute_enabled()) ||
        (is_dark("attribute") && has_attribute()) || target_is_dark())
        return;
    ((void (*)(unsigned, int, int)) find("glDrawArrays"))(mode, first, count);
}

static void make_storage(unsigned kind, unsigned format, int width, int height)
{
    target = format;
    ((void (*)(unsigned, unsigned, int, int)) find("glRenderbufferStorage"))(
        kind, format, width, height);
}

static void read_even(int x, int y, int width, int height, unsigned format, unsigned type,
                      void *to)
{
    ((void (*)(int, int, int, int, unsigned, unsigned, void *)) find("glReadPixels"))(
        x, y, width, height, format, type, to);
    for (size_t i = 0;
         type == GL_UNSIGNED_BYTE && i < 4 * (size_t) width * (size_t) height; i++)
        ((unsigned char *) to)[i] &= 0xfe;
}

static void no_highp_format(unsigned stage, unsigned kind, int *range, int *bits)
{
    ((void (*)(unsigned, unsigned, int *, int *)) find("glGetShaderPrecisionFormat"))(
        stage, kind, range, bits);
    if (stage == GL_FRAGMENT_SHADER && kind == GL_HIGH_FLOAT)
        range[0] = range[1] = *bits = 0;
}

static void edit_source(unsigned shader, int count, const char *const *texts,
                        const int *lengths)
{
    static const struct {
        const char *variable, *from, *to; // of equal length
    } edits[] = {
        { "FPSTRIPE_TEST_NO_HIGHP", "GL_FRAGMENT_PRECISION_HIGH",
          "GL_FRAGMENT_PRECISION_NONE" },
        { "FPSTRIPE_TEST_CENTROID", "centroided = flattened = value;",
          "flattened=value;centroided=1.0;" },
    };

    for (int i = 0; i < 2 * count; i++) {
        char *word = (char *) (uintptr_t) texts[i / 2];

        while (getenv(edits[i % 2].variable) &&
               (word = strstr(word, edits[i % 2].from)) != NULL)
            memcpy(word, edits[i % 2].to, strlen(edits[i % 2].to));
    }
    ((void (*)(unsigned, int, const char *const *, const int *)) find("glShaderSource"))(
        shader, count, texts, lengths);
}

function eglGetProcAddress(const char *name)
{
    if (getenv("FPSTRIPE_TEST_EVEN") && !strcmp(name, "glReadPixels"))
        return (function) read_even;
    if (getenv("FPSTRIPE_TEST_NO_HIGHP") && !strcmp(name, "glGetShaderPrecisionFormat"))
        return (function) no_highp_format;
    if (!strcmp(name, "glShaderSource"))
        return (function) edit_source;
    if (listed("FPSTRIPE_TEST_ENTRY", name))
        return NULL;
    if (!strcmp(name, "glGetStringi"))
        return (function) get_string;
    if (!strcmp(name, "glDrawArrays"))
        return (function) draw_arrays;
    if (!strcmp(name, "glRenderbufferStorage"))
        return (function) make_storage;
    return find(name);
}

// SPDX-License-Identifier: MIT
//
// The values of uniforms: those that the user sets, and those of the names that people
// use for the time, the size of the picture, and textures.

#include "base/log.h"
#include "base/memory.h"
#include "base/png/png.h"
#include "base/text.h"
#include "shade/shade.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAMES 50 // characters of a list of names

// ---- --set ----

// Reads "nearest", "linear", "clamp" or "repeat" between commas behind a file's name.
static bool read_sampling(struct texture *texture, const char *words)
{
    while (*words == ',') {
        const size_t length = strcspn(++words, ",");

        if (length == 7 && !strncmp(words, "nearest", 7))
            texture->nearest = true;
        else if (length == 5 && !strncmp(words, "clamp", 5))
            texture->clamp = true;
        else if (length != 6 ||
                 (strncmp(words, "linear", 6) && strncmp(words, "repeat", 6)))
            return false;
        words += length;
    }
    return *words == '\0';
}

// Copies a picture, whose top row is the first, to four bytes a texel.
static uint8_t *bytes_of_picture(const struct png_picture *picture)
{
    const size_t width = (size_t) picture->width, height = (size_t) picture->height,
                 channels = (size_t) picture->channels;
    uint8_t *bytes = memory_new(4 * width * height, 1);

    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            const uint8_t *from =
                picture->bytes + channels * ((height - 1 - y) * width + x);
            uint8_t *to = bytes + 4 * (y * width + x);

            for (size_t k = 0; k < 3; k++)
                to[k] = from[channels > 1 ? k : 0];
            to[3] = channels == 4 ? from[3] : 255;
        }
    return bytes;
}

static bool set_picture(struct shade_set *set, const char *text, const char *value,
                        size_t length)
{
    struct png_picture picture;

    set->path = memory_format("%.*s", (int) length, value);
    if (!read_sampling(&set->texture, value + length)) {
        log_error("--set %s: behind FILE.png, use ,nearest and ,clamp", text);
        return false;
    }
    if (!png_read(set->path, &picture))
        return false;
    set->texture.width = picture.width;
    set->texture.height = picture.height;
    set->bytes = bytes_of_picture(&picture);
    set->texture.bytes = set->bytes;
    png_finish(&picture);
    return true;
}

static bool set_numbers(struct shade_set *set, const char *text, const char *value)
{
    for (const char *at = value;;) {
        double number;
        char *end;

        number = strtod(at, &end);
        if (!strncmp(at, "true", 4) || !strncmp(at, "false", 5)) {
            number = *at == 't';
            end = (char *) at + (*at == 't' ? 4 : 5);
        }
        if (end == at || (*end != ',' && *end != '\0')) {
            log_error("--set %s: not numbers with commas between, and no FILE.png", text);
            return false;
        }
        set->numbers =
            memory_resize(set->numbers, (size_t) set->count + 1, sizeof(double));
        set->numbers[set->count++] = number;
        if (*end == '\0')
            return true;
        at = end + 1;
    }
}

bool shade_read_set(struct shade_set *set, const char *text)
{
    const char *equals = strchr(text, '=');
    const size_t length = equals ? (size_t) (equals - text) : 0;
    const char *value = equals ? equals + 1 : "", *end = strstr(value, ".png");

    *set = (struct shade_set){ 0 };
    if (length == 0 || length >= sizeof set->name) {
        log_error("--set %s: use NAME=NUMBER[,NUMBER]... or NAME=FILE.png", text);
        return false;
    }
    memcpy(set->name, text, length);
    while (end && end[4] && end[4] != ',')
        end = strstr(end + 4, ".png");
    return end ? set_picture(set, text, value, (size_t) (end + 4 - value))
               : set_numbers(set, text, value);
}

void shade_set_finish(struct shade_set *set)
{
    free(set->numbers);
    free(set->bytes);
    free(set->path);
    *set = (struct shade_set){ 0 };
}

// ---- names ----

const char *shade_name(const char *name)
{
    return strncmp(name, "shade_", 6) ? name : name + 6;
}

static uint32_t elements_of(const struct program_external *external)
{
    return external->count / external->element;
}

// Finds which values of a uniform a name means: all, or those of an element, "w[2]".
// Returns how many, 0 if it is the name of another one.
static uint32_t values_named(const struct program_external *external, const char *name,
                             uint32_t *first)
{
    const char *own = shade_name(external->name);
    const size_t length = strlen(own);
    char *end;
    unsigned long index;

    *first = 0;
    if (strncmp(name, own, length) || external->source != PROGRAM_UNIFORM)
        return 0;
    if (!name[length])
        return external->count;
    if (name[length] != '[' || elements_of(external) < 2)
        return 0;
    index = strtoul(name + length + 1, &end, 10);
    if (end == name + length + 1 || strcmp(end, "]") || index >= elements_of(external))
        return 0;
    *first = (uint32_t) index * external->element;
    return external->element;
}

static const struct shade_set *uniform_set(const struct shade_scene *scene,
                                           const struct program_external *external,
                                           uint32_t value)
{
    const struct shade_set *found = NULL;

    for (int i = 0; i < scene->set_count; i++) {
        uint32_t first, count = values_named(external, scene->sets[i].name, &first);

        if (value >= first && value - first < count)
            found = &scene->sets[i];
    }
    return found;
}

const struct texture *shade_texture(const struct shade_scene *scene,
                                    const struct program_external *external,
                                    uint32_t element, const char **path)
{
    const struct shade_set *set = uniform_set(scene, external, element);

    *path = set ? set->path : NULL;
    return set ? &set->texture : &texture_test;
}

const struct texture **shade_textures(const struct shade_scene *scene,
                                      const struct program *program)
{
    const struct texture **list = memory_new(program->texture_count + 1, sizeof *list);

    for (uint32_t e = 0; e < program->external_count; e++) {
        const struct program_external *external = &program->externals[e];
        const char *path;

        for (uint32_t k = 0; external->kind == PROGRAM_SAMPLER && k < external->count;
             k++)
            list[external->texture + k] = shade_texture(scene, external, k, &path);
    }
    return list;
}

// ---- values that nobody sets ----

// The size of the texture of that name, if the program has one.
static bool put_texture_size(const struct shade_scene *scene,
                             const struct program *program, const char *name,
                             size_t length, double *numbers, uint32_t count)
{
    for (uint32_t e = 0; e < program->external_count; e++) {
        const struct program_external *external = &program->externals[e];
        const char *own = shade_name(external->name), *path;
        const struct texture *texture;

        if (external->kind != PROGRAM_SAMPLER || strlen(own) != length ||
            strncmp(own, name, length))
            continue;
        texture = shade_texture(scene, external, 0, &path);
        for (uint32_t k = 0; k < count; k++)
            numbers[k] = k == 0 ? texture->width : k == 1 ? texture->height : 1.0;
        return true;
    }
    return false;
}

static void put_known(const struct shade_scene *scene, const struct program *program,
                      const struct program_external *external, double *numbers)
{
    static const char *const times[] = { "iTime", "iGlobalTime",  "u_time", "uTime",
                                         "time",  "iChannelTime", NULL };
    static const char *const sizes[] = { "iResolution", "u_resolution", "uResolution",
                                         "resolution", NULL };
    static const char *const frames[] = { "iFrame", "u_frame", "frame", NULL };
    const char *name = shade_name(external->name), *end = strstr(name, "Resolution");

    if (text_is_among(name, sizes))
        for (uint32_t k = 0; k < external->count; k++)
            numbers[k] = k == 0 ? scene->width : k == 1 ? scene->height : k == 2;
    else if (!strcmp(name, "iChannelResolution"))
        for (uint32_t k = 0; k < elements_of(external); k++) {
            const char channel[] = { 'i', 'C', 'h',
                                     'a', 'n', 'n',
                                     'e', 'l', (char) ('0' + k % 10) };

            put_texture_size(scene, program, channel, sizeof channel,
                             numbers + k * external->element, external->element);
        }
    else if (end && end > name)
        put_texture_size(scene, program, name, (size_t) (end - name), numbers,
                         external->count);
    for (uint32_t k = 0; k < external->count; k++)
        if (text_is_among(name, times))
            numbers[k] = scene->time;
    if (text_is_among(name, frames))
        numbers[0] = floor(scene->time * 60.0);
    if (!strcmp(name, "iTimeDelta"))
        numbers[0] = 1.0 / 60.0;
    if (!strcmp(name, "iFrameRate"))
        numbers[0] = 60.0;
    if (!strcmp(name, "iSampleRate"))
        numbers[0] = 44100.0;
}

void shade_uniform(const struct shade_scene *scene, const struct program *program,
                   const struct program_external *external, double *numbers)
{
    memset(numbers, 0, external->count * sizeof *numbers);
    if (external->kind == PROGRAM_SAMPLER)
        return;
    put_known(scene, program, external, numbers);
    for (int i = 0; i < scene->set_count; i++) {
        const struct shade_set *set = &scene->sets[i];
        uint32_t first, count = values_named(external, set->name, &first);

        for (uint32_t k = 0; k < count && k < (uint32_t) set->count; k++)
            numbers[first + k] = set->numbers[k];
    }
}

// ---- what --set may be ----

static bool say_no_uniform(const struct program *program, const char *name)
{
    char list[NAMES + 8] = "";

    for (uint32_t e = 0; e < program->external_count; e++) {
        const struct program_external *external = &program->externals[e];
        const char *own = shade_name(external->name), *comma = list[0] ? ", " : "";

        if (external->source != PROGRAM_UNIFORM || !external->used)
            continue;
        if (strlen(list) + strlen(own) + 10 > NAMES) {
            text_add(list, sizeof list, ", ...");
            break;
        }
        if (elements_of(external) > 1)
            text_add(list, sizeof list, "%s%s[0..%u]", comma, own,
                     elements_of(external) - 1);
        else
            text_add(list, sizeof list, "%s%s", comma, own);
    }
    log_error("--set %s: no such uniform; the shader has %s", name,
              list[0] ? list : "none");
    return false;
}

// Returns the range of the numbers of a kind of uniforms, and its name.
static const char *uniform_range(enum program_kind kind, double *low, double *high)
{
    static const struct {
        const char *name;
        double low, high;
    } ranges[] = {
        [PROGRAM_FLOAT] = { "a float", -(double) FLT_MAX, (double) FLT_MAX },
        [PROGRAM_INT] = { "an int", -0x1p31, 0x1p31 - 1.0 },
        [PROGRAM_UINT] = { "a uint", 0.0, 0x1p32 - 1.0 },
        [PROGRAM_BOOL] = { "a bool", 0.0, 1.0 },
    };

    *low = ranges[kind].low;
    *high = ranges[kind].high;
    return ranges[kind].name;
}

static bool is_settable(const struct shade_set *set,
                        const struct program_external *external, uint32_t count)
{
    double low, high;
    const char *kind;

    if ((external->kind == PROGRAM_SAMPLER) != (set->path != NULL)) {
        log_error("--set %s: it is %s; use %s", set->name,
                  set->path ? "no sampler" : "a sampler",
                  set->path ? "numbers" : "FILE.png");
        return false;
    }
    if (set->path)
        return true;
    if ((uint32_t) set->count != count) {
        log_error("--set %s: it has %u number%s, and %d %s given", set->name, count,
                  count == 1 ? "" : "s", set->count, set->count == 1 ? "is" : "are");
        return false;
    }
    kind = uniform_range(external->kind, &low, &high);
    for (int k = 0; k < set->count; k++) {
        const double x = set->numbers[k];

        if ((x >= low && x <= high &&
             (external->kind == PROGRAM_FLOAT || x == floor(x))) ||
            (external->kind == PROGRAM_FLOAT && !isfinite(x)))
            continue;
        log_error("--set %s: %.10g is not %s", set->name, x, kind);
        return false;
    }
    return true;
}

bool shade_check_sets(const struct shade_scene *scene, const struct program *program)
{
    for (int i = 0; i < scene->set_count; i++) {
        const struct shade_set *set = &scene->sets[i];
        bool any = false;

        for (uint32_t e = 0; e < program->external_count; e++) {
            uint32_t first,
                count = values_named(&program->externals[e], set->name, &first);

            if (count && !is_settable(set, &program->externals[e], count))
                return false;
            any |= count > 0;
        }
        if (!any)
            return say_no_uniform(program, set->name);
    }
    return true;
}

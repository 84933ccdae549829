// SPDX-License-Identifier: MIT
//
// Draws a shader on a real device, with the uniforms and textures of the scene.

#include "base/memory.h"
#include "device/gl_shade.h"
#include "shade/shade.h"

#include <stdio.h>
#include <stdlib.h>

// What a device is given, and its memory.
struct real {
    struct gl_shade asked;
    struct gl_shade_uniform *uniforms;
    struct gl_shade_texture textures[GL_SHADE_TEXTURES];
    double *numbers; // of all uniforms
};

// Copies a texture, the test picture too, to bytes that the caller owns.
static uint8_t *texture_bytes(const struct texture *texture)
{
    const size_t width = (size_t) texture->width, height = (size_t) texture->height;
    uint8_t *bytes = memory_new(4 * width * height, 1);

    for (size_t i = 0; i < 4 * width * height; i++)
        bytes[i] = (uint8_t) texture_byte(texture, (int) (i / 4 % width),
                                          (int) (i / 4 / width), (int) (i % 4));
    return bytes;
}

static bool real_add_texture(struct real *real, const struct shade_scene *scene,
                             const struct program_external *external, uint32_t element)
{
    struct gl_shade_texture *to = &real->textures[real->asked.texture_count];
    const char *path;
    const struct texture *from = shade_texture(scene, external, element, &path);

    if (real->asked.texture_count == GL_SHADE_TEXTURES)
        return false;
    *to = (struct gl_shade_texture){ .width = from->width,
                                     .height = from->height,
                                     .bytes = texture_bytes(from),
                                     .nearest = from->nearest,
                                     .clamp = from->clamp };
    if (external->count > 1)
        snprintf(to->name, sizeof to->name, "%s[%u]", external->name, element);
    else
        snprintf(to->name, sizeof to->name, "%s", external->name);
    real->asked.texture_count++;
    return true;
}

static void real_add_uniform(struct real *real, const struct program_external *external,
                             const double *numbers)
{
    const uint32_t columns = external->columns;

    real->uniforms[real->asked.uniform_count++] = (struct gl_shade_uniform){
        .name = external->name,
        .count = (int) (external->count / external->element),
        .columns = (int) columns,
        .rows = (int) (external->element / columns),
        .kind = external->kind == PROGRAM_FLOAT  ? GL_SHADE_FLOAT
                : external->kind == PROGRAM_UINT ? GL_SHADE_UINT
                                                 : GL_SHADE_INT,
        .numbers = numbers,
    };
}

static bool real_fill(struct real *real, struct device *device,
                      const struct program *program, const struct shade_scene *scene)
{
    double *numbers = real->numbers;

    for (uint32_t e = 0; e < program->external_count; e++) {
        const struct program_external *external = &program->externals[e];

        if (external->source != PROGRAM_UNIFORM || !external->used)
            continue;
        if (external->is_block) {
            snprintf(device->reason, sizeof device->reason,
                     "%s: a real device is given no uniform blocks", external->name);
            return false;
        }
        for (uint32_t k = 0; external->kind == PROGRAM_SAMPLER && k < external->count;
             k++)
            if (!real_add_texture(real, scene, external, k)) {
                snprintf(device->reason, sizeof device->reason,
                         "a real device is given at most %d textures", GL_SHADE_TEXTURES);
                return false;
            }
        if (external->kind == PROGRAM_SAMPLER)
            continue;
        shade_uniform(scene, program, external, numbers);
        real_add_uniform(real, external, numbers);
        numbers += external->count;
    }
    return true;
}

bool shade_draw_real(struct device *device, const struct shade *shade,
                     const struct program *program, const struct shade_scene *scene,
                     double *out)
{
    const size_t size = 4 * (size_t) scene->width * (size_t) scene->height;
    struct real real = { .asked = { .text = shade->input.text,
                                    .width = scene->width,
                                    .height = scene->height } };
    float *pixels = memory_new(size, sizeof *pixels);
    bool ok;

    real.uniforms = memory_new(program->external_count + 1, sizeof *real.uniforms);
    real.numbers = memory_new(program->value_count + 1, sizeof *real.numbers);
    real.asked.uniforms = real.uniforms;
    real.asked.textures = real.textures;
    ok = real_fill(&real, device, program, scene) &&
         gl_shade_draw(device, &real.asked, pixels);
    for (size_t i = 0; ok && i < size; i++)
        out[i] = (double) pixels[i];
    for (int i = 0; i < real.asked.texture_count; i++)
        free((void *) real.textures[i].bytes);
    free(real.uniforms);
    free(real.numbers);
    free(pixels);
    return ok;
}

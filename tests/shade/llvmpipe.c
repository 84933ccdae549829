// SPDX-License-Identifier: MIT

#include "tests/shade/llvmpipe.h"

#include "base/environment.h"
#include "base/fp_bits.h"
#include "base/memory.h"
#include "device/gl_shade.h"
#include "shade/compile.h"
#include "shade/shade.h"

#if defined(__x86_64__)
#    include <cpuid.h>
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct device driver;
static struct shade_device simulated;
static bool is_softpipe;

#if defined(__x86_64__)
static bool has_f16c(void)
{
    unsigned a, b, c, d;

    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}
#endif

// Mesa 22.3 is the first whose llvmpipe computes mediump in binary16.
static bool is_expected(const char *renderer)
{
    int release = 0;
    const char *mesa = strstr(driver.facts.version, "Mesa ");

    if (mesa && sscanf(mesa, "Mesa %d", &release) == 1 && release >= 22 &&
        strstr(driver.facts.renderer, renderer))
        return shade_device_open(&simulated,
                                 "fake:rne,mediump=11,ftz,ints=16,separate-fma",
                                 release < 24 ? "llvmpipe-22.3" : "llvmpipe-25.0");
    printf("# %s is not %s of Mesa 22.3 or later\n", driver.facts.renderer, renderer);
    return false;
}

static bool oracle_open(const char *renderer)
{
    environment_start();
    if (compile_available() && device_open(&driver, "surfaceless/es3", NULL))
        return is_expected(renderer);
    printf("# no glslang, or no surfaceless EGL\n");
    return false;
}

bool llvmpipe_start(void)
{
#if defined(__x86_64__)
    if (!has_f16c()) {
        printf("# without F16C, llvmpipe's mediump has 24 bits\n");
        return false;
    }
#endif
    return oracle_open("llvmpipe");
}

bool softpipe_start(void)
{
    is_softpipe = true;
    setenv("GALLIUM_DRIVER", "softpipe", 1);
    return oracle_open("softpipe");
}

// softpipe has GLSL ES 3.10, whose extension has `precise`.
static void take_es31(struct shade *shade)
{
    char *text =
        memory_format("#version 310 es\n#extension GL_EXT_gpu_shader5 : require%s",
                      shade->input.text + strcspn(shade->input.text, "\n"));

    free(shade->input.text);
    shade->input.text = text;
}

static bool is_same(float got, float want)
{
    return fp_bits(got) == fp_bits(want) || (isnan(got) && isnan(want));
}

static bool is_equal(const struct shade *shade, const struct shade_scene *scene,
                     const double *got, const double *want)
{
    for (int i = 0; i < scene->width * scene->height * 4; i++)
        if (!is_same((float) got[i], (float) want[i])) {
            printf("# %s: pixel %d,%d channel %d: got %a, the driver %a\n", shade->name,
                   i / 4 % scene->width, i / 4 / scene->width, i % 4, got[i], want[i]);
            return false;
        }
    return true;
}

enum oracle oracle_ask(const char *name, const char *text, int width, int height)
{
    struct shade_set sets[] = {
        { .name = "near", .texture = texture_test, .path = "" },
        { .name = "near_too", .texture = texture_test, .path = "" }
    };
    struct shade_scene scene = {
        .width = width, .height = height, .time = 1.7, .sets = sets, .set_count = 2
    };
    const struct texture **textures = NULL;
    const size_t size = 4 * (size_t) width * (size_t) height;
    double *got = memory_new(size, sizeof *got);
    double *want = memory_new(size, sizeof *want);
    struct shade shade;
    struct program program = { 0 };
    enum oracle said = ORACLE_REFUSES;
    bool ok = shade_take(&shade, name, text) &&
              shade_program(&shade, simulated.traits, &program);

    sets[0].texture.nearest = sets[1].texture.nearest = true;
    scene.textures = textures = shade_textures(&scene, &program);
    if (ok && is_softpipe)
        take_es31(&shade);
    if (ok && shade_draw(&program, &simulated.machine, &scene, NULL, got) &&
        shade_draw_real(&driver, &shade, &program, &scene, want))
        said = is_equal(&shade, &scene, got, want) ? ORACLE_AGREES : ORACLE_DIFFERS;
    if (said == ORACLE_REFUSES && gl_shade_log()[0])
        printf("# %s: %s\n", name, gl_shade_log());
    free(textures);
    program_finish(&program);
    shade_close(&shade);
    free(want);
    free(got);
    return said;
}

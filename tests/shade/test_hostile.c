// SPDX-License-Identifier: MIT
//
// Damaged SPIR-V is refused, or means another program; it never crashes.

#include "base/clock.h"
#include "base/memory.h"
#include "shade/compile.h"
#include "shade/shade.h"
#include "tests/shared/group.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUN_NS 20000000

static bool start(void)
{
    if (!compile_available())
        print_message("# no glslang\n");
    return compile_available();
}

static struct group this_group = { .name = "hostile_spirv", .start = start };

static uint64_t seed = 88172645463325252u;

static uint32_t draw(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t) (seed >> 20) % below;
}

// Changes words: to another word of the module, by a bit, to a small number, to nothing.
static void damage(uint32_t *words, size_t *count)
{
    uint32_t all = (uint32_t) *count;

    for (uint32_t n = 1 + draw(4); n > 0; n--) {
        uint32_t at = draw(8) ? 5 + draw(all - 5) : draw(all);

        switch (draw(5)) {
        case 0: words[at] ^= 1u << draw(32); break;
        case 1: words[at] = words[draw(all)]; break;
        case 2: words[at] = draw(300); break;
        case 3: words[at] = (words[at] & 0xffff0000u) | draw(330); break;
        default: words[at] += draw(5) - 2; break;
        }
    }
    if (draw(20) == 0)
        *count = draw(all);
}

// Draws one tile of what is left, if it is still a program.
static bool try_words(const uint32_t *words, size_t count,
                      const struct machine_device *device)
{
    char fault[200];
    uint32_t line;
    struct spirv spirv;
    struct program program = { 0 };
    bool ok = spirv_read(&spirv, words, count) &&
              lower(&spirv, lower_traits_find("llvmpipe-22.3"), &program, fault, &line);

    if (ok) {
        struct machine machine;

        machine_init(&machine, &program, device);
        machine.width = machine.height = MACHINE_SIDE;
        machine.deadline_ns = clock_now_ns() + RUN_NS;
        machine_start(&machine);
        machine_run(&machine, 0, 0);
        machine_finish(&machine);
    }
    program_finish(&program);
    spirv_finish(&spirv);
    return ok;
}

static void damage_shader(const char *name, const struct machine_device *device,
                          int times, int *accepted)
{
    char path[4096];
    struct input input;
    uint32_t *words, *copy;
    size_t count;

    snprintf(path, sizeof path, SHADERS "/%s.frag", name);
    assert_true(input_read(&input, path));
    assert_true(compile(&input, path, &words, &count));
    assert_true(try_words(words, count, device));
    copy = memory_new(count, sizeof *copy);
    for (int n = 0; n < times; n++) {
        size_t left = count;

        memcpy(copy, words, count * sizeof *copy);
        damage(copy, &left);
        *accepted += try_words(copy, left, device);
    }
    free(copy);
    free(words);
    input_finish(&input);
}

TEST(damaged_words)
{
    static const char *const names[] = { "switch", "structs", "matrices",
                                         "arrays", "returns", "bits",
                                         "noise",  "inout",   "textures" };
    struct shade_device exact;
    int times = group_every ? 100000 : 400, accepted = 0;

    shade_device_exact(&exact);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        damage_shader(names[i], &exact.machine, times, &accepted);
    print_message("# %d of %d damaged modules are still programs\n", accepted,
                  times * (int) COUNT_OF(names));
}

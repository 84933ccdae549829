// SPDX-License-Identifier: MIT

#include "base/deviation.h"

static const struct {
    const char *name, *title;
} words[DEVIATION_COUNT] = {
    [DEVIATION_NONE] = { "none", "" },
    [DEVIATION_GLSL] = { "glsl", "GLSL" },
    [DEVIATION_IEEE754] = { "ieee754", "IEEE 754" },
    [DEVIATION_VULKAN] = { "vulkan", "Vulkan's bound" },
};

const char *deviation_name(int deviation)
{
    return words[deviation].name;
}

const char *deviation_title(enum deviation deviation)
{
    return words[deviation].title;
}

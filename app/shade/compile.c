// SPDX-License-Identifier: MIT

#include "shade/compile.h"

#include "base/log.h"
#include "base/module.h"
#include "shade/module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool compile_available(void)
{
    char path[MODULE_PATH];

    return module_find("shade", SHADE_MODULE, path);
}

static const struct shade_module *compile_open_module(void)
{
    static const struct module glslang = {
        "shade",
        SHADE_MODULE,
        "shade_module",
        "shade",
        "glslang (Debian: glslang-dev, spirv-tools, g++)",
        SHADE_DATA_SIZE,
    };

    return module_open(&glslang);
}

// Logs the first error of glslang, "ERROR: 0:12: 'x' : undeclared identifier", with the
// user's file in the place of the number of the text.
static void compile_say_error(const char *name, const char *log)
{
    const char *error = strstr(log, "ERROR:");
    int line = 0, used = 0;

    if (!error) {
        log_error("%s: the compiler gives no reason", name);
        return;
    }
    error += strlen("ERROR:");
    error += strspn(error, " ");
    if (sscanf(error, "%*d:%d:%n", &line, &used) == 1 && used > 0)
        error += used + (int) strspn(error + used, " ");
    if (line > 0)
        log_error("%s:%d: %.*s", name, line, (int) strcspn(error, "\n"), error);
    else
        log_error("%s: %.*s", name, (int) strcspn(error, "\n"), error);
}

bool compile(const struct input *input, const char *name, uint32_t **words, size_t *count)
{
    const struct shade_module *module = compile_open_module();
    const struct shade_glsl glsl = { input->text, input->version, input->es };
    struct shade_spirv spirv = { 0 };

    *words = NULL;
    if (!module)
        return false;
    if (module->compile(&glsl, &spirv)) {
        *words = spirv.words;
        *count = spirv.count;
    } else {
        compile_say_error(name, spirv.log ? spirv.log : "");
    }
    free(spirv.log);
    return *words != NULL;
}

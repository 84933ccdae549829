// SPDX-License-Identifier: MIT
//
// The module fpstripe-glslang.so: compiles GLSL by the C interface of glslang.

#include "config.h"
#include "shade/module.h"

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <stdlib.h>
#include <string.h>

// glslang_spv_options_t without the members that only newer releases have.
static void generate(glslang_program_t *program)
{
    glslang_spv_options_t options;

    memset(&options, 0, sizeof options);
    options.generate_debug_info = true;
    options.disable_optimizer = true;
    glslang_program_SPIRV_generate_with_options(program, GLSLANG_STAGE_FRAGMENT,
                                                &options);
}

static char *copy_text(const char *text)
{
    return strdup(text ? text : "");
}

static bool take_words(glslang_program_t *program, struct shade_spirv *spirv)
{
    size_t count;

    generate(program);
    count = glslang_program_SPIRV_get_size(program);
    spirv->words = count > 0 ? malloc(count * sizeof *spirv->words) : NULL;
    if (!spirv->words)
        return false;
    glslang_program_SPIRV_get(program, spirv->words);
    spirv->count = count;
    return true;
}

static bool link_program(glslang_shader_t *shader, glslang_messages_t messages,
                         struct shade_spirv *spirv)
{
    glslang_program_t *program = glslang_program_create();
    bool ok = false;

    glslang_program_add_shader(program, shader);
    if (glslang_program_link(program, messages) && glslang_program_map_io(program))
        ok = take_words(program, spirv);
    else
        spirv->log = copy_text(glslang_program_get_info_log(program));
    glslang_program_delete(program);
    return ok;
}

static bool glslang_module_compile(const struct shade_glsl *glsl,
                                   struct shade_spirv *spirv)
{
    const glslang_messages_t messages = GLSLANG_MSG_SPV_RULES_BIT;
    const glslang_input_t input = {
        .language = GLSLANG_SOURCE_GLSL,
        .stage = GLSLANG_STAGE_FRAGMENT,
        .client = GLSLANG_CLIENT_OPENGL,
        .client_version = GLSLANG_TARGET_OPENGL_450,
        .target_language = GLSLANG_TARGET_SPV,
        .target_language_version = GLSLANG_TARGET_SPV_1_0,
        .code = glsl->text,
        .default_version = glsl->version,
        .default_profile = glsl->es ? GLSLANG_ES_PROFILE : GLSLANG_CORE_PROFILE,
        .messages = messages,
        .resource = glslang_default_resource(),
    };
    glslang_shader_t *shader;
    bool ok = false;

    *spirv = (struct shade_spirv){ 0 };
    if (!glslang_initialize_process())
        return false;
    shader = glslang_shader_create(&input);
    glslang_shader_set_options(shader, GLSLANG_SHADER_AUTO_MAP_BINDINGS |
                                           GLSLANG_SHADER_AUTO_MAP_LOCATIONS);
    if (glslang_shader_preprocess(shader, &input) && glslang_shader_parse(shader, &input))
        ok = link_program(shader, messages, spirv);
    else
        spirv->log = copy_text(glslang_shader_get_info_log(shader));
    glslang_shader_delete(shader);
    glslang_finalize_process();
    return ok;
}

__attribute__((visibility("default"))) const struct shade_module shade_module = {
    .head = { FPSTRIPE_VERSION, SHADE_DATA_SIZE },
    .compile = glslang_module_compile,
};

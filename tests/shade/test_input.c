// SPDX-License-Identifier: MIT
//
// Texts in the forms that people have become GLSL ES 3.20 with the same lines.

#include "base/log.h"
#include "shade/input.h"
#include "tests/shared/group.h"

#include <string.h>

static struct group this_group = { .name = "shade_input" };

static const struct {
    const char *name, *text, *form;
    const char *has, *lacks; // of the new text
} forms[] = {
    { "es_100", "void main() { gl_FragColor = vec4(1.0); }", "GLSL ES 1.00",
      "void shade_main() { shade_color = vec4(1.0); }", "gl_FragColor" },
    { "coordinates_are_mediump", "void main() { gl_FragColor = gl_FragCoord; }",
      "GLSL ES 1.00", "shade_coord = gl_FragCoord; shade_main();", NULL },
    { "data", "void main() { gl_FragData[0] = vec4(1.0); }", "GLSL ES 1.00",
      "shade_data[0] = vec4(1.0)", "gl_FragData" },
    { "varying", "varying vec2 vUv;\nvoid main() {}", "GLSL ES 1.00", "in vec2 vUv;",
      "varying" },
    { "later_functions", "float tanh(float x) { return x; } void main() {}",
      "GLSL ES 1.00", "float shade_tanh(float x)", NULL },
    { "later_keywords", "uniform vec4 sample, buffer; void main() {}", "GLSL ES 1.00",
      "uniform vec4 shade_sample, shade_buffer;", NULL },
    { "comments_stay", "// gl_FragColor\n/* tanh */ void main() {}", "GLSL ES 1.00",
      "// gl_FragColor\n/* tanh */ void shade_main", NULL },
    { "extensions_go", "#extension GL_OES_standard_derivatives : enable\nvoid main() {}",
      "GLSL ES 1.00", "#line 1\n\nvoid shade_main", "#extension" },
    { "textures",
      "uniform sampler2D texture; void main() { texture2DLodEXT(texture, p); }",
      "GLSL ES 1.00", "textureLod(shade_texture, p)", NULL },
    { "es_300", "#version 300 es\nout vec4 c; void main() { c = vec4(1.0); }", "GLSL ES",
      "#version 320 es\n#line 1\n\nout vec4 c; void main()", "300" },
    { "es_300_names", "#version 300 es\nfloat fma; void main() {}", "GLSL ES",
      "float shade_fma;", NULL },
    { "es_320", "#version 320 es\nprecise float x; void main() {}", "GLSL ES",
      "precise float x;", "shade_precise" },
    { "gl_330", "#version 330 core\nout vec4 c; void main() { c = vec4(1.0); }", "GLSL",
      "#version 330 core\n#line 1\n", NULL },
    { "shadertoy", "void mainImage(out vec4 c, in vec2 p) { c = vec4(p, 0, 1); }",
      "Shadertoy", "uniform vec3 iResolution;", NULL },
    { "version_after_comment", "/* a */ // b\n#version 310 es\nvoid main() {}", "GLSL ES",
      "#version 320 es", "310" },
};

TEST_EACH(becomes, forms)
{
    const char *name = *(const char *const *) *state;
    struct input input;

    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        if (strcmp(forms[i].name, name) != 0)
            continue;
        assert_true(input_take(&input, name, forms[i].text));
        assert_string_equal(input.form, forms[i].form);
        if (!strstr(input.text, forms[i].has))
            fail_msg("no '%s' in:\n%s", forms[i].has, input.text);
        if (forms[i].lacks && strstr(input.text, forms[i].lacks))
            fail_msg("'%s' is in:\n%s", forms[i].lacks, input.text);
        input_finish(&input);
    }
}

TEST(refuses_versions)
{
    static const char *const texts[] = { "#version 120\nvoid main() {}",
                                         "#version 300\nvoid main() {}",
                                         "#version 330 es\nvoid main() {}" };
    struct input input;

    log_hold(true);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        assert_false(input_take(&input, "it", texts[i]));
        assert_non_null(strstr(log_last_error(), "is not supported"));
        input_finish(&input);
    }
    log_hold(false);
}

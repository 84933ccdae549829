// SPDX-License-Identifier: MIT
//
// The interface between the program and the module that compiles GLSL to SPIR-V. The
// module wraps glslang, which is several megabytes of C++: only `shade` loads it.

#ifndef SHADE_MODULE_H
#define SHADE_MODULE_H

#include "base/module.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHADE_MODULE "fpstripe-glslang.so"

// A fragment shader, whose first line is its #version. `es`: it is GLSL ES.
struct shade_glsl {
    const char *text;
    int version;
    bool es;
};

// SPIR-V with the lines of the text, or the compiler's messages. Both are malloc'd, and
// the program frees them; `words` is NULL if the text is no valid shader.
struct shade_spirv {
    uint32_t *words;
    size_t count;
    char *log;
};

// The type of `shade_module`, the module's only symbol.
struct shade_module {
    struct module_head head; // with SHADE_DATA_SIZE

    // Returns true if `spirv` has words.
    bool (*compile)(const struct shade_glsl *glsl, struct shade_spirv *spirv);
};

#define SHADE_DATA_SIZE \
    (sizeof(struct shade_glsl) + sizeof(struct shade_spirv) + sizeof(struct shade_module))

#endif // SHADE_MODULE_H

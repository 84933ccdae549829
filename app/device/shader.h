// SPDX-License-Identifier: MIT
//
// The text of shaders: those of shaders/, embedded at build time, and those of a user's
// directory that replace them.

#ifndef DEVICE_SHADER_H
#define DEVICE_SHADER_H

#include "base/drawn.h"
#include "probe/probe.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// No shader of a user is larger; bytes.
#define SHADER_FILE_MAX (1 << 20)

// Ends with a zeroed entry. Names are paths below shaders/ without their ending.
struct shader_source {
    const char *name;
    const char *text;
    const uint64_t
        *rows;     // [row_count]: the hash of each row of its expressions; the last
    int row_count; // is of every row that no statement of the shader names
};

extern const struct shader_source shader_sources[];

// The text of that name, which there is.
const char *shader_embedded(const char *name);

// Returns the hash of a row of a probe's GLSL (shaders/embed.py): another one asks
// something else. Comments, white space and other rows do not count.
uint64_t shader_row_hash(const char *probe, int row);

// The dialect that a context speaks.
struct shader_dialect {
    bool es;
    int version;           // 100, 300, 310, 320; 330 ... 460
    const char *extension; // to be enabled for `precise` and fma(), or NULL
    bool precise;          // the qualifier exists, and fma()
    bool pack_half;        // packHalf2x16 exists
    bool fp64;             // the type double exists
    int texture_size;      // of the widest texture
    bool buffer;           // operands come in a buffer texture (prelude/cases.glsl)
    const char *float16;   // the extension that has float16_t, or NULL
    struct drawn way;      // how the picture is drawn
};

// The source of a probe for one way of asking, malloc'd; for the vertex stage this is
// the vertex shader. `folder`, unless NULL, may hold NAME.glsl. Returns NULL, after
// logging why, if a file there cannot be read.
char *shader_text(const struct shader_dialect *dialect, const struct probe *probe,
                  const struct probe_params *params, const char *folder);

// The shader of the other stage that goes with a fragment or vertex shader: it fills the
// target, or carries what a fragment is to vary; or it passes a vertex's bits on.
// malloc'd.
char *shader_other_text(const struct shader_dialect *dialect, const struct probe *probe,
                        const struct probe_params *params);

// A shader of what is drawn into depth buffers (probe/drawn.h): of the first program of a
// way, 2 * way, or the second, 2 * way + 1. malloc'd.
char *shader_depth_text(const struct shader_dialect *dialect, const struct probe *probe,
                        const struct probe_params *params, enum stage stage, int program);

#endif // DEVICE_SHADER_H

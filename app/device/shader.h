// SPDX-License-Identifier: MIT
//
// The text of shaders: those of shaders/, embedded at build, and those that a folder
// of the user's puts in their place.

#ifndef SHADER_H
#define SHADER_H

#include "probe/probe.h"

#include <stdbool.h>
#include <stddef.h>

// Ends with a zeroed entry. Names are paths below shaders/ without their ending.
struct shader_source {
    const char *name;
    const char *text;
};

extern const struct shader_source shader_sources[];

// The dialect that a context speaks.
struct shader_dialect {
    bool es;
    int version;           // 100, 300, 310, 320; 330 ... 460
    const char *extension; // to be enabled for `precise` and fma(), or NULL
    bool precise;          // the qualifier exists, and fma()
    bool pack_half;        // packHalf2x16 exists
    bool fp64;             // the type double exists
    const char *float16;   // the extension that has float16_t, or NULL
};

// The source of a probe for one way of asking, malloc'd; for the vertex stage this is
// the vertex shader. `folder`, unless NULL, may hold NAME.glsl. Returns NULL, after
// logging why, if a file there cannot be read or there is no memory.
char *shader_text(const struct shader_dialect *dialect, const struct probe *probe,
                  const struct probe_params *params, const char *folder);

// The fragment shader that belongs to a probe at the vertex stage, written in `form`;
// malloc'd, NULL as above.
char *shader_pass_text(const struct shader_dialect *dialect, enum form form);

// The vertex shader of a probe whose lines want a varying: a point a pixel; malloc'd,
// NULL as above.
char *shader_vary_text(const struct shader_dialect *dialect, const struct probe *probe,
                       const struct probe_params *params);

// The vertex shader of a picture that fills its target; malloc'd, NULL as above.
char *shader_fill_text(const struct shader_dialect *dialect);

#endif // SHADER_H

// SPDX-License-Identifier: MIT
//
// A compute shader of one's own on a GL device, over one buffer of words, and how long
// it takes: for benchmarks, which ask no probe.

#ifndef GL_COMPUTE_H
#define GL_COMPUTE_H

#include "device/device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gl_compute {
    struct device *device;
    unsigned program, buffer; // GL names
    size_t words;
};

// Why this device has no compute shaders; NULL if it has. Any device may be asked.
const char *gl_compute_lacks(const struct device *device);

// Whether a device that lacks nothing has an extension.
bool gl_compute_has(const struct device *device, const char *extension);

// Compiles `body` for a device that lacks nothing; `words` words of buffer. `body` has a
// main() and declares the buffer itself, at binding 0 of std430; it begins after the
// version, `extensions` (lines, or "") and the default precision. There it finds
//     uniform vec4 k; uniform uint count, size; uint number();
// number() tells the invocations [0, 256 groups) apart.
// Returns false, with why in device->reason, if the driver does not take it; `compute` is
// then zeroed.
bool gl_compute_open(struct gl_compute *compute, struct device *device,
                     const char *extensions, const char *body, size_t words);

// One call: the buffer is set to `fill`, then the shader runs `groups` times 256
// invocations, up to 2^24 groups. `ns` is from when the driver is asked until it has
// finished.
struct gl_compute_call {
    float k[4];
    unsigned count, size;
    unsigned groups;
    uint32_t fill;
    double ns;
};

// Returns false, with why in device->reason, if the driver refuses.
bool gl_compute_run(struct gl_compute *compute, struct gl_compute_call *call);

// Copies the first `words` words of the buffer. Returns false likewise.
bool gl_compute_read(struct gl_compute *compute, uint32_t *to, size_t words);

// Accepts a zeroed struct and leaves one.
void gl_compute_close(struct gl_compute *compute);

#endif // GL_COMPUTE_H

// SPDX-License-Identifier: MIT
//
// Fills a buffer of a GL device with a function's results: one 32-bit word for each
// number of a sweep. A compute shader writes it; a fragment shader draws tiles of an
// RGBA32UI target, four numbers a pixel, which are packed into it; a vertex shader's
// output is captured into it (ES 3.0).

#ifndef DEVICE_GL_SWEEP_H
#define DEVICE_GL_SWEEP_H

#include "device/device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GL_SWEEP_BUFFERS 4

struct gl_sweep;

// What is asked. `answer` is GLSL, the body of
//     uint answer(uint a_bits, uint b_bits) { ... }
// that returns the bits of the result; `operands` is that of
//     void operands(uint number, uint high, out uint a_bits, out uint b_bits) { ... }
// where `high` is the number's upper 32 bits. Both may use what `extensions` (lines, or
// "") bring. Floats and integers are highp unless they say otherwise. A uniform uint
// number_high, the upper 32 bits again, is there for both: bits of it that are always 0
// are 0s that no compiler knows.
struct gl_sweep_ask {
    enum stage stage;
    const char *extensions, *operands, *answer;
    size_t words; // of a buffer: at most that many numbers a call
    int buffers;  // [1, GL_SWEEP_BUFFERS]
    bool stays;   // results are used where they lie; else they are meant to be read
};

// Why this device cannot, NULL if it can: asks no driver. Any device may be asked.
const char *gl_sweep_lacks(const struct device *device, enum stage stage);

// The version of GLSL that a device that lacks nothing speaks: 300, 310, 320 of GLSL ES
// (`es`), else 330 to 460.
int gl_sweep_glsl(const struct device *device, bool *es);

// Most words that a buffer is to have on such a device: a power of two.
size_t gl_sweep_words_max(const struct device *device);

// Returns NULL, with why in device->reason, if the driver does not take it.
struct gl_sweep *gl_sweep_open(struct device *device, const struct gl_sweep_ask *ask);
void gl_sweep_close(struct gl_sweep *sweep); // accepts NULL

// A run of numbers begins at a multiple of that many words.
#define GL_SWEEP_ALIGN 8192

// Fills a buffer from word `place` on, a multiple of GL_SWEEP_ALIGN, with the results of
// numbers [first, first + count), `count` in [1, words - place], all of the same upper 32
// bits; does not wait for it. What lay behind, up to the next multiple, is lost. Returns
// false, with why in device->reason.
bool gl_sweep_fill(struct gl_sweep *sweep, int buffer, size_t place, uint64_t first,
                   size_t count);

// Waits until all that was asked is done.
bool gl_sweep_wait(struct gl_sweep *sweep);

// Waits until a buffer is filled, and asks samples of it a second time. Returns false,
// with why in device->reason, if the buffer holds something else than was asked: to be
// called before its results are used where they lie.
bool gl_sweep_confirm(struct gl_sweep *sweep, int buffer);

// Copies the first `count` words of a buffer, after waiting; confirms it too.
bool gl_sweep_read(struct gl_sweep *sweep, int buffer, uint32_t *to, size_t count);

// GL's name of a buffer, for interoperation.
unsigned gl_sweep_buffer(const struct gl_sweep *sweep, int buffer);

#endif // DEVICE_GL_SWEEP_H

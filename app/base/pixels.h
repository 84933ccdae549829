// SPDX-License-Identifier: MIT
//
// A picture as it was read back: one 32-bit word a pixel, row 0 at the top of the
// screen. The readout defines the meaning of a word: RGBA bytes with red lowest, or the
// bit pattern of a binary32, or, from a half target, of a binary16.

#ifndef BASE_PIXELS_H
#define BASE_PIXELS_H

#include "base/facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The canary to which a target is cleared before a draw: a pixel that still holds it was
// not painted. A NaN with a payload no arithmetic makes, a see-through magenta, and a
// half that none of the numbers asked for becomes: a NaN might be cleared to another one.
#define PIXELS_CANARY_BITS    0x7fcada11u
#define PIXELS_CANARY_RGBA8   0x00ff00ffu
#define PIXELS_CANARY_FLOAT16 0x5adau

struct pixels {
    int width, height; // [1, 16384]
    enum readout readout;
    uint32_t *words; // [height][width], owned
};

// The words are not set.
void pixels_init(struct pixels *pixels, int width, int height, enum readout readout);

// A picture of its own with the same pixels; `to` is as for pixels_init.
void pixels_copy(struct pixels *to, const struct pixels *from);

// All canary.
void pixels_clear(struct pixels *pixels);

// Accepts a zeroed struct and leaves one.
void pixels_finish(struct pixels *pixels);

// Row `y` from the top, [0, height).
uint32_t *pixels_row(const struct pixels *pixels, int y);

uint32_t pixels_canary(enum readout readout);

// The first pixel that still is the canary, in reading order; false if all were
// painted.
bool pixels_find_canary(const struct pixels *pixels, int *x, int *y);

// The SHA-256 of width and height, 32 bits each in little-endian order, and then of the
// words in this order, row 0 first; in lower-case hex with a terminating zero. It is the
// name of a picture in a store (capture/store.h).
void pixels_hash(const struct pixels *pixels, char hex[65]);

#endif // BASE_PIXELS_H

// SPDX-License-Identifier: MIT
//
// Controls: pixels beside a picture that show whether what was read back is the picture.
//
// A driver may draw, clear or read back nothing from some call on, and report no error:
// then a picture is zeros, or an earlier one. A read-back may also flip the picture, or
// be a row off. So each picture has controls, which are read back with it: a row above it
// and a column to the right of it, or words before and behind it in a buffer. After the
// draw each half of these gets a word of its own, which depends on the number of the
// draw. A picture counts as not painted if a control shows another word. The controls are
// not to the left or below: the picture would move then, and what a rasterizer
// interpolates depends on the place.

#ifndef DEVICE_GL_CONTROLS_H
#define DEVICE_GL_CONTROLS_H

#include "base/drawn.h"
#include "base/pixels.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The halves of the row above the picture, from the left, and of the column to the right
// of it, from the bottom.
#define GL_CONTROLS 4

// Words before and behind a picture in a buffer: a multiple of every alignment of
// offsets.
#define GL_CONTROLS_MARGIN 64

// Returns the word of a control: neither zero nor the canary. Bytes are multiples of 17,
// which no rounding confuses. Every second control has its last bit set.
uint32_t gl_controls_word(enum readout readout, enum drawn_target target, uint32_t draw,
                          unsigned which);

// Where a control of a picture is: x, y, width and height, of which one may be 0.
void gl_controls_place(int width, int height, unsigned which, int place[4]);

// Returns true if all controls of a picture show their words. `all` is what was read
// back, controls included, rows from the bottom.
bool gl_controls_shown(const struct pixels *all, enum drawn_target target, uint32_t draw);

// Sets the controls around a picture of `count` words; and returns true if they are all
// there. `words` has GL_CONTROLS_MARGIN words before the picture, and as many behind it.
void gl_controls_fill(uint32_t *words, size_t count, uint32_t draw);
bool gl_controls_filled(const uint32_t *words, size_t count, uint32_t draw);

#endif // DEVICE_GL_CONTROLS_H

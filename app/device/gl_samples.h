// SPDX-License-Identifier: MIT
//
// Makes sure that a buffer of a sweep holds the answers of its last fill, and not what
// was in it before: a driver may drop a call and report no error. Of each call that
// writes, two quads of answers are samples, the last one and another. They are set to a
// canary before the call, and asked a second time after it, into a buffer of their own
// that begins with a number of this fill: both answers, that number and what is read
// must agree.

#ifndef DEVICE_GL_SAMPLES_H
#define DEVICE_GL_SAMPLES_H

#include <glad/gl.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GL_SAMPLES_MAX  64 // held at a time
#define GL_SAMPLES_CALL 2  // of a call
#define GL_SAMPLES_QUAD 4  // words

// The place of a sample that a later call overwrote.
#define GL_SAMPLES_GONE SIZE_MAX

// A quad: the word of the sweep's buffer where it lies, and its first number.
struct gl_sample {
    size_t place;
    uint32_t number;
};

struct gl_samples {
    GLuint buffer; // second answers, the first ones, the number
    size_t slot;   // words from one second answer to the next
    uint32_t number;
    int count, asked; // samples, and those of them that were asked again
    struct gl_sample list[GL_SAMPLES_MAX];
};

// Makes the buffer; `slot` as above. gl_samples_finish accepts a zeroed struct.
void gl_samples_init(struct gl_samples *samples, size_t slot);
void gl_samples_finish(struct gl_samples *samples);

// Before a call that writes the answers of `quads` quads, from number `first` on, at
// word `place` of `buffer`: chooses samples and sets them to the canary. There is room
// for GL_SAMPLES_CALL.
void gl_samples_choose(struct gl_samples *samples, GLuint buffer, size_t place,
                       size_t quads, uint32_t first);

// After the calls: takes the first answer of the next sample that was not asked again.
// Returns it, and in *slot the word of samples->buffer where its second answer, a quad,
// belongs; NULL if there is none left.
const struct gl_sample *gl_samples_take(struct gl_samples *samples, GLuint buffer,
                                        size_t *slot);

// Waits, and returns whether all agree; `read`, unless NULL, is what was read of the
// first `count` words of the sweep's buffer. There is no sample then.
bool gl_samples_agree(struct gl_samples *samples, const uint32_t *read, size_t count);

#endif // DEVICE_GL_SAMPLES_H

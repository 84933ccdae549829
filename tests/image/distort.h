// SPDX-License-Identifier: MIT
//
// An adversary for analyze(): pictures of devices of which the truth is known, distorted
// as the world distorts pictures, and pictures that are no stripes at all. It knows
// nothing of how they are read. test_analyze.c and test_core.c call it.
//
// A distortion is written in words, one step after the other:
//
//     crop 0 0 0 1s; scale 1.3 1.3 1; pad 8 8 8 8 0~1; jpeg 70
//
// A number may end in s, w or h: of the height of a stripe, of the width and of the
// height of the picture. Two numbers with ~ between them are any number from the first up
// to the second. distort_steps.c lists the steps.
//
// A picture that another device paints as it stands has no truth in it, and is not here:
// a stripe cut off below and a stripe of black added above is a device of one bit less;
// so is the left half of a ramp, stretched in contrast; and the negative of a picture
// without separators may be one that rounds the other way.

#ifndef TESTS_IMAGE_DISTORT_H
#define TESTS_IMAGE_DISTORT_H

#include "image/analyze.h"
#include "tests/image/simulated.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A picture on its way to analyze().
struct distort_case {
    struct simulated device; // that painted it
    struct canvas canvas;    // owned
    struct analyze_options options;
    struct simulated_truth truth[2]; // any of them is right
    int truths;                      // 0: no verdict is
    uint64_t seed;                   // of what is random
};

// The device's own picture, whole.
struct distort_case distort_begin(const struct simulated *device, uint64_t seed);

// Accepts a zeroed struct and leaves one.
void distort_finish(struct distort_case *picture);

// Applies the steps. The test ends if a step is not known.
void distort_apply(struct distort_case *picture, const char *steps);

// One step of these numbers. Returns false if its name is not known.
bool distort_step(struct distort_case *picture, const char *name, const double numbers[]);

// Replaces the picture by one of another kind that has no stripes, or not a device's.
// Returns false if the name is not known.
bool distort_none(struct distort_case *picture, const char *name, const double numbers[]);

// Rows of a stripe of an untouched picture, as a number of pixels.
double distort_stripe(const struct distort_case *picture);

// Paints it again, as another device.
void distort_repaint(struct distort_case *picture);

// Another device of the same size.
struct simulated distort_other(struct distort_case *picture);

enum distort_answer { DISTORT_RIGHT, DISTORT_INCONCLUSIVE, DISTORT_WRONG };

// Wrong: conclusive, and its fraction bits are others, its rules lack the true one, its
// pattern or its form is another's, or it says nothing. An answer that leaves bits or
// rules open is not wrong, but counts as inconclusive.
enum distort_answer distort_judge(const struct distort_case *picture,
                                  const struct analyze_answer *answer);

// [height][width][channels], the caller's to free.
uint8_t *distort_bytes(const struct canvas *canvas);

// As a PNG, grey or coloured. Returns false, after logging why, if it cannot be written.
bool distort_write(const struct canvas *canvas, const char *file);

// Packs the canvas by libjpeg at a quality in [1, 100], and reads the file as the program
// does: the canvas becomes grey. The process aborts without libjpeg.
void distort_jpeg(struct canvas *canvas, int quality, bool progressive);

// Whether the tests were built with libjpeg.
extern const bool distort_packs;

// A coloured picture goes through a file in $TMPDIR, which makes it grey.
struct analyze_answer distort_ask(const struct distort_case *picture);

// The same of a canvas, which it takes over, with so many stripes; 0: as usual.
struct analyze_answer distort_read(struct canvas canvas, int stripes);

// The answer in a line.
void distort_describe(const struct analyze_answer *answer, char *text, size_t size);

#endif // TESTS_IMAGE_DISTORT_H

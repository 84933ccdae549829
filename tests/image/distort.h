// SPDX-License-Identifier: MIT
//
// An adversary for analyze(): pictures of devices of which the truth is known, distorted
// as the world distorts pictures, and pictures that are no stripes at all. It knows
// nothing of how they are read.
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

#define DISTORT_STRENGTHS 8

// A picture on its way to analyze().
struct distort_case {
    struct simulated device; // that painted it
    struct canvas canvas;    // owned
    struct analyze_options options;
    struct simulated_truth truth[2]; // any of them is right
    int truths;                      // 0: no verdict is

    // Of the distortion.
    double strength;
    int kind;
    uint64_t *seed;
};

struct distort_strength {
    double value;
    int inconclusive_max; // per cent of all devices that may be; 100: none need be told
};

struct distortion {
    const char *name;
    const char *unit;      // of its strengths
    const char *strengths; // "0.5:65 2": values, each with its inconclusive_max, else 100
    void (*apply)(struct distort_case *picture);
    int kind;             // of those that share a function
    int stripes_rows_min; // only of pictures whose stripes are so high; 0: all
};

struct distort_group {
    const char *name;
    const struct distortion *distortions;
    int count;
    bool without_devices; // they draw their own, another for each seed
    int sample_max;       // per cent of the test's sample that may be inconclusive
};

extern const struct distort_group distort_shape;  // scaled, cut, turned
extern const struct distort_group distort_light;  // levels
extern const struct distort_group distort_frame;  // what stands around
extern const struct distort_group distort_chain;  // one thing after another
extern const struct distort_group distort_number; // of stripes, and of pixels
extern const struct distort_group distort_none;   // no stripes
extern const struct distort_group distort_tone;   // levels that black or white swallows
extern const struct distort_group distort_screen; // screenshots of a phone

extern const struct distort_group *const distort_groups[];
extern const int distort_group_count;

// Returns how many there are, at least one.
int distort_strengths(const struct distortion *distortion,
                      struct distort_strength list[DISTORT_STRENGTHS]);

// The distortion of that name, or NULL.
const struct distortion *distort_find(const char *name);

void distort_apply(struct distort_case *picture, const struct distortion *distortion,
                   double strength, uint64_t *seed);

// Any of its strengths.
void distort_apply_any(struct distort_case *picture, const struct distortion *distortion,
                       uint64_t *seed);

// The device's own picture, whole.
struct distort_case distort_begin(const struct simulated *device,
                                  const struct canvas *canvas);

// Accepts a zeroed struct and leaves one.
void distort_finish(struct distort_case *picture);

// Rows of a stripe of an untouched picture, as a number of pixels.
double distort_stripe(const struct distort_case *picture);

// Paints it again, as another device.
void distort_repaint(struct distort_case *picture);

enum distort_answer { DISTORT_RIGHT, DISTORT_INCONCLUSIVE, DISTORT_WRONG };

// Wrong: conclusive, and its fraction bits are others, its rules lack the true one, its
// pattern or its form is another's, or it says nothing. An answer that leaves bits or
// rules open is not wrong, but counts as inconclusive.
enum distort_answer distort_judge(const struct distort_case *picture,
                                  const struct analyze_answer *answer);

// ---- before analyze() ----

// [height][width][channels], the caller's to free.
uint8_t *distort_bytes(const struct canvas *canvas);

// As a PNG, grey or coloured. Returns false, after logging why, if it cannot be written.
bool distort_write(const struct canvas *canvas, const char *file);

// A coloured picture goes through a file in $TMPDIR, which makes it grey. The caller has
// shot_finish().
struct shot distort_shot(const struct canvas *canvas);

struct analyze_answer distort_ask(const struct distort_case *picture);

// The same of a canvas, which it takes over, with so many stripes; 0: as usual.
struct analyze_answer distort_read(struct canvas canvas, int stripes);

// The answer in a line.
void distort_describe(const struct analyze_answer *answer, char *text, size_t size);

// Nothing of coloured pictures stays behind.
void distort_end(void);

#endif // TESTS_IMAGE_DISTORT_H

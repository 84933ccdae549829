// SPDX-License-Identifier: MIT
//
// Changes pictures as the way from a device to a reader does: scales, cuts, frames,
// turns, dyes, blurs and photographs them. This module knows nothing of stripes. Levels
// are in [0, 1], row 0 is at the top, and every random number comes from a seed.

#ifndef TESTS_IMAGE_RETOUCH_H
#define TESTS_IMAGE_RETOUCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct canvas {
    int width, height, channels; // 1: grey; 3: red, green, blue
    float *level;                // [channels][height][width], owned
};

// All of one level. There is no failure: without memory the test ends.
struct canvas canvas_make(int width, int height, int channels, float level);
struct canvas canvas_copy(const struct canvas *canvas);

// Accepts a zeroed struct and leaves one.
void canvas_finish(struct canvas *canvas);

// Pixels of a channel, and a row of one.
static inline size_t canvas_area(const struct canvas *canvas)
{
    return (size_t) canvas->width * (size_t) canvas->height;
}
static inline float *canvas_row(const struct canvas *canvas, int channel, int y)
{
    return canvas->level + (size_t) channel * canvas_area(canvas) +
           (size_t) y * (size_t) canvas->width;
}

// A level in [0, 1].
static inline float canvas_bounded(double level)
{
    return level < 0 ? 0 : level > 1 ? 1 : (float) level;
}

// A random number below `bound`, and one in [0, 1).
uint32_t retouch_random(uint64_t *seed, uint32_t bound);
double retouch_uniform(uint64_t *seed);

// The size becomes width * x by height * y, rounded, at least one pixel. Nearest and
// linear do not average what they skip; area and lanczos do.
enum retouch_filter {
    RETOUCH_NEAREST,
    RETOUCH_LINEAR,
    RETOUCH_AREA,
    RETOUCH_LANCZOS,
    RETOUCH_FILTERS
};
void retouch_scale(struct canvas *canvas, double x, double y, enum retouch_filter filter);

struct sides {
    int left, top, right, bottom;
};

// Cuts pixels off; at least one row and one column stay.
void retouch_crop(struct canvas *canvas, struct sides cut);

// Adds a frame; a colour makes the canvas coloured unless it is a grey.
struct retouch_colour {
    float level[3];
};
struct retouch_colour retouch_grey(float level);
void retouch_pad(struct canvas *canvas, struct sides frame, struct retouch_colour colour);

// Below 4: clockwise quarter turns. From 4: left and right exchanged, then turned.
void retouch_turn(struct canvas *canvas, int orientation);

// Three channels.
void retouch_colour(struct canvas *canvas);

// Pastes `what` with its top left pixel at (x, y); what lies outside is cut.
void retouch_paste(struct canvas *canvas, const struct canvas *what, int x, int y);

// Corners of this radius become black, as on the screen of a phone.
void retouch_round_corners(struct canvas *canvas, int radius);

// Lines of something like letters, `size` pixels high, into a rectangle.
void retouch_text(struct canvas *canvas, struct sides rectangle, int size, float ink,
                  uint64_t *seed);

// A filled rectangle of one level; right and bottom are exclusive.
void retouch_box(struct canvas *canvas, struct sides rectangle, float level);

// Photographs the canvas on a table.
struct retouch_camera {
    double degrees;
    double slant[2]; // depth over the width, over the height
    double margin;   // of the canvas, that the table shows beside its corners
    float table;     // its level
};
void retouch_camera(struct canvas *canvas, struct retouch_camera camera);

// level = gain * level^gamma + offset, cut to [0, 1].
void retouch_curve(struct canvas *canvas, double gamma, double gain, double offset);

// 0 becomes the colour `dark`, 1 the colour `light`.
void retouch_dye(struct canvas *canvas, const float dark[3], const float light[3]);

void retouch_blur(struct canvas *canvas, double sigma);                  // pixels
void retouch_noise(struct canvas *canvas, double sigma, uint64_t *seed); // levels of 255

// Light that falls off by `corner` to the corners and by `side` from left to right.
void retouch_light(struct canvas *canvas, double corner, double side);

// To so many levels, rounding, or with the error spread over the neighbours (Floyd and
// Steinberg), or by a matrix of 4 x 4.
enum retouch_dither { RETOUCH_PLAIN, RETOUCH_SPREAD, RETOUCH_ORDERED };
void retouch_levels(struct canvas *canvas, int levels, enum retouch_dither dither);

// Clouds: noise of which every octave is as strong.
void retouch_clouds(struct canvas *canvas, uint64_t *seed);

#endif // TESTS_IMAGE_RETOUCH_H

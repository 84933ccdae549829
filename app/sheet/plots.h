// SPDX-License-Identifier: MIT
//
// The pictures and the plots that the sheets show. Each function draws into a box and
// returns the lower edge of what it drew, if the caller needs it.

#ifndef SHEET_PLOTS_H
#define SHEET_PLOTS_H

#include "sheet/ink.h"
#include "sheet/sheet.h"

#include <stdbool.h>
#include <stdint.h>

// ---- pictures ----

#define PICTURE_AXIS 30 // room left of a picture for the numbers of its stripes

// Bytes [height][width], row 0 at the top. With a mask, [height][width], the greys are
// pale, and every pixel with a mask that is not 0 is dark red; it remains visible,
// however much the picture shrinks.
struct picture {
    int width, height;
    int bands;           // stripes, 0 at the bottom
    const uint8_t *grey; // NULL: none
    const uint8_t *mask; // NULL: none
    bool stark;          // the mask is black, and there are no greys
};

// Returns the size at which a picture is drawn in the room: its sides are integer
// multiples, at most `most` times as long, or are divided by an integer, or fill the
// room if these would waste a lot. All stripes get the same height.
struct ink_box picture_size(const struct picture *picture, struct ink_box room, int most);

// Draws a picture with its frame into the box, which consists of whole pixels. Several
// pixels that share one of the page are averaged.
void picture_draw(cairo_t *cairo, struct ink_box box, const struct picture *picture);

// Fills the box, which consists of whole pixels, with words 0x00RRGGBB.
void picture_fill(cairo_t *cairo, struct ink_box box,
                  uint32_t (*word)(const void *what, int x, int y), const void *what);

// Draws the numbers of the stripes, 0 at the bottom, left of a picture: every fifth,
// and in bold `last` (-1: none).
void picture_stripes(cairo_t *cairo, struct ink_box box, int bands, int last);

// Draws words under both ends of a picture, and in the middle.
void picture_ends(cairo_t *cairo, struct ink_box box, const char *left,
                  const char *middle, const char *right);

// Draws a frame with words in its middle, in place of a missing picture.
void picture_missing(cairo_t *cairo, struct ink_box box, const char *words);

// ---- stripes ----

// Draws the stripes in which the pictures of a set differ, enlarged, from the most
// telling down. Draws the top stripes if all pictures are equal.
double plots_strips(cairo_t *cairo, double y, const struct compare *compare,
                    const struct compare_set *set);

// Draws the two pictures of the hole around zero, with the rounding that was found,
// into a box of this size.
#define PLOTS_HOLE_WIDTH  640
#define PLOTS_HOLE_HEIGHT 206
void plots_zero_hole(cairo_t *cairo, double x, double y, const struct sheet_hole *hole);

// ---- the figures of Tom Olson's second article ----

#define PLOTS_CURVES 6

// The stripes f - 1, f, and f + 1 of the picture (2^B + x) - 2^B, where f is the number
// of fraction bits: the output of some devices.
struct plots_figures {
    int fraction_bits;
    int count; // of devices
    struct plots_curve {
        const char *name;
        const struct picture *picture;
        const double *values; // [bands][width], stripe 0 first; NULL: the greys
    } curves[PLOTS_CURVES];
};

// Draws figure 3: the picture of a device, with a mark at the stripe that rounding to
// nearest adds. Returns true if the device draws that stripe.
bool plots_box_2(cairo_t *cairo, struct ink_box box, const struct picture *picture,
                 int fraction_bits);

// Draws figure 4, the output against the input, and beside it figure 5, the absolute
// error, and its mean below: of the adders that round to nearest and toward zero, and
// of each device. The box has a plot's height. Returns the lower edge of the means.
double plots_figures(cairo_t *cairo, struct ink_box box, double step,
                     const struct plots_figures *figures);

// ---- sweeps ----

// Draws the signed error of a sweep against the operand.
void plots_sweep(cairo_t *cairo, struct ink_box box, const struct sweep *sweep,
                 const struct figures *figures);

#endif // SHEET_PLOTS_H

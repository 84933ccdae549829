// SPDX-License-Identifier: MIT
//
// The views of `shade`: text, JSON, and pictures.

#ifndef COMMAND_SHADE_VIEWS_H
#define COMMAND_SHADE_VIEWS_H

#include "base/facts.h"
#include "shade/breaks.h"
#include "shade/shade.h"

#include <stdbool.h>

// All that was found. Everything but the lists is the caller's.
struct shade_view {
    const char *path, *form, *formulas;
    const char *source; // of the file, for quoting lines; may be NULL
    const struct facts *device;
    const struct program *program;
    const struct spirv *spirv;
    bool simulated;
    struct shade_scene scene;
    double limit;
    double *exact, *got;  // pictures
    const uint32_t *open; // of a capture: the origins of open pixels (shade/opens.h)
    struct shade_view_opened {
        uint32_t line;
        int reason; // of enum opens_reason
        long pixels;
    } * opened; // owned; the most first
    int opened_count;
    long open_pixels;
    struct shade_difference difference;
    struct shade_blames blames; // of a simulated device

    // With every qualifier highp, of a device whose highp has more bits than mediump.
    bool has_highp;
    struct shade_difference highp_difference;

    // The time from which on the shader breaks, if times were asked for.
    bool has_times;
    double from, to;
    struct breaks breaks, highp_breaks;

    // The picture that --expect names, if it does; from it, not from the exact one.
    const char *expected_path;
    struct shade_difference expected;
};

// Counts the open pixels by line and reason, and puts the exact pixels in their place, so
// that they do not count as differences.
void shade_views_take_open(struct shade_view *view);

// Write the views of one shader, a view a device. The JSON of several is an array.
void shade_views_text(const struct shade_view *views, int count);
void shade_views_json(const struct shade_view *views, int count);

// Writes exact.png, device.png, difference.png and the sheet shade.png to a directory; if
// `raw`, also the numbers. Returns false, after logging why.
bool shade_views_write(const struct shade_view *views, int count, const char *folder,
                       bool raw);

// Compares the device's picture with a PNG file, into view->expected. Returns false,
// after logging why, if it cannot be read, or has another size.
bool shade_views_expect(struct shade_view *view, const char *path);

#endif // COMMAND_SHADE_VIEWS_H

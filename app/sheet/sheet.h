// SPDX-License-Identifier: MIT
//
// The sheets, which are PNG files for people: verdict.png and personality.png. A module
// draws them; it is loaded only then, so that Cairo and Pango cost nothing otherwise.
// This header knows neither of them. A sheet is a view: all of it comes from a report
// and from the pictures that one of its results was read from.

#ifndef SHEET_SHEET_H
#define SHEET_SHEET_H

#include "compare/compare.h"
#include "image/analyze.h"
#include "report/report.h"
#include "sheet/apart.h"
#include "sweep/figures.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The stripes as drawn and as the reference draws them. Everything is the caller's;
// a zeroed struct means that there is no picture. Row 0 is the top, stripe 0 the
// bottom.
struct sheet_pictures {
    const struct result *result; // the one they show
    const char *formula;         // "fract(2^B + x)", under the pictures
    int width, height;           // in [1, 16384]
    int bands;                   // stripes, in [1, height]
    const uint8_t *got, *want;   // greys, [height][width]
    const uint8_t *differs;      // [height][width], not 0 where the two are not equal
    const double *values;        // [bands][width], stripe 0 first: the numbers as drawn
                                 // (NaN where one is), for x = 1 - (column + 1/2) /
                                 // width
};

// The hole around zero, as drawn and as it would be filled: x, from 1 (left) to 1/2 in
// units of the smallest normal number, halved `band` times and doubled back. Everything
// is the caller's; a zeroed struct means that there is no such picture.
struct sheet_hole {
    const struct result *result; // the one it shows
    int columns, bands;          // in [1, 128]; band 0 at the bottom
    int emin;                    // 2^emin is the smallest normal number
    const double *got;  // [bands][columns], band 0 first: what came back, 1 being
                        // white; NaN where one is
    const double *kept; // the same of a device that keeps subnormals and rounds
                        // to nearest even
};

// Returns true if the module is installed: a build may lack it.
bool sheet_available(void);

// The pages of a report: the sheet of the stripes, and the personality, which has the
// findings of expressions and the hole.
enum sheet_page_of_report {
    SHEET_PAGE_VERDICT,
    SHEET_PAGE_PERSONALITY,
    SHEET_PAGES,
};

struct sheet_pages {
    char paths[SHEET_PAGES][PATH_MAX]; // "": that page is not drawn
    const struct report *report;
    struct sheet_pictures pictures, box_2; // fract(2^B + x), (2^B + x) - 2^B
    struct sheet_hole hole;
    struct apart_process parts[SHEET_PAGES];
};

// Starts to draw the pages, at the same time, each in a process of its own, which has a
// copy of the report and of the pictures. Only `pages` must live until sheet_end.
void sheet_start(struct sheet_pages *pages);

// Waits until each page is written to its path, whole or not at all. drawn[i] is false,
// after logging why, if the module is not installed or cannot be opened, if it crashes,
// if there is no memory, or if the file could not be written.
void sheet_end(struct sheet_pages *pages, bool drawn[SHEET_PAGES]);

// Draws a sweep's plot, the error against the input. Fails as sheet_end does.
bool sheet_draw_sweep(const char *path, const struct sweep *sweep,
                      const struct figures *figures);

// The times of one device, as points: a series is one way to compute.
enum sheet_ops_shape {
    SHEET_OPS_CIRCLE,
    SHEET_OPS_SQUARE,
    SHEET_OPS_TRIANGLE,
    SHEET_OPS_DIAMOND,
};

struct sheet_ops_series {
    char name[48];
    enum sheet_ops_shape shape;
    int colour; // [0, 5)
    bool filled;
};

struct sheet_ops_point {
    double speed, error; // G operations/s, above 0; ulp of binary32, 0: exact
    const char *label;
    int series; // [0, series_count)
};

struct sheet_ops {
    const char *device, *note; // a line under the title; some beside the points
    const struct sheet_ops_series *series;
    const struct sheet_ops_point *points;
    int series_count, point_count;
};

// Draws the chart of accuracy against speed. Fails as sheet_end does.
bool sheet_draw_ops(const char *path, const struct sheet_ops *ops);

// Sheets of pictures beside pictures; each is as high as what it shows. A string of any
// length and any bytes may be given, and NULL for "".

// Draws the comparison: the pictures side by side, and the rows with the largest
// weights. box_2[compare->count] are the pictures of (2^B + x) - 2^B, zeroed where
// there is none; NULL: there are none. Fails as sheet_end does.
bool sheet_draw_compare(const char *path, const struct compare *compare,
                        const struct sheet_pictures *box_2);

// A picture and its golden. The caller owns all memory.
struct sheet_delta {
    const char *title;                // "stripes fragment highp guarded on llvmpipe"
    const char *cause;                // a line: what changed
    const char *want_note, *got_note; // under the pictures: verdict, driver
    int width, height;                // in [1, 16384]
    const uint8_t *want, *got;        // greys, [height][width]
    const uint8_t *differs;   // [height][width], not 0 where the two are not equal
    const uint32_t *words[2]; // [height][width], what was wanted and what came back, if
                              // the greys do not tell it; else NULL
    long mismatches;          // pixels
};

// Draws the expected picture, the new one, and their differences. Fails as sheet_end
// does.
bool sheet_draw_delta(const char *path, const struct sheet_delta *delta);

// A foreign picture, and what `analyze` read from it.
struct sheet_overlay {
    const char *name;    // of the file
    const char *verdict; // a sentence, or "inconclusive: why"
    const char *twins;   // published devices that do the same, or ""
    const struct shot *shot;
    const struct analyze_answer *answer;
};

// Draws the picture with the stripes that were found marked in it. Fails as sheet_end
// does.
bool sheet_draw_overlay(const char *path, const struct sheet_overlay *overlay);

// A user's shader on a device. The caller owns all memory.
#define SHEET_SHADE_SCALE 256

struct sheet_shade_line {
    unsigned number; // of the user's file
    double share;    // of the pixels, in percent
    const char *text, *reason;
};

struct sheet_shade {
    const char *title, *device, *note; // the file, the device, the size and the time, or
                                       // NULL
    const char *name;                  // of the device, over its picture
    const char *figure, *meaning;      // "75.1 %", "of the pixels differ ..."
    const char *heading;               // over the lines
    int width, height;                 // in [1, 16384]
    const uint8_t *exact, *got, *difference; // [height][width][3], the top row first
    const uint8_t *scale; // [SHEET_SHADE_SCALE][3], from 0 to `largest`
    double largest;
    const struct sheet_shade_line *lines;
    int line_count;
    const struct sheet_shade *next; // another device, below; NULL: none
};

// Draws the exact picture, the device's, and their difference. Fails as sheet_end does.
bool sheet_draw_shade(const char *path, const struct sheet_shade *shade);

// The size of the pages, in pixels. Other pages are as high as their contents.
#define SHEET_WIDTH        1720
#define SHEET_SWEEP_WIDTH  1600
#define SHEET_SWEEP_HEIGHT 700
#define SHEET_OPS_WIDTH    1600
#define SHEET_OPS_HEIGHT   1000

#endif // SHEET_SHEET_H

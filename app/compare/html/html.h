// SPDX-License-Identifier: MIT
//
// The pictures of the page that compare_html writes. Only its files include this header.

#ifndef COMPARE_HTML_HTML_H
#define COMPARE_HTML_HTML_H

#include "base/log.h"
#include "compare/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// The pictures of all sets, with a mask and an expected picture for each.
#define HTML_IMAGES (COMPARE_SETS * (COMPARE_SIDES + 2))

#define HTML_NO_IMAGE  (-1) // there is no picture
#define HTML_TOO_LARGE (-2) // it has no room in the page

struct html_image {
    int width, height;
    uint8_t *png; // owned
    size_t size;
};

struct html {
    FILE *file;
    const struct compare *compare;
    struct html_image images[HTML_IMAGES]; // [image_count], no two equal
    int image_count;
    size_t image_bytes;
    int shown[COMPARE_SETS][COMPARE_SIDES]; // by group: an image, or HTML_*
    int masks[COMPARE_SETS];                // where two differ: an image, or HTML_*
    int wanted[COMPARE_SETS];               // what a reference draws: the same
    long differ[COMPARE_SETS];              // pixels in the mask
};

// Writes to the page with text_markup.
void html_put(const struct html *html, const char *format, ...) LOG_PRINTF(2, 3);

// Writes the letter of a side, followed by its name.
void html_side(const struct html *html, int side);

// Collects the pictures, each once for all sides that show it, and masks of their
// differences.
void html_collect(struct html *html);

void html_pictures(const struct html *html);

// Writes the first set of a single device beside the expected picture.
void html_beside(const struct html *html);

// ---- looking at a picture ----

// Returns the first side of a set with a picture of that group, or NULL.
const struct compare_picture *html_of_group(const struct html *html, int set, int group);

// Returns the number of groups of a set: pictures that differ.
int html_groups(const struct html *html, int set);

// Describes a picture for readers who cannot see it: "stripes 0 to 16 ramps, ...".
void html_describe(const struct html *html, const struct compare_picture *picture);

// Sets columns[x] to true if some picture of a set differs from its first in column x
// of a band, for x in [0, width) of the first; pictures of another size do not count.
// Returns the number of such columns.
int html_differing_columns(const struct html *html, int set, int band, bool *columns);

// Writes labels under a picture of columns [left, right).
void html_column_axis(const struct html *html, int left, int right, int parts);

// Writes the stripes of a set that differ, enlarged.
void html_crops(const struct html *html, int set);

#endif // COMPARE_HTML_HTML_H

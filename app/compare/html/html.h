// SPDX-License-Identifier: MIT
//
// The parts of the page that compare_html puts together. Between its files only.

#ifndef COMPARE_HTML_HTML_H
#define COMPARE_HTML_HTML_H

#include "base/log.h"
#include "compare/table.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Pictures of all sets, and a mask and what was wanted of each.
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

// The contents of page.css, for the screen and for paper.
extern const char html_style[];

// text_markup into the page.
void html_put(const struct html *html, const char *format, ...) LOG_PRINTF(2, 3);

// The letter of a side and its name behind it.
void html_side(const struct html *html, int side);

// ---- the parts, in their order ----

// Writes the rows that differ: by section, in words, and side by side.
void html_differences(const struct html *html);

// Collects the pictures, each once however many sides show it, and what differs in them.
void html_collect(struct html *html);

void html_pictures(const struct html *html);

// The first set of a single device beside what was wanted.
void html_beside(const struct html *html);

// The facts of a side's report, folded; then its hash, last of a page.
void html_facts(const struct html *html, int side);
void html_hashes(const struct html *html);

// The terms of a report, a line each.
void html_terms(const struct html *html);

// "hardware", "software" or "simulated", and "incomplete", of a side.
void html_badges(const struct html *html, int side);

// The body of the page of one device (html.c has that of several).
void html_single(const struct html *html);

// The rows in which nothing differs, of those that two sides or more were asked.
void html_same(const struct html *html);

// The rows of fewer sides, folded away on paper too; nothing if there are none.
void html_alone(const struct html *html);

// ---- looking at a picture ----

// The first side of a set that has a picture of that group, or NULL.
const struct compare_picture *html_of_group(const struct html *html, int set, int group);

// How many groups a set has: pictures that are not equal.
int html_groups(const struct html *html, int set);

// Describes a picture for readers who cannot see it: "stripes 0 to 16 ramps, ...".
void html_describe(const struct html *html, const struct compare_picture *picture);

// columns[x]: whether some picture of a set differs from its first in column x of a band,
// for x in [0, width) of the first; pictures of another size do not. Returns how many.
int html_differing_columns(const struct html *html, int set, int band, bool *columns);

// Labels under a picture of columns [left, right).
void html_column_axis(const struct html *html, int left, int right, int parts);

// The stripes of a set that differ, enlarged.
void html_crops(const struct html *html, int set);

#endif // COMPARE_HTML_HTML_H

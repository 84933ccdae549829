// SPDX-License-Identifier: MIT
//
// The parts of the page that report_compare_html puts together. Between its files only.

#ifndef REPORT_COMPARE_HTML_H
#define REPORT_COMPARE_HTML_H

#include "base/log.h"
#include "compare/compare.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Pictures of all sets, and a mask of each.
#define HTML_IMAGES (REPORT_COMPARE_PICTURES * (REPORT_COMPARE_SIDES + 1))

#define HTML_NO_IMAGE  (-1) // there is no picture
#define HTML_TOO_LARGE (-2) // it has no room in the page

// From here on a picture is told in words only, so that a page can be sent about.
#define HTML_IMAGE_BYTES_MAX (1400u << 10) // of all PNG files together

struct html_image {
    int width, height;
    uint8_t *png; // owned
    size_t size;
};

struct html {
    FILE *file;
    const struct report_compare *compare;
    struct html_image images[HTML_IMAGES]; // [image_count], no two equal
    int image_count;
    size_t image_bytes;
    int shown[REPORT_COMPARE_PICTURES][REPORT_COMPARE_SIDES]; // an image, or HTML_*
    int masks[REPORT_COMPARE_PICTURES];   // where two differ: an image, or HTML_*
    long differ[REPORT_COMPARE_PICTURES]; // pixels in the mask
};

// ---- writing ----

// Markup of ours; nothing that comes from a report goes through here but numbers.
void html_put(const struct html *html, const char *format, ...) LOG_PRINTF(2, 3);

// A foreign string as text, good in a quoted attribute too: what HTML has a meaning for
// is escaped; control characters, overrides of the direction of writing, and bytes that
// are no UTF-8 become U+FFFD.
void html_text(const struct html *html, const char *text);

// The same, isolated: its direction of writing is its own.
void html_name(const struct html *html, const char *text);

// The letter of a side, "A" to "T", and its name behind it.
char html_letter(int side);
void html_side(const struct html *html, int side);

// "A and B", "A, B and D": the sides for which member[side].
void html_sides(const struct html *html, const bool *member);

// ---- the parts, in their order ----

// The style sheet, for the screen and for paper: its parts in order, NULL at the end.
extern const char *const html_style[];

// A card a side: what it is and what its verdict is.
void html_devices(const struct html *html);

// What differs: by section, in words, and side by side.
void html_differences(const struct html *html);

// Collects the pictures, each once however many sides show it, and what differs in them.
// Returns false, after logging why, if there is no memory.
bool html_collect(struct html *html);
void html_discard(struct html *html);

void html_pictures(const struct html *html);

// The stripes of a set that differ, enlarged.
void html_crops(const struct html *html, int set);

// The rows in which nothing differs, of those that two sides or more were asked.
void html_same(const struct html *html);

// The rows of fewer sides, folded away on paper too; nothing if there are none.
void html_alone(const struct html *html);

// How many rows are of one side.
int html_alone_count(const struct html *html);

// What the words of the page mean.
void html_words(const struct html *html);

// ---- looking at a picture ----

// The first side of a set that has a picture of that group, or NULL.
const struct report_compare_picture *html_of_group(const struct html *html, int set,
                                                   int group);

// How many groups a set has: pictures that are not equal.
int html_groups(const struct html *html, int set);

// What a picture shows, for those who do not see it: "stripes 0 to 16 ramps, ...".
void html_describe(const struct html *html, const struct report_compare_picture *picture);

// columns[x]: whether some picture of a set differs from its first in column x of a band,
// for x in [0, width) of the first; pictures of another size do not. Returns how many.
int html_differing_columns(const struct html *html, int set, int band, bool *columns);

// A stripe that differs, and where.
struct html_crop {
    int band;
    int first, last; // columns
};

#define HTML_CROPS 6

// The stripes that the words of a set name; where they name none, those that differ, the
// uppermost first. Returns how many.
int html_find_crops(const struct html *html, int set, struct html_crop crops[HTML_CROPS]);

#endif // REPORT_COMPARE_HTML_H

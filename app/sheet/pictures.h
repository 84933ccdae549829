// SPDX-License-Identifier: MIT
//
// Sheets of pictures beside pictures: reports compared, a picture against its golden, and
// a foreign picture with what was seen in it. Drawn by the module of sheet.h; a page is
// as high as what it shows. A string of any length and any bytes may be given, and NULL
// for "".

#ifndef SHEET_PICTURES_H
#define SHEET_PICTURES_H

#include "compare/compare.h"
#include "image/analyze.h"

#include <stdbool.h>
#include <stdint.h>

// Draws the comparison: the pictures side by side, and the rows that tell most. As
// sheet_draw.
bool sheet_draw_compare(const char *path, const struct report_compare *compare);

// A picture against its golden. All is the caller's.
struct sheet_delta {
    const char *title;                // "stripes fragment highp guarded on llvmpipe"
    const char *cause;                // a line: what changed
    const char *want_note, *got_note; // under the pictures: verdict, driver
    int width, height;                // in [1, 16384]
    const uint8_t *want, *got;        // greys, [height][width]
    const uint8_t *differs; // [height][width], not 0 where the two are not equal
    long mismatches;        // pixels
};

// Draws what was expected, what came, and where they differ. As sheet_draw.
bool sheet_draw_delta(const char *path, const struct sheet_delta *delta);

// A foreign picture, and what was seen in it.
struct sheet_overlay {
    const char *name;    // of the file
    const char *verdict; // a sentence, or "inconclusive: why"
    const char *twins;   // published devices that do the same, or ""
    const struct shot *shot;
    const struct analyze_answer *answer;
};

// Draws the picture with the stripes that were found marked in it. As sheet_draw.
bool sheet_draw_overlay(const char *path, const struct sheet_overlay *overlay);

#endif // SHEET_PICTURES_H

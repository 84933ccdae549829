// SPDX-License-Identifier: MIT
//
// The screen of a phone: a status bar with a clock and signs, a navigation bar of three
// buttons or a line for gestures, and between them room for an app. It knows no picture.

#ifndef TESTS_IMAGE_PHONE_H
#define TESTS_IMAGE_PHONE_H

#include "tests/image/retouch.h"

struct phone {
    struct canvas canvas; // the caller has canvas_finish()
    struct sides room;    // of the app
    int unit;             // pixels of what a design calls one: a screen is 360 wide
    float ink, bars;      // levels of signs, and of what is behind them
};

// `size` is the shorter side in pixels, 360 or more; frame and bars are levels.
struct phone phone_make(int size, bool landscape, float frame, float bars,
                        uint64_t *seed);

// A title above the room, words below it; less room is left.
void phone_title(struct phone *phone, uint64_t *seed);

// The same with the address and a paragraph above, a paragraph and a toolbar below.
void phone_browser(struct phone *phone, uint64_t *seed);

#endif // TESTS_IMAGE_PHONE_H

// SPDX-License-Identifier: MIT
//
// Distinguishes photographs from screenshots by the direction of their lines.

#ifndef IMAGE_TILT_H
#define IMAGE_TILT_H

#include "image/view.h"

#include <stdbool.h>

// Returns true if the lines of a picture are oblique, up to 31 degrees; views[0] is
// upright, views[1] turned. Lines that rise by less than about a pixel are not seen.
bool analyze_tilt_seen(const struct analyze_view views[2]);

#endif // IMAGE_TILT_H

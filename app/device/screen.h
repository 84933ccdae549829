// SPDX-License-Identifier: MIT
//
// A window on the screen: it shows a picture, pixel by pixel, and returns the keys that
// are pressed. It has its own context, so that it cannot disturb the state of a device.

#ifndef DEVICE_SCREEN_H
#define DEVICE_SCREEN_H

#include "base/facts.h"
#include "base/pixels.h"

#include <stdbool.h>

struct screen;

enum screen_key { SCREEN_NOTHING = 0, SCREEN_ESCAPE = 27, SCREEN_CLOSED = -1 };

// A window of `width` x `height` screen units, drawn to by `api` (API_FAKE: whichever
// works). Returns NULL, after logging why in one line.
struct screen *screen_open(enum api api, int width, int height);

// Accepts NULL.
void screen_close(struct screen *screen);

void screen_title(struct screen *screen, const char *title);

// Shows an RGBA8 picture in the middle, each of its pixels n x n on the screen, n the
// largest that fits; if even n = 1 does not, the middle of the picture is seen. Alpha
// is ignored. The picture is kept: it is shown again when the window needs it. The
// context that was current on entry is current again. Returns false, after logging
// why, if the picture is larger than the driver's textures.
bool screen_show(struct screen *screen, const struct pixels *picture);

// Waits at most `timeout_s` for a key: an ASCII character as typed, SCREEN_ESCAPE,
// SCREEN_CLOSED when the window is to go, SCREEN_NOTHING after the timeout.
int screen_key(struct screen *screen, double timeout_s);

#endif // DEVICE_SCREEN_H

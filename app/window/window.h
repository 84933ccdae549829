// SPDX-License-Identifier: MIT
//
// The live view: one question at a time, asked again and again of a device, in a
// window. Keys change the question and the view; the verdict is the title. It draws
// nothing and judges nothing itself: that is the screen's and the survey's.

#ifndef WINDOW_H
#define WINDOW_H

#include "device/device.h"
#include "survey/survey.h"

#include <stdbool.h>

// Runs until the window is closed, q or Escape is typed, or an interrupt comes.
// `options` gives the first question; screenshots go to `folder`, as the first of
// window-001.png ... window-999.png that is not there yet. The device is of GLFW or a
// fake. Returns false, after logging why, if there can be no window, or the device
// broke.
bool window_run(struct device *device, const struct survey_options *options,
                const char *folder);

#endif // WINDOW_H

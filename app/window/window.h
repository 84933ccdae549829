// SPDX-License-Identifier: MIT
//
// The live view: a window that shows one question, which the device answers in each
// frame. Keys change the question and the view; the title is the verdict. It draws
// nothing, judges nothing and opens no reference itself: that is the screen's and the
// survey's. The reference that is shown is the one of `options`, asked for what the
// verdict says; the title names it.

#ifndef WINDOW_WINDOW_H
#define WINDOW_WINDOW_H

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

#endif // WINDOW_WINDOW_H

// SPDX-License-Identifier: MIT

#ifndef DEVICE_GL_TARGETS_H
#define DEVICE_GL_TARGETS_H

#include "device/gl_private.h"

// Draws each expression of a probe into the target of its own (probe/target.h), and reads
// back words, rows from the bottom, into `all`: ABSENT (expressions.h) where the driver
// has no such target; what was there where the draw changed no pixel. *shown: they are of
// this draw. NULL, or why nothing was drawn.
const char *gl_draw_targets(struct device *device, const struct probe *probe,
                            const struct probe_params *params, struct pixels *all,
                            bool *shown);

#endif // DEVICE_GL_TARGETS_H

// SPDX-License-Identifier: MIT
//
// The GL device of a sweep: that of any command, or in a rank its own of several alike.

#ifndef SWEEP_DEVICE_H
#define SWEEP_DEVICE_H

#include "command/options.h"
#include "device/device.h"

// As device_pick. Local rank n takes, of hardware of EGL, the n-th device behind the one
// that was meant, if it is of the same renderer and driver; else the same.
bool sweep_device_open(struct device *device, const struct options *options, int local,
                       bool *malformed);

#endif // SWEEP_DEVICE_H

// SPDX-License-Identifier: MIT
//
// Everything is drawn twice: a picture that is not whole, or that another drawing of the
// same does not repeat, is no evidence.

#ifndef MEASURE_AGAIN_H
#define MEASURE_AGAIN_H

#include "base/pixels.h"
#include "base/verdict.h"
#include "device/device.h"
#include "probe/probe.h"

// Draws again, with other guards where there are any, and compares with `got`. Where
// that is not whole, or not the same twice, *verdict says so; else it stays. Broken: the
// device is lost, or there is no memory, after logging why.
enum device_answer measure_again(struct device *device, const struct probe *probe,
                                 const struct probe_params *params,
                                 const struct pixels *got, struct verdict *verdict);

#endif // MEASURE_AGAIN_H

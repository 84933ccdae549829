// SPDX-License-Identifier: MIT
//
// A device that paints what another one painted: the picture of one result, and the
// answer that a device must have given where that has none.

#ifndef VERIFY_REPLAY_H
#define VERIFY_REPLAY_H

#include "base/pixels.h"
#include "base/verdict.h"
#include "device/device.h"

struct verify_replay {
    const struct result *result; // as it is written
    const struct pixels *got;    // its picture; NULL: none
    struct device *model;        // what a simulated device is; NULL: a driver painted

    bool differs; // the picture is not the model's; where first:
    int x, y;
    uint32_t has, should; // the words there
};

// `replay` must outlive the device, which has nothing to close. Both renders are of the
// same picture, unless the result is unstable: then the second differs, or in error:
// then a render is refused with its reason. A model says itself what it refuses, and
// paints what there is no picture of, and the second render of its own pictures.
struct device verify_replay_device(struct verify_replay *replay,
                                   const struct facts *facts);

#endif // VERIFY_REPLAY_H

// SPDX-License-Identifier: MIT
//
// A device that paints what another one painted: the picture of one result, and the
// answer that a device must have given where that has none.

#ifndef VERIFY_REPLAY_H
#define VERIFY_REPLAY_H

#include "device.h"
#include "pixels.h"
#include "verdict.h"

struct verify_replay {
    const struct result *result; // as it is written
    const struct pixels *got;    // its picture; NULL: none
};

// `replay` must outlive the device, which has nothing to close. Both renders are of the
// same picture, unless the result is unstable: then the second differs, or in error:
// then a render is refused with its reason.
struct device verify_replay_device(struct verify_replay *replay,
                                   const struct facts *facts);

#endif // VERIFY_REPLAY_H

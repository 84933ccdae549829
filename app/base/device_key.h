// SPDX-License-Identifier: MIT
//
// The name of a device in a path: its vendor, its GPU or software renderer, and its
// driver, in lower case, derived from what it reports (facts.h). Goldens are stored under
// vendor and family, which a driver update does not change; captures under all three.
//
//     Mesa/X.org, "llvmpipe (LLVM 15.0.6, 256 bits)", "OpenGL ES 3.2 Mesa 22.3.6"
//     is mesa, llvmpipe, 22.3.6; goldens in mesa/llvmpipe-es3, captures in
//     mesa/llvmpipe/22.3.6-es3
//
// Who translates is part of it where that is not the vendor's own driver: ANGLE on an
// Intel GPU is intel, uhd-graphics-620, family uhd-graphics-620-angle, driver
// angle-2.1.27278. A simulated device is of the vendor "simulated", and its id names it.

#ifndef BASE_DEVICE_KEY_H
#define BASE_DEVICE_KEY_H

#include "base/facts.h"

#define DEVICE_KEY_WORD 80
#define DEVICE_KEY_PATH 260

// Words of a-z, 0-9, dots and dashes; none is empty or begins or ends with either.
struct device_key {
    char vendor[DEVICE_KEY_WORD]; // "mesa", "nvidia", "simulated"
    char gpu[DEVICE_KEY_WORD];    // "llvmpipe", "h200", "rtz-p-17"
    char family[DEVICE_KEY_WORD]; // gpu, and who translates
    char driver[DEVICE_KEY_WORD]; // "22.3.6", "angle-2.1.27278"
};

struct device_key device_key(const struct facts *facts);

// "mesa/llvmpipe-es3": the same for every version of a driver.
void device_key_golden(const struct facts *facts, char path[DEVICE_KEY_PATH]);

// "mesa/llvmpipe/22.3.6-es3".
void device_key_capture(const struct facts *facts, char path[DEVICE_KEY_PATH]);

#endif // BASE_DEVICE_KEY_H

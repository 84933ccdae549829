// SPDX-License-Identifier: MIT
//
// The names of the specifications that a finding may violate (probe/deviates.h).

#ifndef BASE_DEVIATION_H
#define BASE_DEVIATION_H

#include "base/finding.h"

// "none", "glsl", "ieee754", "vulkan"; and for people: "", "GLSL", "IEEE 754", "Vulkan's
// bound".
const char *deviation_name(int deviation);
const char *deviation_title(enum deviation deviation);

#endif // BASE_DEVIATION_H

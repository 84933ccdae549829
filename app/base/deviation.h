// SPDX-License-Identifier: MIT
//
// Finds the specification that a deviating finding violates: GLSL and the API, or IEEE
// 754 where they promise less, or Vulkan's bound where they promise nothing. The report
// of a finding is enough, so that reports of any version have it. This module knows the
// probes by name and their expressions by word (finding.h: id).

#ifndef BASE_DEVIATION_H
#define BASE_DEVIATION_H

#include "base/verdict.h"

// "none", "glsl", "ieee754", "vulkan"; and for people: "", "GLSL", "IEEE 754", "Vulkan's
// bound".
const char *deviation_name(enum deviation deviation);
const char *deviation_title(enum deviation deviation);

// Returns the specification that a finding of the result violates: DEVIATION_IEEE754 if
// its numbers do not prove more, or if the probe is not known.
enum deviation deviation_of(const struct result *result, const struct finding *finding);

// Sets `from` of every finding of the result. Call it after they were judged or read.
void deviation_note(struct result *result);

#endif // BASE_DEVIATION_H

// SPDX-License-Identifier: MIT
//
// What an answer that deviates deviates from: what GLSL and the API promise, or IEEE 754
// where they promise less, or Vulkan's bound where they promise nothing. It is found from
// what a report says of an answer, so that reports of any version have it. It knows the
// probes and their expressions by name, as reports do.

#ifndef BASE_DEVIATION_H
#define BASE_DEVIATION_H

#include "base/verdict.h"

// "none", "glsl", "ieee754", "vulkan"; and for people: "", "GLSL", "IEEE 754", "Vulkan's
// bound".
const char *deviation_name(enum deviation deviation);
const char *deviation_title(enum deviation deviation);

// From what a finding of the result deviates. Where its numbers do
// not prove more, and of probes that are not known, DEVIATION_IEEE754.
enum deviation deviation_of(const struct result *result, const struct finding *finding);

// Sets `from` of every finding of the result. Call it when they were judged, or read.
void deviation_note(struct result *result);

#endif // BASE_DEVIATION_H

// SPDX-License-Identifier: MIT
//
// One line of the probe operations, as a device of given traits answers it.

#ifndef TESTS_PROBE_ASKED_H
#define TESTS_PROBE_ASKED_H

#include "probe/expressions/operations.h"
#include "probe/shared/draft.h"
#include "tests/probe/inquiry.h"

#define ASKED_COUNT   DRAFT_CASES
#define ASKED_FORMATS 21

// Precisions 5 to 24, and 53.
extern const struct fp_format asked_formats[ASKED_FORMATS];

// A device without defects.
struct traits asked_traits(struct fp_format format, enum fp_round round);

// The operands of a line for the format of the traits, and the answers. The judge is told
// a rule that no test's device has for its own: toward zero.
struct inquiry *asked_line(int line, const struct traits *traits);

// Fails the test, with all of it in words, unless `good`.
void asked_check(bool good, const struct inquiry *asked, const struct traits *traits);

// Where GLSL promises less than IEEE 754, nothing deviates that is less than an ulp off.
bool asked_is_lenient(int line);

#endif // TESTS_PROBE_ASKED_H

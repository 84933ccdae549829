// SPDX-License-Identifier: MIT
//
// The words of --expect: a comma-separated list, in which each item is a rounding model,
// a family, or key=value with fraction_bits, rounding or pattern.

#ifndef COMMAND_EXPECT_H
#define COMMAND_EXPECT_H

#include "base/verdict.h"

#include <stdbool.h>

// Returns false, after logging what would be right, if `words` is no such list.
bool expect_valid(const char *words);

// Whether the headline is what `words`, a valid list, says. Every survivor must be of
// a rounding that is named. Returns false, after logging got and want, if not.
bool expect_met(const char *words, const struct verdict *headline);

#endif // COMMAND_EXPECT_H

// SPDX-License-Identifier: MIT
//
// What a caller expects of a headline: a comma list of words, each a rounding (a rule
// or a family), or key=value with fraction_bits, rounding or pattern.

#ifndef EXPECT_H
#define EXPECT_H

#include "base/verdict.h"

#include <stdbool.h>

// Returns false, after logging what would be right, if `words` is no such list.
bool expect_valid(const char *words);

// Whether the headline is what `words`, a valid list, says. Every survivor must be of
// a rounding that is named. Returns false, after logging got and want, if not.
bool expect_met(const char *words, const struct verdict *headline);

#endif // EXPECT_H

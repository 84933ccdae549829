// SPDX-License-Identifier: MIT
//
// The words of --expect: a comma-separated list, in which each item is a rounding model,
// a family, or key=value with fraction_bits, rounding or pattern, and with stage or
// precision, which say whose verdict is meant.

#ifndef COMMAND_EXPECT_H
#define COMMAND_EXPECT_H

#include "report/report.h"

#include <stdbool.h>

// Returns false, after logging what would be right, if `words` is no such list.
bool expect_valid(const char *words);

// Whether the verdict of a stage and precision is ok, and what `words`, a valid list,
// says: of those that the list names, else of `stage` and `precision`, to which the run
// was restricted, else (-1) of fragment and highp. Every survivor must be of a rounding
// that is named. Returns false, after logging got and want, if not.
bool expect_met(const char *words, const struct report *report, int stage, int precision);

#endif // COMMAND_EXPECT_H

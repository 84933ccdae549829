// SPDX-License-Identifier: MIT
//
// A chain of units (unit.h: next) as one unit: each call goes to the first that has the
// operation and does not fail, at last to the model unit, which has all.

#ifndef FALLBACK_H
#define FALLBACK_H

#include "unit/unit.h"

// Whom it came to: the one farthest down the chain. A zeroed `used` is nobody.
struct fallback {
    const struct unit *first;
    const char *used; // its name; NULL: nobody was asked
    int depth;        // its place in the chain
};

// `fallback` lives as long as the unit. Failures of units that are not the last are not
// logged.
struct unit unit_fallback(struct fallback *fallback);

#endif // FALLBACK_H

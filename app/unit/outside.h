// SPDX-License-Identifier: MIT
//
// A unit that computes as another one does, and notes which of its results a device may
// have otherwise although its sums round as they should: results beyond the range of the
// format, whose value is a trait of its own. The judges of pictures use it.

#ifndef UNIT_OUTSIDE_H
#define UNIT_OUTSIDE_H

#include "unit/unit.h"

#include <stdint.h>

enum outside_flag {
    OUTSIDE_OVERFLOW = 1,  // a sum or a product exceeds the largest number
    OUTSIDE_UNDERFLOW = 2, // a product, or a factor of it, is subnormal
    OUTSIDE_TINY_SUM = 4,  // a sum, or an addend of it, is subnormal
};

struct outside {
    struct unit inner;
    uint8_t *flags; // [count] of every call; flags are added, none is taken away
};

// `outside` outlives the unit. All calls have as many elements, and element i of each
// belongs to the same case. Only sums, differences and products are watched.
struct unit unit_outside(const struct outside *outside);

#endif // UNIT_OUTSIDE_H

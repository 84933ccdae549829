// SPDX-License-Identifier: MIT
//
// Arithmetic whose sums and products are not of one kind: an adder of fewer bits than the
// format, products rounded by another model, an overflow and a flush of their own.
// Simulated devices have it; it is none of the models by which a picture is judged.

#ifndef UNIT_APART_H
#define UNIT_APART_H

#include "unit/unit.h"

#include <stdbool.h>

// The replacement of a finite result that is beyond the range.
enum apart_overflow {
    APART_BY_MODEL, // as its rounding model has it
    APART_INFINITE,
    APART_LARGEST, // the largest number of its sums or products
};

struct apart_kind {
    int bits; // significand bits, fewer than those of the format; 0: those
    enum apart_overflow overflow;
    bool flush; // subnormal operands and results, also where the model keeps them
};

struct apart {
    struct unit inner;
    struct apart_kind sums, products;
    int product_rule; // 1 + the enum fp_round by which products are rounded; 0: the model's
};

// Returns true if the arithmetic is not that of `inner`.
bool apart_differs(const struct apart *apart);

// `apart` outlives the unit. Sums, differences and products are computed as it says, all
// other operations as `inner` does.
struct unit unit_apart(const struct apart *apart);

#endif // UNIT_APART_H

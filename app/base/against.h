// SPDX-License-Identifier: MIT
//
// What speaks against a rounding model, as data and in words.

#ifndef BASE_AGAINST_H
#define BASE_AGAINST_H

#include "base/fp_format.h"

#include <stddef.h>

#define AGAINST_MAX 3 // models that a verdict names

// How many sums of a picture a model does not give as they came back, of how many; and
// one of them, a + b.
struct against {
    int sums, of;
    enum fp_round round;
    double a, b, got, gives; // what came back, and what the model gives
};

// The models against which the fewest sums speak, the nearest first.
struct nearest {
    int count; // of `list`
    struct against list[AGAINST_MAX];
};

// "rne: 12 of 6096 sums, e.g. 0x1p+23 + 0x1p-20: got 0x1p+23, rne gives 0x1.8p+23". Cut
// to `size`.
void against_text(const struct against *against, char *text, size_t size);

#endif // BASE_AGAINST_H

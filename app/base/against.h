// SPDX-License-Identifier: MIT
//
// The sums of a picture that contradict a rounding model, as data and as text. The
// verdict names the nearest models if none fits.

#ifndef BASE_AGAINST_H
#define BASE_AGAINST_H

#include "base/fp_format.h"

#include <stddef.h>

#define AGAINST_MAX 3 // the most models that a verdict names

// The number of sums of a picture that a model does not reproduce, and one of them, a +
// b.
struct against {
    int sums, of; // `sums` of all `of` sums differ
    enum fp_round round;
    double a, b, got, gives; // the operands, the read-back sum, the sum of the model
};

// The models that the fewest sums contradict, the nearest first.
struct nearest {
    int count; // of `list`
    struct against list[AGAINST_MAX];
};

// Writes "rne: 12 of 6096 sums, e.g. 0x1p+23 + 0x1p-20: got 0x1p+23, rne gives
// 0x1.8p+23", truncated to `size`.
void against_text(const struct against *against, char *text, size_t size);

#endif // BASE_AGAINST_H

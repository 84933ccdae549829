// SPDX-License-Identifier: MIT
//
// The pictures that a page of one device shows beside its stripes.

#ifndef COMMAND_BESIDE_H
#define COMMAND_BESIDE_H

#include "compare/compare.h"

// Puts beside the first picture of a comparison of one side what the integer model draws
// with the width and the rounding that were found; to nearest even in 24 bits where none
// was. Leaves it alone where the picture is not such a one.
void beside_want(struct compare *compare);

#endif // COMMAND_BESIDE_H

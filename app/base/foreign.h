// SPDX-License-Identifier: MIT
//
// Describes adders that are none of the rounding models of fp_format.h, and names them.
// The probe alignment finds them; probe/shared/adders.h computes their sums.

#ifndef BASE_FOREIGN_H
#define BASE_FOREIGN_H

#include "base/fp_format.h"

#include <stdbool.h>
#include <stddef.h>

#define FOREIGN_GUARD_MAX  40
#define FOREIGN_STICKY_MAX 24
#define FOREIGN_BITS_MAX   64
#define FOREIGN_NAME       48 // bytes of a foreign_name

// An adder. It aligns the smaller operand and truncates it `guard` bits below the larger
// one's ulp; if any of the `sticky` places below these is not 0, it sets the first of
// them. It rounds the sum to `bits` bits by `first`, and then to the format by `round`.
// Both rules are among the first eleven.
struct foreign {
    bool known; // false: there is none, and all is zero
    enum fp_round round;
    enum fp_round first;
    int guard;  // [0, FOREIGN_GUARD_MAX]; -1: nothing is truncated
    int sticky; // [0, FOREIGN_STICKY_MAX]; 0 without guard
    int bits;   // [3, FOREIGN_BITS_MAX]; 0: it is rounded once
};

// Returns true if they are the same adder, or both none.
bool foreign_same(const struct foreign *a, const struct foreign *b);

// Returns the rounding model of fp_format.h as such an adder.
struct foreign foreign_of(enum fp_round round);

// Writes the words that select the adder as a simulated device: "chop-g8",
// "rne-ns2,sticky=3", "rtz,double=24", "rne,double=20:rtz". Cuts them to `size`.
void foreign_name(const struct foreign *adder, char *text, size_t size);

// Writes the part of a sentence: "chops, 8 guard bits, no sticky bit", "rounds to nearest
// even to 24 bits, then toward zero".
void foreign_words(const struct foreign *adder, char *text, size_t size);

#endif // BASE_FOREIGN_H

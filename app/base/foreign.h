// SPDX-License-Identifier: MIT
//
// Adders that are none of the rounding models of fp_format.h, as data: what they are, and
// their words. What they compute is in probe/shared/adders.h.

#ifndef BASE_FOREIGN_H
#define BASE_FOREIGN_H

#include "base/fp_format.h"

#include <stdbool.h>
#include <stddef.h>

#define FOREIGN_GUARD_MAX  40
#define FOREIGN_STICKY_MAX 24
#define FOREIGN_BITS_MAX   64
#define FOREIGN_NAME       96 // bytes of a foreign_name

// How a sum of one sign is rounded. The smaller operand is aligned and truncated `guard`
// bits below the larger one's ulp; if any of the `sticky` places below these is not 0,
// the first of them is set. The sum is rounded to `bits` bits by `first`, and then to the
// format by `round`. Both rules are among the first eleven.
struct foreign_rule {
    enum fp_round round;
    enum fp_round first;
    int guard;  // [0, FOREIGN_GUARD_MAX]; -1: nothing is truncated
    int sticky; // [0, FOREIGN_STICKY_MAX]; 0 without guard
    int bits;   // [3, FOREIGN_BITS_MAX]; 0: it is rounded once
};

// An adder: its rules for sums of either sign, which may be the same.
struct foreign {
    bool known; // there is one; else all is zero
    struct foreign_rule positive, negative;
};

bool foreign_rule_same(const struct foreign_rule *a, const struct foreign_rule *b);

// Whether they are the same adder, or both none.
bool foreign_same(const struct foreign *a, const struct foreign *b);

// The rounding model of fp_format.h as such a rule.
struct foreign_rule foreign_rule_of(enum fp_round round);

// As a simulated device is asked for it: "chop-g8", "rne-ns2,sticky=3", "rtz,double=24",
// "rne,double=20:rtz", "rne,sign=rtz". Cut to `size`.
void foreign_name(const struct foreign *adder, char *text, size_t size);

// For a sentence: "chops, 8 guard bits, no sticky bit", "rounds to nearest even to 24
// bits, then toward zero", "by sign: chops, 8 ... if positive, rounds ... if negative".
void foreign_words(const struct foreign *adder, char *text, size_t size);

#endif // BASE_FOREIGN_H

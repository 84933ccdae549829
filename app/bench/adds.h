// SPDX-License-Identifier: MIT
//
// What many equal additions to one place leave there, exactly: the sum against which
// atomic additions are held. Their order does not matter, since all addends are equal.

#ifndef ADDS_H
#define ADDS_H

#include "base/fp.h"

#include <stdint.h>

// The bits of ((0 + a) + a) + a ..., `count` additions of a = `addend`, each rounded to
// nearest even in `format`. `addend` is finite and positive.
uint64_t adds_sum(struct fp_format format, uint64_t addend, uint64_t count);

// How many of these additions change the sum: it stays where it is from then on. At
// most `count`.
uint64_t adds_that_count(struct fp_format format, uint64_t addend, uint64_t count);

#endif // ADDS_H

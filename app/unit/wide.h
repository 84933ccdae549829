// SPDX-License-Identifier: MIT
//
// Numbers in registers that are wider than a format: up to 64 bits of significand, of any
// exponent, as an x87 keeps them between two operations of an expression. A unit has
// formats of up to 53 bits, and stores after every operation.

#ifndef UNIT_WIDE_H
#define UNIT_WIDE_H

#include "base/fp.h"
#include "unit/unit.h"

#define WIDE_BITS 64

// x op y, rounded once to `bits` in [2, WIDE_BITS] by the last step of `round`
// (fp_round_last); UNIT_SQRT is of x alone. UNIT_FMA is none of them, as the product is
// rounded. There is neither overflow nor underflow. Zeros, infinities and NaN as
// IEEE 754 has them.
struct fp_parts wide_apply(enum unit_op op, enum fp_round round, int bits,
                           struct fp_parts x, struct fp_parts y);

// x - floor(x) of a positive number, exact; NaN of what is no number.
struct fp_parts wide_fract(struct fp_parts x);

// A pattern of model->format, and the way back: rounded once to it, flushed as the model
// says.
struct fp_parts wide_load(const struct fp_model *model, uint64_t bits);
uint64_t wide_store(const struct fp_model *model, struct fp_parts x);

#endif // UNIT_WIDE_H

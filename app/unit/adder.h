// SPDX-License-Identifier: MIT
//
// Sums for the model unit: every format and rule, guard bits and flush included, on
// whole arrays. Only model.c knows it.

#ifndef UNIT_ADDER_H
#define UNIT_ADDER_H

#include "unit/unit.h"

// UNIT_ADD and UNIT_SUB as unit.h says.
void adder_apply(const struct unit_call *call);

#endif // UNIT_ADDER_H

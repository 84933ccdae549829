// SPDX-License-Identifier: MIT
//
// The oracle: what an operation must give, by MPFR. It shares no code with app/, not
// even the decoding of a bit pattern. The directions that MPFR has are rounded by
// MPFR; the other rules are decided here, from the exact result.

#ifndef TESTS_UNIT_ORACLE_H
#define TESTS_UNIT_ORACLE_H

#include "unit/unit.h"

// op(a, b, c) as `model` says: any format, rule and flush. Operands that the operation
// lacks are not looked at. NaN is fp_nan's pattern.
uint64_t oracle(enum unit_op op, const struct fp_model *model, uint64_t a, uint64_t b,
                uint64_t c);

// The same, decided here even where MPFR could round: who checks the oracle?
uint64_t oracle_by_hand(enum unit_op op, const struct fp_model *model, uint64_t a,
                        uint64_t b, uint64_t c);

// The number that a pattern of at most binary64 stands for, exactly.
double oracle_value(struct fp_format format, uint64_t bits);

// Gives back MPFR's caches, for leak checkers: the teardown of a group.
int oracle_finish(void **state);

#endif // TESTS_UNIT_ORACLE_H

// SPDX-License-Identifier: MIT
//
// What a foreign adder must give, by MPFR: the exact sum, then each step as its
// definition says, from the two neighbours that MPFR finds. It shares no code with app/.

#ifndef TESTS_DEVICE_FOREIGN_ORACLE_H
#define TESTS_DEVICE_FOREIGN_ORACLE_H

#include "device/foreign_adder.h"

// A sum of two finite numbers, and where a draw decides, both that it may give.
struct foreign_sum {
    double value, other; // the same, unless drawn
    double chance;       // of the one of the larger magnitude, if drawn by the fraction
};

// a and b are data of the model's format, of at most binary64.
struct foreign_sum foreign_oracle(const struct foreign_adder *adder,
                                  const struct fp_model *model, double a, double b);

#endif // TESTS_DEVICE_FOREIGN_ORACLE_H

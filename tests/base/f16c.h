// SPDX-License-Identifier: MIT
//
// The CPU's own conversions between floats and halves, where it has them.

#ifndef TESTS_BASE_F16C_H
#define TESTS_BASE_F16C_H

#include "base/fp_format.h"

#include <stdbool.h>
#include <stdint.h>

bool f16c_exists(void);

// FP_RNE, FP_RTZ, FP_RUP or FP_RDN.
uint32_t f16c_pack(enum fp_round rule, uint32_t bits);

uint32_t f16c_unpack(uint32_t code);

#endif // TESTS_BASE_F16C_H

// SPDX-License-Identifier: MIT

#ifndef TESTS_CUDA_REF_EXPECTED_H
#define TESTS_CUDA_REF_EXPECTED_H

#include "cuda_ref/unit.h"

// The result of an operation that unary_can do, rounded once, by the host's arithmetic;
// conversions from and to halves by the integer model. Bit patterns in 64-bit words,
// those of narrower types in the low bits and zeros above. Integers saturate. NaN gives
// fp_nan, and as an integer what PTX says of cvt: 0 from binary32 to 32 bits, else the
// top bit alone. Leaves the rounding direction to nearest.
uint64_t unary_expected(const struct unary *unary, enum fp_round round, uint64_t bits);

#endif // TESTS_CUDA_REF_EXPECTED_H

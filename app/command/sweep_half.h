// SPDX-License-Identifier: MIT
//
// `fpstripe sweep half`: the conversions of binary32 to binary16 that hardware has, on
// all 2^32 floats, in four directions, held against integers.

#ifndef SWEEP_HALF_H
#define SWEEP_HALF_H

#include "command/options.h"

// Returns an exit status: 1 where a difference is one of more than a NaN's payload.
int sweep_half(const struct options *options);

#endif // SWEEP_HALF_H

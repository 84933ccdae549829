// SPDX-License-Identifier: MIT
//
// `fpstripe sweep FUNCTION --proof`: whether a division after Markstein rounds all 2^46
// pairs of mantissas correctly, from the reciprocals that the unit gives, by enumeration
// (docs/division.md).

#ifndef SWEEP_PROOF_H
#define SWEEP_PROOF_H

#include "command/options.h"

// Returns an exit status: 1 where a quotient is wrong, or a divisor is left undecided. A
// function that has no such proof is a usage error.
int sweep_proof(const struct options *options);

#endif // SWEEP_PROOF_H

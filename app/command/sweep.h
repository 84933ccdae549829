// SPDX-License-Identifier: MIT
//
// Shared by the files of `fpstripe sweep`.

#ifndef COMMAND_SWEEP_H
#define COMMAND_SWEEP_H

#include "command/options.h"
#include "sweep/function.h"

#include <stdbool.h>

// Returns the function of the command line; NULL, after logging a similar name, if there
// is none.
const struct function *sweep_ask_function(const struct options *options);

// Returns true if only options of `known`, which ends in NULL, were given; otherwise
// false, after logging that the option does not apply to `who`.
bool sweep_options_known(const struct options *options, const char *who,
                         const char *const *known);

// Proves or refutes by enumeration that a division after Markstein rounds all 2^46 pairs
// of mantissas correctly, with this processor's reciprocals (`--proof`,
// docs/division.md). Returns 1 if a quotient is wrong, or a divisor undecided.
int sweep_proof(const struct options *options);

#endif // COMMAND_SWEEP_H

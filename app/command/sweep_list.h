// SPDX-License-Identifier: MIT
//
// `fpstripe sweep --list`: all functions, by who computes them.

#ifndef SWEEP_LIST_H
#define SWEEP_LIST_H

#include "command/options.h"

// Returns an exit status.
int sweep_list(const struct options *options);

#endif // SWEEP_LIST_H

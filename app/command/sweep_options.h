// SPDX-License-Identifier: MIT
//
// Options of `fpstripe sweep` that say nothing of what is asked are refused: who gives
// one expects something of it.

#ifndef SWEEP_OPTIONS_H
#define SWEEP_OPTIONS_H

#include "command/options.h"
#include "sweep/backend.h"

#include <stdbool.h>

// Whether no option was given but those of `known`, NULL at the end. Returns false, after
// logging that `who` knows no such option.
bool sweep_options_known(const struct options *options, const char *who,
                         const char *const *known);

// Whether the options that were given mean something for the function that is asked, over
// that domain. Returns false, after logging which does not.
bool sweep_options_mean(const struct options *options, const struct backend_ask *ask);

#endif // SWEEP_OPTIONS_H

// SPDX-License-Identifier: MIT

#ifndef COMMAND_RUN_OPTIONS_H
#define COMMAND_RUN_OPTIONS_H

#include "command/options.h"

// Whether options of `run` go together, and a folder of shaders is there. Returns the
// exit status, COMMAND_DONE to go on; else after logging why.
int run_options_check(const struct options *options);

#endif // COMMAND_RUN_OPTIONS_H

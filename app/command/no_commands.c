// SPDX-License-Identifier: MIT
//
// The commands that a browser has no means for: processes, CUDA, a C library to sweep, a
// tree of goldens. Each says so.

#include "command/command.h"

#include "base/log.h"

#define ABSENT(NAME)                                      \
    const struct command command_##NAME = {               \
        .name = #NAME,                                    \
        .summary = "not in a browser",                    \
        .arguments = "",                                  \
        .options = (const char *const[]){ "help", NULL }, \
    };
ABSENT(bench)
ABSENT(bless)
ABSENT(check)
ABSENT(record)
ABSENT(shade)
ABSENT(sweep)

int command_all(const struct options *options)
{
    (void) options;
    log_error("-d all: a browser has one device, -d webgl");
    return COMMAND_USAGE;
}

// SPDX-License-Identifier: MIT
//
// For LD_PRELOAD: sets the rounding direction that FPSTRIPE_TEST_ROUND names before
// the program starts. Threads inherit it, so a renderer that runs on the CPU draws
// with it: a device with another adder, without that device. "flush": subnormals are
// flushed, as by a library that was linked with -Ofast.

#include "../shared/flush.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int direction;
} rounds[] = {
    { "rne", FE_TONEAREST },
    { "rtz", FE_TOWARDZERO },
    { "rup", FE_UPWARD },
    { "rdn", FE_DOWNWARD },
};

__attribute__((constructor)) static void set_round(void)
{
    const char *wanted = getenv("FPSTRIPE_TEST_ROUND");

    for (size_t i = 0; wanted && i < sizeof rounds / sizeof rounds[0]; i++)
        if (!strcmp(wanted, rounds[i].name))
            fesetround(rounds[i].direction);
    if (wanted && !strcmp(wanted, "flush"))
        flush();
}

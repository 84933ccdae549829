// SPDX-License-Identifier: MIT
//
// In the place of cuda.c where no driver can be loaded: a browser.

#include "measure/reference.h"

#include "base/log.h"

static bool open_none(struct unit *unit, struct recorded_facts *facts)
{
    (void) unit;
    (void) facts;
    log_error("cuda: not in a browser");
    return false;
}

const struct reference_cuda reference_by_cuda = { .open = open_none };

// SPDX-License-Identifier: MIT
//
// Replaces the functions of exact.h in a build without MPFR.

#include "sweep/exact.h"

#include <assert.h>

bool exact_available(void)
{
    return false;
}

void exact_judge(const struct exact_call *call, struct exact *out)
{
    (void) call, (void) out;
    assert(!"built without MPFR");
}

void exact_finish_thread(void)
{
}

// SPDX-License-Identifier: MIT
//
// What exact.h has in a build without MPFR.

#include "base/log.h"
#include "sweep/exact.h"

bool exact_available(void)
{
    return false;
}

bool exact_judge(const struct exact_call *call, struct exact *out)
{
    (void) call;
    *out = (struct exact){ .kind = CELL_WRONG };
    log_error("no exact judge: this build has no MPFR (-Dmpfr=enabled)");
    return false;
}

bool exact_count(const struct exact_call *call, uint64_t number, struct cell *cell)
{
    (void) number, (void) cell;
    return exact_judge(call, &(struct exact){ 0 });
}

void exact_finish_thread(void)
{
}

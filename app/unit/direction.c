// SPDX-License-Identifier: MIT

#include "unit/direction.h"

#include "base/fp.h"
#include "base/log.h"

#include <stdatomic.h>

// Returns the direction of fesetround, or -1 if it has none for this rounding.
static int direction_of(enum fp_round round)
{
    switch (round) {
    case FP_RNE: return FE_TONEAREST;
    case FP_RTZ: return FE_TOWARDZERO;
    case FP_RUP: return FE_UPWARD;
    case FP_RDN: return FE_DOWNWARD;
    default: return -1;
    }
}

// Returns whether fesetround has an effect: it computes 1 + 3/4 ulp and the negative in
// both formats, and no two directions give the same two results. In WebAssembly, and
// under some emulators, fesetround succeeds and changes nothing.
static bool direction_works(int direction)
{
    const bool up = direction == FE_UPWARD, down = direction == FE_DOWNWARD,
               nearest = direction == FE_TONEAREST;
    // Volatile keeps the sums between fesetround and fesetenv.
    volatile float one = 1, part = 0x1.8p-24f, sum, negative;
    volatile double wide_one = 1, wide_part = 0x1.8p-53, wide_sum, wide_negative;
    fenv_t found;

    if (fegetenv(&found) != 0)
        return false;
    bool works = fesetenv(FE_DFL_ENV) == 0 && fesetround(direction) == 0;

    sum = one + part;
    negative = -one - part;
    wide_sum = wide_one + wide_part;
    wide_negative = -wide_one - wide_part;
    fesetenv(&found);
    return works && (sum > 1) == (up || nearest) &&
           (negative < -1) == (down || nearest) && (wide_sum > 1) == (up || nearest) &&
           (wide_negative < -1) == (down || nearest);
}

bool direction_can(enum fp_round round)
{
    static atomic_int known[FP_ROUND_COUNT]; // 1: it works, -1: it does not
    int direction = direction_of(round);

    if (direction < 0)
        return false;
    if (!atomic_load(&known[round]))
        atomic_store(&known[round], direction_works(direction) ? 1 : -1);
    return atomic_load(&known[round]) > 0;
}

bool direction_enter(enum fp_round round, fenv_t *found)
{
    if (fegetenv(found) != 0) {
        log_error("the floating-point environment cannot be read");
        return false;
    }
    // The default environment has neither traps nor flush to zero.
    if (direction_can(round) && fesetenv(FE_DFL_ENV) == 0 &&
        fesetround(direction_of(round)) == 0)
        return true;
    log_error("%s cannot be set", fp_round_name(round));
    fesetenv(found);
    return false;
}

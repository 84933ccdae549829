// SPDX-License-Identifier: MIT
//
// SLEEF, opened when it is asked for: no header of it is needed to build, and a program
// that judges nothing loads nothing. The functions are those whose results do not depend
// on the instructions chosen, given that there is a fused multiply-add.

#ifndef JUDGE_SLEEF_H
#define JUDGE_SLEEF_H

#include "sweep/function.h"
#include "sweep/judge.h"

// The function, which takes and gives vectors of doubles of that width, within 3.5 ulp
// or better; of rcbrt, cbrt. NULL if there is none, or no SLEEF. All threads may call.
void *judge_sleef_find(enum math_id math, enum judge_isa isa);

#endif // JUDGE_SLEEF_H

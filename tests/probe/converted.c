// SPDX-License-Identifier: MIT

#include "tests/probe/converted.h"

#include <math.h>
#include <stdbool.h>

// Away from zero or not, by the words of fp.h: `below` and the next are the neighbours
// in units of the last place, `rest` in [0, 1) is what lies between.
static bool goes_away(enum fp_round round, bool negative, double below, double rest)
{
    bool odd = fmod(below, 2) != 0, tie = rest == 0.5;

    if (rest == 0)
        return false;
    switch (round) {
    case FP_RNE: return tie ? odd : rest > 0.5;
    case FP_RNA: return rest >= 0.5;
    case FP_RNZ: return rest > 0.5;
    case FP_RNU: return tie ? !negative : rest > 0.5;
    case FP_RND: return tie ? negative : rest > 0.5;
    case FP_RNO: return tie ? !odd : rest > 0.5;
    case FP_RAZ: return true;
    case FP_RUP: return !negative;
    case FP_RDN: return negative;
    case FP_RO: return !odd;
    default: return false;
    }
}

double converted(const struct fp_model *model, double x)
{
    int f = model->format.precision - 1, emax = model->format.emax, exponent;
    double magnitude = fabs(x), largest = ldexp(2 - ldexp(1, -f), emax);

    if ((model->flush_in && magnitude < 0x1p-126) ||
        (model->flush_out && magnitude < ldexp(1, 1 - emax)))
        return copysign(0, x);
    frexp(magnitude, &exponent);
    int last = (exponent - 1 < 1 - emax ? 1 - emax : exponent - 1) - f;
    double places = ldexp(magnitude, -last), below = floor(places);

    // beyond the largest number, odd, there is nothing but more than half an ulp
    if (exponent - 1 > emax)
        return copysign(goes_away(model->round, x < 0, 2 * ldexp(1, f) - 1, 0.75)
                            ? INFINITY
                            : largest,
                        x);
    below += goes_away(model->round, x < 0, below, places - below);
    magnitude = ldexp(below, last);
    return copysign(magnitude > largest ? INFINITY : magnitude, x);
}

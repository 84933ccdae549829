// SPDX-License-Identifier: MIT
//
// The table of the built-in functions that the probe functions asks for, and what its
// expressions came to.

#ifndef PROBE_EXPRESSIONS_FUNCTIONS_H
#define PROBE_EXPRESSIONS_FUNCTIONS_H

#include "probe/list.h"
#include "probe/shared/bound.h"

#include <stdbool.h>

// Where a function is hard: half of the points are at these places.
enum functions_spot {
    FUNCTIONS_TINY = 1,     // x near 0, down to the smallest normal numbers
    FUNCTIONS_QUARTERS = 2, // next to multiples of pi / 2, zeros and poles
    FUNCTIONS_ENDS = 4,     // near 1 and -1, where the domain ends
    FUNCTIONS_ONE = 8,      // near 1, a zero
    FUNCTIONS_FAR = 16,     // beyond `high`, as far as `reach` permits
    FUNCTIONS_POWER = 32,   // pow(x, y) with x near 1 and y large
};

// One expression: a function and where it is asked.
struct functions_entry {
    double (*value)(double x); // in double, rounded to nearest; NULL: pow(x, y)
    enum bound_function bound;
    const char *law, *half_law; // whose bound that is: at highp; at mediump
    bool geometric;   // magnitudes spread evenly over 2^low to 2^high; else numbers over
                      // low to high
    bool both;        // magnitudes of both signs
    double low, high; // cut to +-reach times the exponent range, so that no result
    double reach;     // overflows; 0: they fit
    unsigned spots;   // bits FUNCTIONS_x
    double offset;    // added to the number
    bool absolute;    // the error is told absolutely, not in ulp
    double floor;     // where it is told in ulp, they are at least those of this
    bool logarithm;   // absolutely for x in [0.5, 2]; half of the points are there
    bool coarse;      // sin() and the like (traits.h: coarse_bits)
};

const struct functions_entry *functions_find(int line);

// entry->value in the default environment of floating point, whatever is in force.
double functions_value(const struct functions_entry *entry, double x, double y);

#endif // PROBE_EXPRESSIONS_FUNCTIONS_H

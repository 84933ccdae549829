// SPDX-License-Identifier: MIT
//
// Arithmetic on arrays of numbers under a rounding model, as fast as vectors allow. Each
// number is a double, which holds every number of a format of at most 24 bits exactly.
// The results are those of unit_model (unit/unit.h), in every bit.
//
// How it works
//
// A double has more than twice the bits of such a format. A product is therefore exact; a
// sum, a quotient or a root is computed to nearest, and the sign of its exact remainder
// moves it to the odd one of its two neighbours if it was inexact. A number that is
// rounded to odd can be rounded once more, to any fewer bits by any rule, as if it were
// exact (S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums: proved
// algorithms using rounding to odd", IEEE TC 2008). To nearest even no odd neighbour is
// needed, because 53 >= 2 * 24 + 2 (S. Figueroa, "When is double rounding innocuous?",
// SIGNUM 1995), except for the fused product and sum. An adder without a sticky bit
// truncates the smaller operand first; the sum is then exact.

#ifndef SHADE_LANES_H
#define SHADE_LANES_H

#include "unit/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A rounding model, prepared for vectors.
struct lanes_model {
    bool single;                // binary32 to nearest even
    bool nearest;               // one of the first six rules
    int dropped;                // bits of a double below the last place
    int64_t lowest;             // biased exponent of the smallest normal number
    int64_t last;               // from an exponent to that of the last place
    uint64_t away;              // bit: negative odd half rest, negative highest
    uint64_t difference;        // pattern of x - x
    double smallest;            // normal number
    double largest;             // finite number
    double flush_in, flush_out; // magnitudes below become zeros
    int guard;                  // bits kept of the smaller addend; -1: all
};

// Returns false if `model` has a format that doubles do not cover.
bool lanes_model(const struct fp_model *model, struct lanes_model *lanes);

// The loops for one instruction set. out[i] = op(a[i], b[i], c[i]) for i in [0, count);
// operands that an operation lacks are not read; `out` may be any of them. Operands are
// numbers of the format.
struct lanes_loops {
    void (*apply)(const struct lanes_model *model, enum unit_op op,
                  const double *const in[3], double *out, size_t count);

    // Rounds any numbers to the format, once. Doubles below 2^-900 count as zeros.
    void (*round)(const struct lanes_model *model, const double *in, double *out,
                  size_t count);
};

extern const struct lanes_loops lanes_baseline, lanes_avx2, lanes_avx512;

// Returns the loops for the widest vectors of this processor.
const struct lanes_loops *lanes_loops(void);

#endif // SHADE_LANES_H

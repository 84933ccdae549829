// SPDX-License-Identifier: MIT
//
// The results of a sweep, computed from its cells: totals, extremes as MPFR computes
// them, and how they compare with published figures and with the limits of standards.
// Views print them.

#ifndef SWEEP_FIGURES_H
#define SWEEP_FIGURES_H

#include "sweep/sweep.h"
#include "sweep/tally.h"

#include <stdbool.h>

struct figures_worst {
    bool there;
    uint64_t number, got;
    struct operands operands;
    struct exact exact; // of that input, by MPFR; else the judge's error alone
    bool settled;       // by MPFR
};

// A limit of a standard or a publication, and whether every binade's worst input keeps
// it.
struct figures_limit {
    char who[96];   // "GLSL ES 3.20, 4.7.1", "CUDA Handbook, table 8-13"
    char limit[96]; // "3 + 2|x| ulp", "133.9529 ulp"
    char verdict
        [96]; // "kept", "equal", "deviates at 0x42b0c0a5: 12.3 ulp where 5 are allowed"
    bool kept;
    double ratio;   // largest error by limit; NAN where none was found
    bool published; // by someone who measured or promises it; else a standard's limit
    double given, found; // of published ones
};

#define FIGURES_LIMITS 10

struct figures {
    uint64_t asked;    // numbers of the domain that were asked
    uint64_t done;     // of them
    struct cell total; // both sides of all chunks that are done
    struct cell sides[2];
    struct figures_worst ulp, relative, absolute, wrong, fall, asymmetry;
    uint64_t edge_falls; // falls between neighbouring chunks, which cells cannot see
    struct figures_limit limits[FIGURES_LIMITS];
    int limit_count;
    // The error in ulp that the standard permits at the worst input of each cell; NAN
    // if it promises nothing.
    double allowed[DOMAIN_CHUNKS][2];
};

void figures_make(const struct sweep *sweep, struct figures *figures);

// These are inline, because the module that draws links nothing of MPFR.

// Returns true if the domain is a sample of all operands, so that its maxima are lower
// bounds.
static inline bool figures_sample(const struct sweep *sweep)
{
    return sweep->domain.kind != DOMAIN_BITS && sweep->domain.kind != DOMAIN_DIVISION;
}

// Returns true if the sweep has all numbers of the domain.
static inline bool figures_whole(const struct sweep *sweep)
{
    return sweep->domain.first == 0 &&
           sweep->domain.last == (UINT64_C(1) << sweep->domain.bits) - 1;
}

// Returns the number of falls within chunks and between them.
static inline uint64_t figures_falls(const struct figures *figures)
{
    return figures->total.falls + figures->edge_falls;
}

// Returns true if a number rounds to a published one with as many digits as that has;
// for a whole number, if they are equal.
bool figures_equal(double given, double found);

#endif // SWEEP_FIGURES_H

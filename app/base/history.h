// SPDX-License-Identifier: MIT
//
// Devices whose sums others have published: what is known about them, and a model that
// gives the same results. `fake:KEY` simulates such a device. A verdict, or the answer of
// `analyze`, can be compared with all of them. Mostly after S. Russell, "Mobile GPU
// floating point accuracy variances", Youi Labs, 2013; T. Olson, "Benchmarking
// floating-point precision in mobile GPUs", parts 1 to 3, ARM, 2013; K. Hillesland and A.
// Lastra, "GPU floating-point paranoia", GP2, 2004.

#ifndef BASE_HISTORY_H
#define BASE_HISTORY_H

#include "base/verdict.h"

struct history {
    const char *key;   // "tegra3": of fake:tegra3
    const char *name;  // "NVIDIA Tegra 3, fragment shader"
    const char *model; // what a fake of it is made of: "rtz,p=14,emax=31"
    int fraction_bits;
    const char *rounding; // what is published, a word of verdict_rounding: "truncate"
    uint32_t rules;       // the rules of that word that what else is published leaves; 0:
                          // all of them
    int emax;             // of the published format; 0: no range is published
    enum subnormals subnormals; // unknown: nothing is published
    const char *note;   // what its model assumes beyond that, or on what sources disagree
    const char *source; // who published it; docs/published-devices.md has the titles
};

extern const struct history history_list[];
extern const int history_count;

#define HISTORY_MAX 16

// NULL if there is none of that key.
const struct history *history_find(const char *key);

// The devices of which nothing that is published contradicts `verdict`: its fraction
// bits, its rules (one of them at least is left, and they are of one pattern), its
// largest exponent (which a format has, or one less where it keeps infinities), its
// subnormals; what the verdict does not know contradicts nothing. Products and NaN are
// not looked at. Returns how many; none if no bits or no rules are known. `*whole`:
// all that is published of them, and all that a verdict can hold, could be compared.
int history_twins(const struct verdict *verdict, const struct history *twins[HISTORY_MAX],
                  bool *whole);

// "NVIDIA Tegra 3, fragment shader; Vivante GC4000": their names, "; " between, and
// behind them ", " and `partly` unless all could be compared; cut to `size`; "" if there
// is none.
void history_text(const struct verdict *verdict, const char *partly, char *text,
                  size_t size);

#endif // BASE_HISTORY_H

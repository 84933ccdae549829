// SPDX-License-Identifier: MIT
//
// Devices whose sums others have published: what is known of them, and a model that does
// the same. `fake:KEY` is such a device, drawn by nobody; a verdict, or a picture that
// somebody kept, can be held against all of them. Mostly after T. Olson, "Benchmarking
// floating-point precision in mobile GPUs", parts 1 to 3, ARM, 2013, and K. Hillesland
// and A. Lastra, "GPU floating-point paranoia", GP2, 2004.

#ifndef HISTORY_H
#define HISTORY_H

#include "verdict.h"

struct history {
    const char *key;    // "tegra3": of fake:tegra3
    const char *name;   // "NVIDIA Tegra 3, fragment shader"
    const char *family; // "Tegra 3's fragment unit", for a sentence
    const char *model;  // what a fake of it is made of: "rtz,p=14,emax=31"
    int fraction_bits;
    const char *rounding; // what is published, a word of verdict_rounding: "truncate"
    const char *note; // what its model assumes beyond that, or on what sources disagree
};

extern const struct history history_list[];
extern const int history_count;

#define HISTORY_MAX 16

// NULL if there is none of that key.
const struct history *history_find(const char *key);

// The devices whose published width is `fraction_bits` and to whose published rounding
// `survivors`, rules as a set, does not say no; those for which it can say no more than
// the publication does. Returns how many; none if nothing is known of either.
int history_twins(int fraction_bits, uint32_t survivors,
                  const struct history *twins[HISTORY_MAX]);

// "NVIDIA Tegra 3, fragment shader; Vivante GC4000": their names, "; " between, cut to
// `size`; "" if there is none.
void history_text(int fraction_bits, uint32_t survivors, char *text, size_t size);

#endif // HISTORY_H

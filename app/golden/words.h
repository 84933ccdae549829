// SPDX-License-Identifier: MIT
//
// What became of a golden, in words.

#ifndef GOLDEN_WORDS_H
#define GOLDEN_WORDS_H

#include "base/pixels.h"
#include "base/verdict.h"

#include <stddef.h>

// One of two results of a question; `pixels` is zeroed where there are none.
struct golden_side {
    const struct result *result;
    const struct pixels *pixels;
};

// "stripe 22, columns 128-383: 0.5 became 0; to nearest even became toward zero": where
// two results differ, in pixels, status, verdict and findings, where bits of `by_class`
// are compared by class. Cut to `size`; "" if they do not differ.
void golden_words(struct golden_side want, struct golden_side got, uint64_t by_class,
                  char *text, size_t size);

// Whether the findings of a line are of one class: as far off, to 6 bits, and within what
// is allowed, or beyond, both.
bool golden_alike(const struct finding *want, const struct finding *got);

// Whether two verdicts say the same, whatever the words of their reasons.
bool golden_same_verdict(const struct verdict *want, const struct verdict *got);

// Whether two findings are the same, but for what depends on the reference.
bool golden_same(const struct finding *want, const struct finding *got);

#endif // GOLDEN_WORDS_H

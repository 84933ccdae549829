// SPDX-License-Identifier: MIT
//
// Adders that are none of the 21 rounding models, for simulated devices: with any number
// of guard bits, rounded twice, by another rule for negative sums, at random. It shares
// nothing with unit/model.c or with any judge; fp.h encodes and decodes for it, and its
// own steps round.

#ifndef DEVICE_FOREIGN_ADDER_H
#define DEVICE_FOREIGN_ADDER_H

#include "unit/unit.h"

#include <stdbool.h>
#include <stdint.h>

#define FOREIGN_ADDER_GUARD_MAX  40
#define FOREIGN_ADDER_STICKY_MAX 20
#define FOREIGN_ADDER_FIRST_MAX  64

// The choice that a draw makes. A draw is a hash of the operands and of the adder's seed.
enum foreign_draw {
    FOREIGN_DRAW_NONE,
    FOREIGN_DRAW_FRACTION,  // away from zero as probably as the fraction of a last place
    FOREIGN_DRAW_NEIGHBOUR, // one of the two neighbours
    FOREIGN_DRAW_TIE,       // ties alone; otherwise to nearest
};

// How a sum of one sign is rounded. The smaller operand is truncated `guard` places below
// the larger one's last place, at most FOREIGN_ADDER_GUARD_MAX (-1: it is not); the
// first `sticky` places behind that are ORed into one more. The sum is rounded to `bits`
// bits by `first`, and then to the format by `last`, or by a draw. Both rules are of the
// first eleven of fp_format.h.
struct adder_rule {
    int guard, sticky;
    int bits; // 0, or no more than the format has: it is rounded once
    enum fp_round first, last;
    enum foreign_draw draw;
};

struct foreign_adder {
    bool used;    // it is none of the 21
    bool by_sign; // there is a rule for negative sums
    struct adder_rule rule, negative;
    int far; // a larger distance of the leading bits drops the smaller operand; 0: none does
    uint64_t seed;
};

// The rule of a word: a rounding model, or chop-gN, rne-nsN, rna-nsN with more guard
// bits, stochastic, faithful, ties-hash. Returns false if there is none of that name;
// `rule` is then unchanged.
bool adder_rule_find(const char *word, struct adder_rule *rule);

// Words of a simulated device's id: MODEL, whose last step is then *round, by which the
// other operations are rounded; and what stands behind "double=" (N or N:MODEL),
// "sticky=" and "sign=". The first two of these are of the rule that came last. Each
// returns false if it is malformed, all but the first after logging why.
bool foreign_read_model(struct foreign_adder *adder, const char *word,
                        enum fp_round *round);
bool foreign_read_first(struct foreign_adder *adder, const char *id, const char *value);
bool foreign_read_sticky(struct foreign_adder *adder, const char *id, const char *value);
bool foreign_read_sign(struct foreign_adder *adder, const char *id, const char *value);

// After the words: sets `used`. Returns false, after logging why, if they do not fit
// together and to a format.
bool foreign_settle(struct foreign_adder *adder, const char *id, int precision);

// a + b in the format of `model`, whose flushes are those of unit.h; its rule does not
// count. Patterns and NaN as in unit.h.
uint64_t foreign_add(const struct foreign_adder *adder, const struct fp_model *model,
                     uint64_t a, uint64_t b);

// The model unit, with this adder's sums and differences. `adder` outlives it.
struct unit unit_foreign(const struct foreign_adder *adder);

#endif // DEVICE_FOREIGN_ADDER_H

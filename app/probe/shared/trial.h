// SPDX-License-Identifier: MIT
//
// Tries what a device may do with an expression until some of it reproduces every case:
// programs (postfix.h) x values of traits (traits.h) x bits kept inside x rounding
// models. The order of the tries is the judge's: the plain ones come first, and the first
// that fits is the finding.
//
// It also judges expressions by the candidates of their table: the expression as it is
// written, which is the first, and what a compiler may compute instead. A probe whose
// expressions need no more names these functions in its table, and has no C file of its
// own.

#ifndef PROBE_SHARED_TRIAL_H
#define PROBE_SHARED_TRIAL_H

#include "probe/expressions.h"

#include <stddef.h>

// What is tried, with whatever traits.
struct trial_question {
    const struct expressions_seen *seen;
    const char *const
        *programs;      // NULL is the last: all of them count, for they differ in
                        // where they negate. NULL: what the probe answers
    const char *second; // the program of result 1, or NULL
    // Without programs: adders without a sticky bit are tried; the rounding model of the
    // traits is preferred, not the most frequent one.
    bool sums, prefers_known;
};

// What reproduces every case.
struct trial {
    uint32_t rules;       // the rounding models (verdict.h); 0: nothing does
    int program;          // the number of the first program that does
    struct traits traits; // with one of these models
};

// Tries the programs with these traits.
struct trial trial_of(const struct trial_question *question, const struct traits *traits);

// A trait with the values from `first` to `last`, up or down.
struct trial_trait {
    size_t offset, size; // of a bool, an int or an enum in struct traits
    int first, last;
};

#define TRIAL_TRAIT(name, first, last)                                                  \
    {                                                                                   \
        offsetof(struct traits, name), sizeof(((struct traits *) 0)->name), first, last \
    }

// Sets the traits [count] to their values number `step`, of which the last trait's change
// fastest. Returns false if there are no more.
bool trial_step(const struct trial_trait *tried, int count, int step,
                struct traits *traits);

// Tries the values of the traits in this order; the others are those of `traits`.
struct trial trial_traits(const struct trial_question *question,
                          const struct traits *traits, const struct trial_trait *tried,
                          int count);

// The same with the rounding model that is known. Stores the first traits that reproduce
// every case, or returns false and leaves *found.
bool trial_reproduces(const struct expressions_seen *seen,
                      const struct trial_trait *tried, int count, struct traits *found);

// Returns the values of a trait, [0, 32), with which `traits` reproduce every case, as a
// set of bits.
uint32_t trial_values(const struct expressions_seen *seen,
                      const struct trial_trait *tried, const struct traits *traits);

// How integers of fewer bits are tried: the most bits first, that wrap, then that
// saturate.
extern const struct trial_trait trial_integers[2];

// Tries functions whose last bits are cut off, the most of them first.
struct trial trial_coarse(const struct trial_question *question);

// Says how many bits integers were found to have, or how many cases are wrong. `found`:
// NULL if no traits reproduce the cases; `saturates`: the remark that they saturate.
void trial_say_integers(struct finding *finding, const struct traits *found,
                        const struct finding_kind *saturates);

// ---- more bits than are stored ----
//
// Expressions may keep more bits, by params->inside_bits: what was found, or
// VERDICT_INSIDE_UNKNOWN. Nothing is called fused that may only have been kept.

// Whether an expression was found to keep more bits, or that is not known.
bool kept_may(const struct probe_params *params);

// Which registers to try then: the number of bits behind `bits`, 0 at first and at the
// end. Those that were found, or where that is not known, all up to WIDE_BITS, the widest
// first.
int kept_next(const struct expressions_seen *seen, int bits);

// Whether more than WIDE_BITS were found: what looks fused may be kept, and no model of
// it tells.
bool kept_beyond(const struct probe_params *params);

// The word for an operation that looks fused, where no case can tell.
const struct finding_kind *kept_fused(const struct probe_params *params);

// Adds to the answer what these traits keep, if anything: "with 64 bits inside", or no
// number where none was found.
void kept_say(const struct expressions_seen *seen, const struct traits *traits,
              struct finding *finding);

// Tries the registers that may keep more bits inside an expression, the widest
// first.
struct trial trial_inside(const struct trial_question *question);

// ---- by the candidates of a table ----

// Writes a, b and c in [1, 2) with random signs and all bits of the format, and d = 1.
void trial_operand(const struct probe_params *params, int line, int at, uint64_t *words);

// Computes the first candidate, or, of a probe that `rewrites`, the one of the traits.
bool trial_answer(const struct expressions_call *call);

// As `judge` of struct expressions: finds the candidate that reproduces every case under
// some rounding model. The first one is tried first; if it fails, exactly one other must
// reproduce them.
bool trial_judge(const struct expressions_seen *seen, struct finding *finding,
                 struct traits *found);

#endif // PROBE_SHARED_TRIAL_H

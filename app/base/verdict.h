// SPDX-License-Identifier: MIT
//
// Verdicts and results. They contain only strings, numbers and sets of rounding models,
// and know no device, no probe and no unit, so that a report can be read on any machine.

#ifndef BASE_VERDICT_H
#define BASE_VERDICT_H

#include "base/drawn.h"
#include "base/facts.h"
#include "base/finding.h"
#include "base/foreign.h"
#include "base/fp_format.h"
#include "base/rewriting.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AGAINST_MAX 3 // the most models that a verdict names

// The number of sums of a picture that a model does not reproduce, and one of them, a +
// b.
struct against {
    int sums, of; // `sums` of all `of` sums differ
    enum fp_round round;
    double a, b, got, gives; // the operands, the read-back sum, the sum of the model
};

// The models that the fewest sums contradict, the nearest first. The verdict names them
// if no model fits.
struct nearest {
    int count; // of `list`
    struct against list[AGAINST_MAX];
};

// Writes "rne: 12 of 6096 sums, e.g. 0x1p+23 + 0x1p-20: got 0x1p+23, rne gives
// 0x1.8p+23", truncated to `size`.
void against_text(const struct against *against, char *text, size_t size);

// How numbers beyond the range of a format are shown by a picture, where the rounding
// model that paints the rest of it has something else.
enum overflow {
    OVERFLOW_AS_MODEL, // or nothing is beyond the range
    OVERFLOW_INFINITE,
    OVERFLOW_LARGEST, // all are one finite number, the largest
    OVERFLOW_OTHER,   // anything else, or not all alike
    OVERFLOW_COUNT,
};

// "as-model", "infinite", "largest", "other".
const char *overflow_name(int overflow);

// The same as a clause of a sentence: "larger results are infinite"; "" if there is
// nothing to say.
const char *overflow_words(enum overflow overflow);

// folded: the compiler removed what was asked; excess: an expression keeps more bits than
// are stored; unrounded: one of the two (cause.h). undecided: no model, or infer and
// identify differ. impossible: no arithmetic paints this. unpainted: the canary is still
// there. unstable: two renders differ. skipped: not asked.
enum status {
    STATUS_OK,
    STATUS_FOLDED,
    STATUS_UNSUPPORTED,
    STATUS_UNDECIDED,
    STATUS_IMPOSSIBLE,
    STATUS_UNPAINTED,
    STATUS_UNSTABLE,
    STATUS_SKIPPED,
    STATUS_ERROR,
    STATUS_EXCESS,
    STATUS_UNROUNDED,
    STATUS_COUNT,
};

enum pattern { PATTERN_NONE, PATTERN_BEEHIVE, PATTERN_ORCA };
enum subnormals { SUBNORMALS_UNKNOWN, SUBNORMALS_KEPT, SUBNORMALS_FLUSHED };

// Rules as a set: bit FP_x stands for rule FP_x.
#define VERDICT_RULE(round) (UINT32_C(1) << (round))
#define VERDICT_ALL_RULES   ((UINT32_C(1) << FP_ROUND_COUNT) - 1)

#define VERDICT_NEAREST                                                               \
    (VERDICT_RULE(FP_RNE) | VERDICT_RULE(FP_RNA) | VERDICT_RULE(FP_RNZ) |             \
     VERDICT_RULE(FP_RNU) | VERDICT_RULE(FP_RND) | VERDICT_RULE(FP_RNO) |             \
     VERDICT_RULE(FP_RNE_NS1) | VERDICT_RULE(FP_RNE_NS2) | VERDICT_RULE(FP_RNE_NS3) | \
     VERDICT_RULE(FP_RNA_NS1) | VERDICT_RULE(FP_RNA_NS2) | VERDICT_RULE(FP_RNA_NS3))
#define VERDICT_TRUNCATE                                                      \
    (VERDICT_RULE(FP_RTZ) | VERDICT_RULE(FP_RDN) | VERDICT_RULE(FP_CHOP_G0) | \
     VERDICT_RULE(FP_CHOP_G1) | VERDICT_RULE(FP_CHOP_G2) | VERDICT_RULE(FP_CHOP_G3))
#define VERDICT_UPWARD         (VERDICT_RULE(FP_RUP) | VERDICT_RULE(FP_RAZ))
#define VERDICT_INSIDE_UNKNOWN (-1) // whether an expression keeps more: it may

struct verdict {
    enum status status;
    char reason[320];        // why the status is not ok; "" otherwise
    int fraction_bits, emax; // f = p - 1, and the largest exponent; -1: not known
    int inside_bits;    // that an expression keeps before it is stored, if more; else 0
    bool emax_at_least; // emax is only a lower bound
    enum subnormals subnormals;
    enum overflow overflow; // of a picture of sums
    uint32_t survivors;     // rules that reproduce the picture; 0: none, or not known
    struct foreign foreign; // the adder, where it is none of the rules
    struct nearest nearest; // models, of no known adder
    enum pattern pattern;
    enum rewriting rewriting; // of the published form, where the picture shows one
    bool error_known;         // the interval of the signed error of the sum, in ulp
    double error_min_ulp, error_max_ulp;
};

// A verdict of which nothing is known: fraction_bits and emax -1, the rest zero; and why.
struct verdict verdict_unknown(enum status status);
struct verdict verdict_because(enum status status, const char *reason);

// A verdict as a report has it: unless it is ok, no number that no model supports, but
// status, reason, the bits of an excess and the nearest models.
struct verdict verdict_told(const struct verdict *verdict);

// Whether both have one status, for one reason.
bool verdict_same_reason(const struct verdict *a, const struct verdict *b);

// "ok", "folded", ... and "beehive", "orca", "none".
const char *status_name(int status);
const char *pattern_name(int pattern);
const char *subnormals_name(int subnormals); // "unknown", "kept", "flushed"

// One rule: its name. Several: their family, "nearest", "truncate", or "upward" (rup and
// raz). Else "unknown". Static storage.
const char *verdict_rounding(uint32_t survivors);

// The same of a verdict, or the name of its adder if that is none of the rules.
void verdict_adder(const struct verdict *verdict, char *text, size_t size);

// Whether verdict_rounding has a name for them: one rule, or a family.
bool verdict_is_family(uint32_t survivors);

// Beehive if every survivor rounds to nearest, orca if every one truncates.
enum pattern verdict_pattern(uint32_t survivors);

// The family of rules of `rounding`, a word of verdict_rounding; 0 for "unknown".
uint32_t verdict_rules(const char *rounding);

// "24-bit significand, rounds to nearest even", and what is known of the compiler.
void verdict_text(const struct verdict *verdict, char *text, size_t size);

// The survivors by name, ", " between, or "none".
void verdict_survivors_text(uint32_t survivors, char *text, size_t size);

// Adds a name to a list with ", " between, unless it is in it, or begins one.
void verdict_name_once(char *list, size_t size, const char *name);

// A picture against another: where they first differ, and how to see it again.
struct difference {
    long pixels;        // compared
    long mismatches;    // not equal
    int x, y;           // the first, from the top left, if mismatches > 0
    uint32_t got, want; // its words
    char where[240];    // "stripe 22, column 128: 0x1p+22 + 0x1.8p-1: got ... want ..."
    char again[240];    // the command that shows it again
};

// One probe, asked in one way, answered.
struct result {
    char probe[32];
    char topic[24]; // of a probe of lines: the heading its findings stand under, else ""
    enum stage stage;
    enum precision precision;
    enum form form;
    enum readout readout;
    int width, height;        // of the picture; 0 if nothing was drawn
    int columns, bands;       // cases in it
    bool built;               // `operands` is known
    struct fp_model operands; // for which operands were built, and where judges began
    struct drawn drawn;       // how it was, where a device tells
    int inside_bits;          // and its expressions to keep; 0: no more than are stored
    struct verdict verdict;
    char reference[80]; // the unit that judged it, "" if none
    struct difference difference;
    long cuda_words, cuda_differ; // what a CUDA GPU compared when it was measured, if any
    char sha256[65];              // of the picture, by which a store names it; "" if none
    struct finding *findings; // [finding_count], owned; NULL where the probe has no lines
    int finding_count;
};

#endif // BASE_VERDICT_H

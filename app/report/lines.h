// SPDX-License-Identifier: MIT
//
// What the probes of lines found, put together for the views: by topic, which is the
// heading under which a probe's lines stand, and by line, which is what was asked. Sums
// and words, no layout; nothing here knows a probe.

#ifndef REPORT_LINES_H
#define REPORT_LINES_H

#include "report/report.h"

#define REPORT_LINES_MAX    256 // lines of a topic
#define REPORT_LINES_TOPICS 16

// The topics that have a place of their own in the views. Any other is counted.
// clang-format off
#define REPORT_LINES_OPERATIONS  "operations"            // how each rounds
#define REPORT_LINES_CONTRACTION "contraction"           // source shapes: fused?
#define REPORT_LINES_FOLDING     "folding"               // idioms: simplified?
#define REPORT_LINES_ERROR_FREE  "error-free transforms" // TwoSum and its kin: exact?
#define REPORT_LINES_SUBNORMALS  "subnormals"            // kept or flushed
#define REPORT_LINES_SPECIALS    "specials"              // infinities, NaN, signed zeros
#define REPORT_LINES_CONVERSIONS "conversions"           // halves, targets, integers
#define REPORT_LINES_CLAIMS      "claims"                // claimed against measured
#define REPORT_LINES_FUNCTIONS   "functions"             // sin and its kin, in ulp
// clang-format on

// Where a line is asked.
struct report_lines_place {
    enum stage stage;
    enum precision precision;
    enum form form;
};

// The topics of a report: those above in that order, then others as they come, each
// once. Returns how many.
int report_lines_topics(const struct report *report,
                        const char *topics[REPORT_LINES_TOPICS]);

// The lines of a topic, in the order in which they first come, each once. `names` point
// into the report. Returns how many.
int report_lines_names(const struct report *report, const char *topic,
                       const char *names[REPORT_LINES_MAX]);

// The finding of a line, or NULL.
const struct finding *report_lines_find(const struct report *report, const char *topic,
                                        const char *line,
                                        struct report_lines_place place);

// Whether a topic was asked there with an answer, ok or not.
bool report_lines_asked(const struct report *report, const char *topic,
                        struct report_lines_place place);

// The place of a stage that stands for it: the highest precision at which the topic has
// findings, and there the first form, plain if it is one. Returns false if there is none.
bool report_lines_best(const struct report *report, const char *topic, enum stage stage,
                       struct report_lines_place *place);

// Why a topic has no findings at a stage: the status of the first result; NULL if it was
// not asked there.
const char *report_lines_status(const struct report *report, const char *topic,
                                enum stage stage);

// Whether the answer is what the source says, in arithmetic of `precision` bits: neither
// fused nor folded, an error-free transform exact, a float-float result with the 2p - 4
// bits that its algorithm owes. What a compiler may do does not depart, but it is not as
// written either. Of fma() it is the fused one that is.
bool report_lines_as_written(const struct finding *finding, int precision);

// Bits of significand that a stage and precision have, as far as is known: else those of
// the type's own format.
int report_lines_bits(const struct report *report, enum stage stage,
                      enum precision precision);

// How a topic fared at a place. `lines` are those with cases; `changed` are not as
// written.
struct report_lines_count {
    int lines, departs, changed;
};

struct report_lines_count report_lines_count(const struct report *report,
                                             const char *topic,
                                             struct report_lines_place place);

// The words compared with a reference, over all findings of a report, and with whom:
// "cuda, model".
struct report_lines_compared {
    long words, mismatches;
    int lines;
    char with[64];
};

struct report_lines_compared report_lines_compared(const struct report *report);

// A finding in a few words: "rne", "faithful 0.8 ulp" (the larger end of the interval).
void report_lines_answer(const struct finding *finding, char *text, size_t size);

// "14 of 60 lines depart", of one result.
void report_lines_text(const struct result *result, char *text, size_t size);

// The first words of the answers at a place with how often each comes, the most frequent
// first: "9 kept, 5 flushed".
void report_lines_tally(const struct report *report, const char *topic,
                        struct report_lines_place place, char *text, size_t size);

// What a finding says of a claim: "as claimed", "better" or "worse", or "" where nothing
// is claimed.
const char *report_lines_claim(const struct finding *finding);

// Forms in which something can be relied upon, of those in which it was asked: bit
// FORM_x.
struct report_lines_forms {
    unsigned asked, good;
};

// In which forms a line is as written.
struct report_lines_forms report_lines_good(const struct report *report,
                                            const char *topic, const char *line,
                                            enum stage stage, enum precision precision);

// In which forms float-float ("df64") arithmetic can be relied upon: the answer that its
// authors need. All error-free transforms must be exact, and what is built on them as
// good as it owes; but of lines like "TwoProd(a, b) by fma", "TwoProd(a, b) by Dekker",
// ways to the same thing, one is enough, and where that of fma is exact nobody needs the
// split, nor the float-float products that are built on it.
struct report_lines_forms report_lines_df64(const struct report *report, enum stage stage,
                                            enum precision precision);

// "as written", "only guarded", "only guarded, precise or invariant", "not at all", "not
// asked".
void report_lines_forms_text(struct report_lines_forms forms, char *text, size_t size);

// A line's name without its arguments: "TwoProd by fma".
void report_lines_short(const char *line, char *text, size_t size);

#endif // REPORT_LINES_H

// SPDX-License-Identifier: MIT
//
// This module collects the findings of the probes of expressions for the views, by topic
// (the heading of a probe's expressions) and by expression. It makes sums and words, and
// no layout. Expressions of one label make one row; code that needs a particular
// expression names the probe and the word.

#ifndef REPORT_EXPRESSIONS_H
#define REPORT_EXPRESSIONS_H

#include "report/report.h"

#define REPORT_EXPRESSIONS_MAX    256 // expressions of a topic
#define REPORT_EXPRESSIONS_TOPICS 24

// Where an expression is asked.
struct report_expressions_place {
    enum stage stage;
    enum precision precision;
    enum form form;
};

// A topic at a place.
struct report_expressions_at {
    const struct report *report;
    const char *topic;
    struct report_expressions_place place;
};

// The names of a report's topics: those of topics.h in that order, then others as they
// come, each once. Returns how many.
int report_expressions_topics(const struct report *report,
                              const char *topics[REPORT_EXPRESSIONS_TOPICS]);

// The expressions of a topic, wherever it was asked, in the order in which they first
// come, each once. `names` point into the report. Returns how many.
int report_expressions_names(const struct report_expressions_at *at,
                             const char *names[REPORT_EXPRESSIONS_MAX]);

// The first finding of one of these expressions, wherever it was asked.
const struct finding *report_expressions_first(const struct report_expressions_at *at,
                                               const char *line);

// The finding of an expression, or NULL.
const struct finding *report_expressions_find(const struct report_expressions_at *at,
                                              const char *line);

// The finding of the expression with this word of a probe, or NULL.
const struct finding *report_expressions_of(const struct report_expressions_at *at,
                                            const char *probe, const char *id);

// Returns true if the report has a finding of this expression, at any place.
bool report_expressions_has(const struct report_expressions_at *at, const char *probe,
                            const char *id);

// Whether a topic was asked there with an answer, ok or not.
bool report_expressions_asked(const struct report_expressions_at *at);

// Moves to the place that stands for a stage: the highest precision at which the topic
// has findings, and there the first form, plain if it is one. Returns false if there is
// none.
bool report_expressions_best(struct report_expressions_at *at, enum stage stage);

// Why a topic has no findings at the stage: the status of the first result; NULL if it
// was not asked there.
const char *report_expressions_status(const struct report_expressions_at *at);

// Whether the answer is what the source says, in arithmetic of `precision` bits: neither
// fused nor folded, an error-free transform exact, a float-float result with the 2p - 4
// bits that its algorithm owes. A change that GLSL permits does not deviate, but is not
// as written either. fma() is as written if it is fused.
bool report_expressions_as_written(const struct finding *finding, int precision);

// Bits of significand that a stage and precision have, as far as is known: else those of
// the type's own format.
int report_expressions_bits(const struct report *report, enum stage stage,
                            enum precision precision);

// The finding of an expression, wherever it has cases: one that deviates from the first
// of GLSL, IEEE 754 and Vulkan's bound; of several the first with an example of what was
// wanted. NULL if there is none. *result is its result.
const struct finding *report_expressions_worst(const struct report_expressions_at *at,
                                               const char *line,
                                               const struct result **result);

// How a topic fared at a place. `lines` are the expressions with cases; `changed` are not
// as written, and `neither` are undecided; `from` are those that deviate, by what they
// deviate from.
struct report_expressions_count {
    int lines, changed, neither, from[DEVIATION_COUNT];
};

struct report_expressions_count report_expressions_count(
    const struct report_expressions_at *at);

// The same of a topic, or, if it is NULL, of all, at all places: an expression counts
// once, under the first of GLSL, IEEE 754 and Vulkan's bound from which it deviates
// anywhere. `changed` is 0.
struct report_expressions_count report_expressions_count_all(const struct report *report,
                                                             const char *topic);

// "2 of 64 deviate from GLSL, 5 more from IEEE 754", "none of 64 deviates".
void report_expressions_deviating(const struct report_expressions_count *count,
                                  char *text, size_t size);

// The words compared with a reference, over all findings of a report, and with whom:
// "cuda, model".
struct report_expressions_compared {
    long words, mismatches;
    int lines;
    char with[64];
};

struct report_expressions_compared report_expressions_compared(
    const struct report *report);

// "14 of 60 expressions deviate", of one result, for its report: versions say the same.
void report_expressions_text(const struct result *result, char *text, size_t size);

// The first words of the answers at a place with how often each comes, the most frequent
// first: "9 kept, 5 flushed".
void report_expressions_tally(const struct report_expressions_at *at, char *text,
                              size_t size);

// Whether a device keeps a claim.
enum report_claim {
    REPORT_CLAIM_NONE, // nothing is claimed
    REPORT_CLAIM_KEPT,
    REPORT_CLAIM_EXCEEDED,
    REPORT_CLAIM_BROKEN,
    REPORT_CLAIM_COUNT,
};

enum report_claim report_expressions_claim(const struct finding *finding);

// Returns "as claimed", "better" or "worse"; "" if nothing is claimed.
const char *report_expressions_claim_word(enum report_claim claim);

// Return true if the answer is "exact"; "none", no rounding model; "fused", and not
// "fused or separate"; "flushed".
bool report_expressions_is_exact(const struct finding *finding);
bool report_expressions_is_irregular(const struct finding *finding);
bool report_expressions_is_fused(const struct finding *finding);
bool report_expressions_is_flushed(const struct finding *finding);

// Returns true if the answer leaves open what the compiler did: "neither", "kept with 64
// bits inside or folded".
bool report_expressions_is_undecided(const struct finding *finding);

// Joins the texts of the stages: "kept", or "flushed in fragment, vertex; kept in
// compute". like[i] is the first stage that has the same as stage i; -1: it has nothing.
void report_expressions_by_stage(const char *const texts[STAGE_COUNT],
                                 const int like[STAGE_COUNT], char *text, size_t size);

#endif // REPORT_EXPRESSIONS_H

// SPDX-License-Identifier: MIT
//
// A probe of expressions: many small questions in one draw. An expression is asked
// of a row of cases, and judged by itself: which of the things that a compiler and a
// device may do with it (traits.h) give exactly these answers?
//
// A case is up to four operands and up to two answers. They travel as raw 32-bit words,
// or as words of the carrier: binary32 patterns, or binary64 where precision is double.
//
//     answer   what a device of given traits would give: the fakes are this, and so is
//              the reference, with CUDA's or the host's unit for the arithmetic
//     judge    tries traits until one reproduces every case, and names it

#ifndef PROBE_EXPRESSIONS_H
#define PROBE_EXPRESSIONS_H

#include "base/verdict.h"
#include "probe/probe.h"
#include "unit/traits.h"

#include <stdint.h>

#define EXPRESSIONS_RESULTS    2
#define EXPRESSIONS_CHUNK      256 // cases an answer is asked for at a time, at most
#define EXPRESSIONS_MAX        128
#define EXPRESSIONS_WORD       31 // bytes of the word of an expression, at most
#define EXPRESSIONS_CANDIDATES 5
#define EXPRESSIONS_SISTERS    4
#define EXPRESSIONS_NUMBERED   4

// The stages and forms of most probes of expressions.
#define EXPRESSIONS_STAGES \
    (1u << STAGE_FRAGMENT | 1u << STAGE_VERTEX | 1u << STAGE_COMPUTE)
#define EXPRESSIONS_FORMS \
    (1u << FORM_PLAIN | 1u << FORM_GUARDED | 1u << FORM_PRECISE | 1u << FORM_INVARIANT)

// A request for the results of some cases of an expression.
struct expressions_call {
    const struct probe *probe;
    const struct probe_params *params; // stage, precision, form
    const struct traits *traits;
    const struct unit *unit;
    int expression;
    size_t count;                       // [1, EXPRESSIONS_CHUNK]
    const uint64_t *in[PROBE_OPERANDS]; // carrier words, [count]; those that there are
    uint64_t *out[EXPRESSIONS_RESULTS]; // the same
};

// The results of a device for an expression, for its judge.
struct expressions_seen {
    const struct probe *probe;
    const struct probe_params *params;
    const struct facts_claim *claim; // of this stage and precision; zeros if none
    struct traits known;             // from other probes: the format, how sums round
    int expression;
    size_t count;
    const uint64_t *in[PROBE_OPERANDS]; // carrier words, [count]
    const uint64_t *got[EXPRESSIONS_RESULTS];
    const bool *defined; // [count]: the format holds the operands exactly
    bool
        saturates; // no answer of the picture is infinite, and some are the largest number
    const struct postfix *programs; // tried in place of expressions->answer, unless NULL
};

// A form that a compiler may give to an expression: the programs (shared/postfix.h) that
// compute it, which differ in where they negate, and its GLSL if that is another one.
struct expression_candidate {
    const char *glsl;
    const char *programs[EXPRESSIONS_SISTERS]; // NULL from the end on
};

// The operands of an expression, as its probe reads them: a kind of the probe's own,
// numbers, and pairs of operands a and b; or cases of numbers that the table names, of
// which 0 is none.
struct expression_cases {
    int kind;
    double values[3];
    const double (*pairs)[2]; // NULL: none
    signed char numbers[EXPRESSIONS_NUMBERED][3];
};

// One expression of a probe. Its number is its place in the list and in the picture, an
// enum of the probe. Captures store the word. Neither ever changes: a new expression goes
// to the end of the list, and has a word of its own.
struct expression {
    const char *word;  // "mul-add": unique in its probe, at most EXPRESSIONS_WORD bytes
    const char *label; // for people, as GLSL has it: "a * b + c"
    bool by_processor; // a software renderer's result depends on the processor
    bool held;         // operand 0 also comes as a uniform; [1, 128] cases
    bool free;      // GLSL does not say how it is computed, not even where it is precise
    bool promised;  // GLSL promises its result (struct expressions: breaks)
    unsigned flags; // the probe's own, of its table
    struct expression_cases cases;
    struct expression_candidate
        candidates[EXPRESSIONS_CANDIDATES]; // as its table has them
};

// A judge does not look at these: it judges the same words alike at all stages, in all
// precisions of the same kind of numbers, or in all forms.
enum alike {
    ALIKE_STAGES = 1,
    ALIKE_PRECISIONS = 2,
    ALIKE_FORMS = 4,
    ALIKE_EVERYWHERE = 7,
};

// Conditions of a violation of GLSL.
enum breaks {
    BREAKS_WIDE = 1,     // the precision is not mediump or lowp, which may be as wide
    BREAKS_PRECISE = 2,  // the form is precise
    BREAKS_PROMISED = 4, // the expression is `promised`
};

struct expressions {
    const struct expression *list; // [count]
    int count;                     // [1, EXPRESSIONS_MAX]
    int columns, rows;             // cases an expression: columns, up to 2048, times rows
    int inside_columns; // so many more where it may keep more bits (shared/trial.h)
    int results;        // [1, EXPRESSIONS_RESULTS]
    unsigned raw, raw_operands; // bit k: answer k, or operand k, is a raw word, no float
    bool signed_zeros, in_es2;  // -0 is not +0; GLSL ES 1.00 has some of them
    const char *es2_extension;  // that GLSL ES 1.00 needs for it; or NULL
    bool varying;               // operand 0 also comes as a varying; fragment stage only
    bool rewrites; // candidate k is the sum in the order k of base/rewriting.h
    const struct finding_kind *becomes; // answer if a candidate is found but the first
    unsigned stages;                    // bit STAGE_x: where it is asked
    unsigned precisions;                // bit PRECISION_x
    unsigned elsewhere;   // those of a full run outside the fragment shader; 0: all
    unsigned alike;       // of enum alike: judge and answer do not look at these
    enum readout readout; // the only one: READOUT_BITS; RGBA8 or FLOAT16 of a target in
                          // question, whose bytes or halves are then answer 0

    // Carrier words of the operands of one case of an expression. [operands]
    void (*operand)(const struct probe_params *params, int line, int at, uint64_t *words);

    // Fills call->out. Returns false, after logging why, if the unit broke.
    bool (*answer)(const struct expressions_call *call);

    // The kinds of answers that only this probe gives; NULL is the last. NULL: none.
    const struct finding_kind *const *kinds;

    // A finding that deviates violates GLSL if all of these hold, and if it has one of
    // the kinds of answers, unless that is NULL. Or breaks_glsl says so, unless NULL.
    unsigned breaks;                            // of enum breaks
    const struct finding_kind *const *breaking; // NULL is the last
    bool (*breaks_glsl)(const struct result *result, const struct finding *finding);
    enum deviation deviates_from; // of the other findings that deviate; 0: from IEEE 754

    // Fills the finding but for `expression` and `cases`. True: `found` reproduces every
    // case, and the reference is asked for the same; it begins as seen->known.
    bool (*judge)(const struct expressions_seen *seen, struct finding *finding,
                  struct traits *found);
};

// Returns the number of the expression of a probe that has this word, or -1; and of the
// one that has this label, which reports name it by.
int expressions_find(const struct probe *probe, const char *word);
int expressions_find_label(const struct probe *probe, const char *label);

// Returns a candidate of an expression, and the GLSL and programs of its table.
const struct expression_candidate *expressions_candidate(const struct probe *probe,
                                                         int expression, int candidate);

// Sets the id of a finding by its label: "" if no probe of that name has this expression.
void expressions_name(const char *probe, struct finding *finding);

// Returns the number of the expression whose operand 0 also comes as a uniform, or -1.
int expressions_held(const struct probe *probe);

// Why a probe is not asked in this way; NULL if it is. Takes those without expressions.
const char *expressions_unsupported(const struct probe *probe,
                                    const struct probe_params *params);

// The word of an expression that the shader did not answer: its GLSL cannot say it.
#define EXPRESSIONS_ABSENT UINT32_C(0x7fab5e27)

// binary32, or binary64.
struct fp_format expressions_carrier(const struct probe_params *params);

// Operand k in the format of the call's model, [count], and the way back to answer k.
void expressions_load(const struct expressions_call *call, int k, uint64_t *values);
void expressions_store(const struct expressions_call *call, int k,
                       const uint64_t *values);

// op on values in the format of the model, by its traits; false, logged, if it broke.
bool expressions_apply(const struct expressions_call *call, enum unit_op op,
                       const uint64_t *a, const uint64_t *b, const uint64_t *c,
                       uint64_t *out);

// Whether an answer is right: the same word; both NaN; zeros, where signs do not count.
bool expressions_same(const struct probe *probe, const struct probe_params *params,
                      int result, uint64_t got, uint64_t want);

// Sets *traits to seen->known with registers of params->inside_bits. Returns false if
// traits.h cannot describe such registers.
bool expressions_inside(const struct expressions_seen *seen, struct traits *traits);

// The number of a carrier word, and how far it is from another, in ulp of that.
double expressions_number(const struct expressions_seen *seen, uint64_t word);
double expressions_ulps(const struct expressions_seen *seen, double got, double want);

// Computes the results of a device with these traits, with the model unit, for cases
// [first, first + count), at most EXPRESSIONS_CHUNK. Returns false, after logging why, if
// the unit broke.
bool expressions_ask(const struct expressions_seen *seen, const struct traits *traits,
                     size_t first, size_t count, uint64_t out[][EXPRESSIONS_CHUNK]);

// Returns how many of the defined cases a device with these traits reproduces. *first,
// unless NULL, becomes the first case that it does not, or seen->count. The second
// function counts the defined cases; the third returns true if all are reproduced.
size_t expressions_agree(const struct expressions_seen *seen, const struct traits *traits,
                         size_t *first);
size_t expressions_defined(const struct expressions_seen *seen);
bool expressions_reproduces(const struct expressions_seen *s, const struct traits *t);

// Returns the rounding models with which `traits` reproduces all cases, as a set
// (verdict.h), and stores the most frequent of them in traits->model.round: to nearest
// even comes first. Adders without a sticky bit are tried only if `sums`.
uint32_t expressions_rules(const struct expressions_seen *seen, struct traits *traits,
                           bool sums);
// The same, but traits->model.round stays if it is one of them.
uint32_t expressions_rules_kept(const struct expressions_seen *seen,
                                struct traits *traits, bool sums);
// A case: operands, answers, and what `traits`, unless NULL, wants.
void expressions_case(const struct expressions_seen *seen, const struct traits *traits,
                      size_t at, struct finding_case *example);
// The same as the example of a finding, and a remark of its detail.
void expressions_detail_case(const struct expressions_seen *seen,
                             const struct traits *traits, size_t at,
                             struct finding *finding);

// Says that all cases are exact, or how many are wrong, by finding->agree.
void expressions_say_exact(struct finding *finding);

#endif // PROBE_EXPRESSIONS_H

// SPDX-License-Identifier: MIT
//
// A probe of lines: many small questions in one draw. A line is one expression, asked
// of a row of cases, and judged by itself: which of the things that a compiler and a
// device may do with it (traits.h) give exactly these answers?
//
// A case is up to four operands and up to two answers. Both travel as words of the
// carrier: binary32 patterns, or binary64 where the precision is double; an answer may
// also be a raw 32-bit word (an integer, a pair of halves).
//
//     answer   what a device of given traits would give: the fakes are this, and so is
//              the reference, with CUDA's or the host's unit for the arithmetic
//     judge    tries traits until one reproduces every case, and names it

#ifndef LINES_H
#define LINES_H

#include "base/verdict.h"
#include "probe/probe.h"
#include "unit/traits.h"

#include <stddef.h>
#include <stdint.h>

#define LINES_RESULTS 2
#define LINES_CHUNK   256 // cases an answer is asked for at a time, at most
#define LINES_MAX     64

// What a line is asked; `count` cases from case `first` of it.
struct lines_call {
    const struct probe *probe;
    const struct probe_params *params; // stage, precision, form
    const struct traits *traits;
    const struct unit *unit;
    int line;
    size_t count;                       // [1, LINES_CHUNK]
    const uint64_t *in[PROBE_OPERANDS]; // carrier words, [count]; those that there are
    uint64_t *out[LINES_RESULTS];       // the same
};

// What a device answered.
struct lines_seen {
    const struct probe *probe;
    const struct probe_params *params;
    const struct facts_claim *claim; // of this stage and precision; zeros if none
    struct traits known;             // from other probes: the format, how sums round
    int line;
    size_t count;
    const uint64_t *in[PROBE_OPERANDS]; // carrier words, [count]
    const uint64_t *got[LINES_RESULTS];
    const bool *defined; // [count]: the format holds the operands exactly
};

struct lines {
    const char *const *names; // of the lines, as GLSL has them: "a * b + c"
    int count;                // [1, LINES_MAX]
    int columns, rows;        // cases a line: columns, up to 2048, times rows
    int results;              // [1, LINES_RESULTS]
    unsigned raw;             // bit k: answer k is a raw word, not a float
    unsigned raw_operands;    // bit k: operand k is one
    bool signed_zeros;        // -0 is not +0
    bool varying;             // operand 0 also comes as a varying; fragment stage only
    int held;                 // the line, from 1, whose operand 0 is a uniform too, of
                              // at most 128 cases; 0: none
    unsigned stages;          // bit STAGE_x: where it is asked
    unsigned precisions;      // bit PRECISION_x
    uint64_t by_processor;    // bit k: of software, line k depends on the processor
    enum readout readout;     // the only one: READOUT_BITS; or that of the target in
                              // question, RGBA8 or FLOAT16: answer 0 is then the byte,
                              // or the half's pattern, that was read back

    // Carrier words of the operands of one case of a line. [operands]
    void (*operand)(const struct probe_params *params, int line, int at, uint64_t *words);

    // Fills call->out. Returns false, after logging why, if the unit broke.
    bool (*answer)(const struct lines_call *call);

    // Fills the finding but for `line` and `cases`. True: `found` reproduces every case,
    // and the reference is asked for the same; it begins as seen->known.
    bool (*judge)(const struct lines_seen *seen, struct finding *finding,
                  struct traits *found);
};

// For a probe's `shape`: a cell a case, as wide as its answers have words.
struct probe_shape lines_shape(const struct probe *probe,
                               const struct probe_params *params);

// Why a probe of lines is not asked in this way ("asked at the fragment stage only");
// NULL if it is. Accepts probes without lines.
const char *lines_unsupported(const struct probe *probe,
                              const struct probe_params *params);

// Words a case, pixels side by side.
int lines_words(const struct probe *probe, const struct probe_params *params);

// The word of a line that the shader gave no answer to, since its GLSL cannot say it.
#define LINES_ABSENT UINT32_C(0x7fab5e27)

// binary32, or binary64.
struct fp_format lines_carrier(const struct probe_params *params);

// Operand k in the format of the call's model, [count], and the way back to answer k.
void lines_load(const struct lines_call *call, int k, uint64_t *values);
void lines_store(const struct lines_call *call, int k, const uint64_t *values);

// op on values in the format of the call's model, as its traits have it. Returns false,
// after logging why, if the unit broke.
bool lines_apply(const struct lines_call *call, enum unit_op op, const uint64_t *a,
                 const uint64_t *b, const uint64_t *c, uint64_t *out);

// Whether an answer is what is wanted: the same word; both NaN; zeros, where their signs
// do not count.
bool lines_same(const struct probe *probe, const struct probe_params *params, int result,
                uint64_t got, uint64_t want);

// How many of the defined cases a device of these traits would have answered so, by the
// model unit. *first, unless NULL, is the first of the others, or seen->count.
size_t lines_agree(const struct lines_seen *seen, const struct traits *traits,
                   size_t *first);

// Whether all are.
bool lines_reproduces(const struct lines_seen *seen, const struct traits *traits);

// The rules of rounding with which `traits` reproduces all cases, as a set (verdict.h),
// and the first of them in traits->model.round; the order is that of frequency, to
// nearest even first. Of the adders without a sticky bit only where `sums`.
uint32_t lines_rules(const struct lines_seen *seen, struct traits *traits, bool sums);

size_t lines_defined(const struct lines_seen *seen);
// "0x3f800001 0x40000000: got 0x3f000000 want 0x3f000001" for a case: operands, answers,
// and what `traits` says is wanted.
void lines_say_case(const struct lines_seen *seen, const struct traits *traits, size_t at,
                    char *text, size_t size);

// The picture that a device of these traits would paint, into `out` of the probe's size.
// Returns false, after logging why, if the unit broke or there is no memory.
bool lines_paint(const struct probe *probe, const struct probe_params *params,
                 const struct traits *traits, const struct unit *unit,
                 struct pixels *out);

// Judges every line of a picture. `findings` [lines->count] is filled; *difference
// counts the words in which the reference, asked with the traits that were found,
// differs. `reference` is a chain, the model unit at its end. Returns false, after
// logging why, if a unit broke or there is no memory.
bool lines_judge(const struct probe *probe, const struct probe_params *params,
                 const struct facts_claim *claim, const struct pixels *got,
                 const struct unit *reference, struct finding *findings,
                 struct difference *difference);

#endif // LINES_H

// SPDX-License-Identifier: MIT
//
// The facts that a survey knows about the arithmetic at a stage and a precision, from
// the results so far. It builds operands for them, and judges start from them. A
// program that judges the same pictures again must know the same at each result
// (verify.h).

#ifndef SURVEY_KNOWN_H
#define SURVEY_KNOWN_H

#include "base/verdict.h"
#include "probe/probe.h"

#include <stdbool.h>

// Zeroed: nothing is known.
struct survey_known {
    bool asked;   // the width was, beside what the report has
    bool found;   // there is a format
    bool ruled;   // and how sums round
    bool foreign; // by none of the models
    struct fp_model model;
    bool excess_asked[FORM_COUNT]; // what an expression keeps was
    bool excess_known[FORM_COUNT]; // it keeps
    int inside_bits[FORM_COUNT];   // so many bits before it is stored; 0: no more
    bool unrounded; // sums of a form came back whole; the range is too small to tell why
    struct survey_known *wider; // highp of the stage, which may tell; NULL: it is that
    bool
        stored; // the guarded form tells what is stored only if its sum goes through memory
};

// Returns true if the survey must know the width before this task: its operands depend
// on the width, or the compiler may change the order of its sum, which then looks like
// the source's order with another width.
bool survey_known_asks(const struct probe *probe, enum form form);

// Takes the format of the device from a verdict of the probe `width`. The first one
// stays.
void survey_known_width(struct survey_known *known, const struct verdict *verdict);

// Takes the bits that expressions of a form keep from a result of the probe that
// measures them.
void survey_known_excess(struct survey_known *known, const struct probe *probe,
                         const struct result *result);

// Returns the bits that an expression of a form keeps before it is stored; 0: only
// those that are stored. If the form itself was not decided, uses another form; if sums
// came back whole up to the end of the range, uses highp. Returns
// VERDICT_INSIDE_UNKNOWN in two cases: only the guarded form is known, whose sum is
// stored where other forms may keep more; or this is the guarded form and others keep
// more, because it may store a sum and keep a product.
int survey_known_inside(const struct survey_known *known, enum form form);

// Takes the rounding of sums from a result that shows it.
void survey_known_rule(struct survey_known *known, const struct probe *probe,
                       const struct result *result);

// How a task is drawn. skipped: not at all, because its operands depend on a width that
// is not known. ramp: the width is not known, and the picture itself shows how wide a
// ramp may be; the survey learns nothing from it. known: with survey_known_params.
enum survey_way { SURVEY_SKIPPED, SURVEY_RAMP, SURVEY_KNOWN };

#define SURVEY_SKIPPED_REASON "the operands depend on the width, which is not known"

// Returns how a task is drawn. `can`: the device supports the task.
enum survey_way survey_known_way(const struct survey_known *known,
                                 const struct probe *probe, bool can);

// Links the facts of the precisions of a stage.
void survey_known_init(struct survey_known known[STAGE_COUNT][PRECISION_COUNT]);

// Fills in the format, the rounding model and a ramp that fits, if the format is known,
// and the bits that an expression keeps.
void survey_known_params(const struct survey_known *known, struct probe_params *params);

// Returns the number of columns of a ramp for a precision: `width`, or fewer for a
// narrow format, because a ramp of n columns needs log2(n) + 1 bits.
int survey_known_columns(int width, int precision);

#endif // SURVEY_KNOWN_H

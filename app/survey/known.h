// SPDX-License-Identifier: MIT
//
// What a survey knows of the arithmetic at a stage and a precision, from what it was
// answered so far: operands are built for it, and judges begin with it. Whoever judges
// the same pictures again must know the same at each (verify.h).

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

// Whether the width is asked before this question: its operands depend on it, or its sum
// may be computed in another order, which paints what another width does as written.
bool survey_known_asks(const struct probe *probe, enum form form);

// The format in which a verdict of the width found the device to compute. The first one
// stays.
void survey_known_width(struct survey_known *known, const struct verdict *verdict);

// What an expression of a form keeps, once a probe that asks has told.
void survey_known_excess(struct survey_known *known, const struct probe *probe,
                         const struct result *result);

// The bits that an expression of a form keeps before it is stored; 0: no more than are
// stored. That of another form where the own one does not tell, and of highp where sums
// came back whole as far as the range goes. VERDICT_INSIDE_UNKNOWN where no form tells
// but the guarded one, which stores what others may keep; and of that form where others
// keep more, since it may store a sum and keep a product.
int survey_known_inside(const struct survey_known *known, enum form form);

// How sums round, once a picture or a line tells.
void survey_known_rule(struct survey_known *known, const struct probe *probe,
                       const struct result *result);

// How a question is put. skipped: not at all, since its operands depend on a width that
// is not known. ramp: the width is not known, and the picture itself tells how wide a
// ramp may be; nothing is noted of it. known: with survey_known_params.
enum survey_way { SURVEY_SKIPPED, SURVEY_RAMP, SURVEY_KNOWN };

#define SURVEY_SKIPPED_REASON "the operands depend on the width, which is not known"

// Whether it is known what an expression of a form keeps, as far as that can be.
bool survey_known_tells(const struct survey_known *known, enum form form);

// `can`: the device can be asked at all.
enum survey_way survey_known_way(const struct survey_known *known,
                                 const struct probe *probe, bool can);

// Links what is known at the precisions of a stage.
void survey_known_init(struct survey_known known[STAGE_COUNT][PRECISION_COUNT]);

// The format, the rule and a ramp that fits, where there is a format; and what an
// expression keeps.
void survey_known_params(const struct survey_known *known, struct probe_params *params);

// A ramp of `width` columns has log2(width) + 1 bits: narrower for a narrower format.
int survey_known_columns(int width, int precision);

#endif // SURVEY_KNOWN_H

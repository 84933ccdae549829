// SPDX-License-Identifier: MIT
//
// What a probe must paint, worked out by the MPFR oracle from the words of DESIGN and
// FACTS: its own operands, its own expressions. Nothing of app/probe/ is in it. What a
// binary32 does not hold is asked in doubles.

#ifndef TESTS_PROBE_PICTURE_H
#define TESTS_PROBE_PICTURE_H

#include "base/fp_format.h"

#include <stdbool.h>
#include <stdint.h>

enum picture_question {
    PICTURE_WIDTH,
    PICTURE_STRIPES,
    PICTURE_STRIPES_UNIT,
    PICTURE_TIES,
    PICTURE_SIEVE,
    PICTURE_EXCESS,
    PICTURE_ZERO_HOLE,
    PICTURE_QUESTIONS,
};

// The answers, a case each, band by band: numbers, or NaN. A case that the format
// cannot ask is not `defined`, and its value is 0.
struct picture {
    int columns, bands;
    double *values; // [bands][columns], owned
    bool *defined;  // [bands][columns], owned
};

// The probe's name.
const char *picture_name(enum picture_question question);

// `columns` is that of the ramp, the other questions have their own. p for which the
// operands are built is that of the model.
void picture_init(struct picture *picture, enum picture_question question,
                  const struct fp_model *model, int columns);
void picture_finish(struct picture *picture);

// Operands of a case, PICTURE_OPERANDS at most; returns how many there are.
#define PICTURE_OPERANDS 4
int picture_operands(enum picture_question question, struct fp_format format, int columns,
                     int band, int column, double *operands);

// Whether a format is asked in doubles: it reaches beyond binary32.
bool picture_is_wide(struct fp_format format);

// Of the defined answers; NaN is one, and both zeros are the same.
uint64_t picture_hash(const struct picture *picture);

// The pattern of an exactly representable number; false if it is none in this format.
bool picture_encode(struct fp_format format, double value, uint64_t *bits);

// Rules whose pictures equal that of model->round: what the probe cannot split.
// sets[rule] for all rules of this format and flush.
void picture_classes(enum picture_question question, const struct fp_model *model,
                     int columns, uint32_t sets[FP_ROUND_COUNT]);

#endif // TESTS_PROBE_PICTURE_H

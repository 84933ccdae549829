// SPDX-License-Identifier: MIT
//
// The defects that a fake can be given (fpstripe models), and where each shows in its
// report: there, and nowhere else.

#ifndef TESTS_SURVEY_DEFECTS_H
#define TESTS_SURVEY_DEFECTS_H

#include "tests/survey/traces.h"

// What the devices are that are given a defect: four formats in one.
#define DEFECTS_BASE "fake:rne,mediump=11,double,float16"

struct defect {
    const char *word;
    const char *base;           // NULL: DEFECTS_BASE
    const struct trace *traces; // an empty one ends them
    bool rarely;                // asked in the full suite only
};

extern const struct defect defects[];
extern const int defects_count;

#endif // TESTS_SURVEY_DEFECTS_H

// SPDX-License-Identifier: MIT
//
// Findings that no device gave, for the tests of the report and its views: every topic,
// at every stage and precision, in every form but the published one.

#ifndef TESTS_REPORT_PERSONALITY_H
#define TESTS_REPORT_PERSONALITY_H

#include "tests/report/invented.h"

enum personality {
    PERSONALITY_SOUND,   // nothing deviates
    PERSONALITY_MESA,    // a compiler that folds, shaders that flush, a coarse sin
    PERSONALITY_CROWDED, // every answer another, every string as long as it can be
};

// Adds results to a report, which is then to be concluded.
void personality_add(struct report *report, enum personality which);

// An invented report with them, concluded.
struct report personality_report(enum invented_case which, enum personality how);

#endif // TESTS_REPORT_PERSONALITY_H

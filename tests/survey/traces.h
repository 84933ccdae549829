// SPDX-License-Identifier: MIT
//
// Compares two reports of one device, without a defect and with it. A trace is a place
// where the defect must show. The test fails if another place differs, or if a trace does
// not.

#ifndef TESTS_SURVEY_TRACES_H
#define TESTS_SURVEY_TRACES_H

#include "report/report.h"
#include "survey/survey.h"

#include <stdbool.h>

#define TRACES_EXPRESSIONS 12

enum traces_deviates {
    TRACES_NEVER,
    TRACES_PRECISE, // in that form, in no other
    TRACES_ALWAYS,
    TRACES_EITHER, // by how far it is off in this format
};

// Where a defect shows. A set is of bits 1 << x; 0: all that there are.
struct trace {
    const char *probe;
    bool verdict;                                // what the picture tells, not its lines
    const char *expressions[TRACES_EXPRESSIONS]; // none: all
    const char *but;                             // of these this one not; NULL: none
    unsigned stages, precisions, forms;
    const char *answer; // what is found, '*' for anything; of a verdict its status. NULL:
                        // the same as without, and only what stands behind it (counts,
                        // survivors, detail) differs
    const char *detail; // stands in its detail; NULL: whatever
    enum traces_deviates deviates;
    enum deviation from; // what it deviates from, if it does; DEVIATION_NONE: IEEE 754,
                         // DEVIATION_COUNT: by how far it is off
    bool may;            // need not show: it hangs on the operands of this format
};

// Returns the report of the main job on a fake. The test fails if the main job does not
// come to its end.
struct report traces_survey(const char *id, const struct survey_options *options);

// Returns the whole personality of a fake, at one stage, or, if that is negative, at all.
// The test fails if a result is not ok, folded or unsupported, or if the reference does
// not reproduce what was found.
struct report traces_ask(const char *id, int stage);

// Writes the place of a report in words, "operations / a * b at fragment highp plain": of
// finding `line` of result `at`, or, if `line` is negative, of its verdict. Returns text.
const char *traces_place(const struct report *report, int at, int line, char *text,
                         unsigned long size);

// Fails the test unless `got` differs from `clean` just where `traces`, which an empty
// one ends, say. Returns how many places differ.
long traces_check(const char *id, const struct report *clean, const struct report *got,
                  const struct trace *traces);

#endif // TESTS_SURVEY_TRACES_H

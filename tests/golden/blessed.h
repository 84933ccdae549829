// SPDX-License-Identifier: MIT
//
// Goldens of simulated devices: the set is in memory, and its pictures are in a folder of
// their own.

#ifndef TESTS_GOLDEN_BLESSED_H
#define TESTS_GOLDEN_BLESSED_H

#include "golden/golden.h"
#include "report/report.h"
#include "survey/plan.h"
#include "survey/survey.h"

// The questions that a simulated device was asked, and its results.
struct asked {
    struct plan plan;
    struct capture capture;
    struct report report;
    struct pixels *pictures; // [report.count]
    struct golden_set set;
};

// Measures a simulated device; blessed_finish ends it.
void blessed_measure(struct asked *asked, const char *id, struct survey_options options);

// Makes goldens of all results: writes golden.json and capture.json as text, reads them,
// and stores the pictures in a new folder.
void blessed_bless(struct asked *asked);

void blessed_finish(struct asked *asked);

// Returns options for one probe in its plain form, highp, with a ramp of that width.
struct survey_options blessed_only(const char *probe, int width);

// Compares result `index` of `now` with the golden of its name.
struct golden_row blessed_compare(const struct asked *blessed, const struct asked *now,
                                  int index);

// Returns the measurement of a result.
struct capture_measurement *blessed_seen(const struct asked *asked, int index);

#endif // TESTS_GOLDEN_BLESSED_H

// SPDX-License-Identifier: MIT
//
// Goldens of fakes, in a folder of their own.

#ifndef TESTS_GOLDEN_BLESSED_H
#define TESTS_GOLDEN_BLESSED_H

#include "golden/golden.h"
#include "report/folder.h"
#include "survey/plan.h"
#include "survey/survey.h"

#define BLESSED_BYTES_MAX (1u << 24)

// What a fake was asked, and what it answered.
struct asked {
    struct plan plan;
    struct report_folder got;
    char goldens[64]; // the folder of all sets
    struct golden_set set;
};

// Asks a fake; blessed_finish ends it.
void blessed_measure(struct asked *asked, const char *id, struct survey_options options);

// All that was measured, as goldens in a folder of their own.
void blessed_bless(struct asked *asked);

void blessed_finish(struct asked *asked);

// One probe in its plain form, highp, with a ramp of that width.
struct survey_options blessed_only(const char *probe, int width);

// Result `index` of `now` against the golden of its name.
struct golden_row blessed_compare(const struct asked *blessed, const struct asked *now,
                                  int index);

// Where a file of the goldens is. Valid until the next call.
char *blessed_path_in(const struct asked *asked, const char *name);

#endif // TESTS_GOLDEN_BLESSED_H

// SPDX-License-Identifier: MIT
//
// The pictures of a survey that its sheets show: one for each page, as the device drew it
// and as the reference draws it.

#ifndef SURVEY_PICTURES_H
#define SURVEY_PICTURES_H

#include "base/pixels.h"
#include "probe/probe.h"
#include "report/report.h"

#include <stdbool.h>
#include <stdint.h>

struct measurement;

struct survey_picture {
    struct pixels got, want;
    struct probe_params params; // as it was asked
    const struct probe *probe;
    int result; // index into report->results
};

// The picture of each page; zeroed if there is none. The entry of PROBE_PAGE_NONE stays
// zeroed.
struct survey_pictures {
    struct survey_picture pages[PROBE_PAGE_COUNT];
};

// Takes the pixels of `measurement`, whose result is report->results[index], if a page
// should show them rather than its present picture. The first page shows the first
// picture that is ok, otherwise the first one. The second page shows the guarded
// picture of the headline's stage and precision, as the headline is by then; otherwise
// the first that is ok, otherwise the first one.
void survey_pictures_take(struct survey_pictures *pictures, const struct report *report,
                          int index, const struct probe *probe,
                          struct measurement *measurement);

// Accepts a zeroed struct and leaves one.
void survey_pictures_finish(struct survey_pictures *pictures);

#endif // SURVEY_PICTURES_H

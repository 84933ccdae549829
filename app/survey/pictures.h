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

// Takes the pixels of `measurement`, whose result is report->results[index], where they
// are to be shown rather than what is there: on the first page the first that are ok,
// else the first there are; on the second those of the headline's stage and precision,
// as it is by then, guarded, else the first that are ok, else the first.
void survey_pictures_take(struct survey_pictures *pictures, const struct report *report,
                          int index, const struct probe *probe,
                          struct measurement *measurement);

// A picture as levels of grey, [height][width], for looking at; malloc'd.
uint8_t *survey_grey(const struct probe *probe, const struct pixels *got);

// Whether a result has such a picture beside its own: levels that the eye can see are
// their own, and there is nothing to look at in lines.
bool survey_has_grey(const struct probe *probe, enum readout readout);

// Accepts a zeroed struct and leaves one.
void survey_pictures_finish(struct survey_pictures *pictures);

#endif // SURVEY_PICTURES_H

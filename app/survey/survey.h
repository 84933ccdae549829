// SPDX-License-Identifier: MIT
//
// Runs the selected probes in every selected stage, precision, form and readout, the
// width first, and measures and judges each. A task that the device does not support
// becomes a result with the reason; none is left out.

#ifndef SURVEY_SURVEY_H
#define SURVEY_SURVEY_H

#include "base/facts.h"
#include "base/pixels.h"
#include "base/verdict.h"
#include "capture/capture.h"
#include "report/report.h"
#include "survey/pictures.h"

#include <stdbool.h>
#include <stdint.h>

struct ahead;
struct device;

// The options of a survey. A field of -1 or NULL is not restricted. The defaults are
// then the fragment stage, and the exact readout that the device has, otherwise rgba8;
// for the published form, also rgba8.
struct survey_options {
    const char *probe; // name
    int stage, precision, form, readout;
    bool full;             // every probe at every stage: the whole personality
    bool every_stage;      // all stages that there are
    bool every_readout;    // all readouts that there are
    int width;             // 0: 512
    const char *reference; // "host", "model": that and no other; NULL: the first that
                           // works

    // Called with each picture that the capture names, once or more: of results, of what
    // decided them, and of second renders that differ. Stores it under its hash. Returns
    // false, after logging why, if it could not: the survey then stops. May be NULL.
    bool (*keep)(void *context, const struct capture_picture *picture,
                 const struct pixels *pixels);

    // Receives the pictures in memory: an array by result, owned by the caller; zeroed
    // for results without a picture. Each may be NULL.
    struct pixels **pictures;
    bool (*wanted)(void *context, const struct result *result);

    // Called with the picture that the reference expects, before keep. Only results
    // that could be compared have one. May be NULL.
    void (*compared)(void *context, const struct result *result,
                     const struct pixels *want);

    // Called before each measurement with the number of finished tasks and of all
    // tasks; `asked` is the next one. May be NULL.
    void (*progress)(void *context, int done, int total, const struct result *asked);
    void *context;

    // A process that compiles ahead of the survey, which ends it. May be NULL.
    struct ahead *ahead;
};

#define SURVEY_DEFAULTS \
    ((struct survey_options){ .stage = -1, .precision = -1, .form = -1, .readout = -1 })

// Fills `capture` and `report` (both zeroed before) measurement by measurement, so that
// what an interrupt or a crash leaves has all that was finished, then concludes. The
// report is what report_derive (derive.h) derives of the capture. capture->complete is
// true if all tasks are done (no interrupt). `pictures`, zeroed before, may be NULL.
// Returns false, after logging why, if the device failed, a picture could not be kept, or
// the named reference cannot be used; then both are empty.
bool survey(struct device *device, const struct survey_options *options,
            struct capture *capture, struct report *report,
            struct survey_pictures *pictures);

#endif // SURVEY_SURVEY_H

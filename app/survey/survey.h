// SPDX-License-Identifier: MIT
//
// Runs all probes that were selected, in every stage, precision, form and readout that
// was selected and that the device has, the width first. Each is measured and judged. A
// question that cannot be asked becomes a result with the reason; none is left out.

#ifndef SURVEY_SURVEY_H
#define SURVEY_SURVEY_H

#include "base/facts.h"
#include "base/pixels.h"
#include "base/verdict.h"
#include "report/report.h"
#include "survey/pictures.h"

#include <stdbool.h>
#include <stdint.h>

struct ahead;
struct device;

// A field of -1 or NULL is not restricted. Defaults then: stage fragment; the exact
// readout that the device has, else rgba8, and rgba8 for the published form.
struct survey_options {
    const char *probe; // name
    int stage, precision, form, readout;
    bool full;             // every probe at every stage: the whole personality
    bool every_stage;      // all stages that there are
    bool every_readout;    // all readouts that there are
    bool everywhere;       // expressions at all stages in all precisions, as a full run
                           // of earlier versions asked
    bool no_grey;          // nobody will look
    int width;             // 0: 512
    const char *reference; // "host", "model": that and no other; NULL: the first that
                           // works

    // Called with a picture as soon as it was read back, before it is judged: `result`
    // says what was asked, not what came of it. The same may come again, painted anew;
    // the former is then void. `got` stays until keep was called. May be NULL.
    void (*painted)(void *context, const struct result *result, const struct pixels *got);

    // Called with each result that has a picture; stores it and sets image and look.
    // `grey`: [height][width] levels to look at, NULL where the picture is that already,
    // or with no_grey.
    // Returns false, after logging why, if it could not: the survey then stops. May be
    // NULL.
    bool (*keep)(void *context, struct result *result, const struct pixels *got,
                 const uint8_t *grey);

    // Where pictures are kept in memory: an array by result is put there, the caller's;
    // zeroed where there is no picture, or `wanted` says so. Each may be NULL.
    struct pixels **pictures;
    bool (*wanted)(void *context, const struct result *result);

    // Called with the picture that the reference wants in place of the one that was read
    // back, before keep. Only results that could be compared have one. May be NULL:
    // nobody looks at it.
    void (*compared)(void *context, const struct result *result,
                     const struct pixels *want);

    // Called before each measurement with how many are done of how many; `asked` says
    // what comes next. May be NULL.
    void (*progress)(void *context, int done, int total, const struct result *asked);
    void *context;

    // A process that waits to work beside the survey, which ends it. May be NULL.
    struct ahead *ahead;
};

#define SURVEY_DEFAULTS \
    ((struct survey_options){ .stage = -1, .precision = -1, .form = -1, .readout = -1 })

// Fills `report` (zeroed before) result by result, so that one that was broken off
// still holds what was finished, then concludes. report->complete tells whether all
// was done (no interrupt). `pictures`, zeroed before, may be NULL: none is wanted.
// Returns false, after logging why, if the device broke, a result could not be kept, or
// the reference that was named cannot be used; then `report` has no result.
bool survey(struct device *device, const struct survey_options *options,
            struct report *report, struct survey_pictures *pictures);

// Sets report->equals, "addition = __fadd_rn on N of N pixels": what the headline found,
// as CUDA calls it, over all that `unit`, a name of unit.h, judged at its stage and
// precision. Leaves it alone where CUDA has no such intrinsic, or `unit` judged nothing.
void survey_name_intrinsic(struct report *report, const char *unit);

#endif // SURVEY_SURVEY_H

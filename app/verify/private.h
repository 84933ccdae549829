// SPDX-License-Identifier: MIT
//
// Declarations that only the files of verify share.

#ifndef VERIFY_PRIVATE_H
#define VERIFY_PRIVATE_H

#include "base/log.h"
#include "device/device.h"
#include "survey/known.h"
#include "verify/verify.h"

#include <jansson.h>

// The work on one report.
struct verify_work {
    const struct report_folder *folder;
    const struct report *written; // folder->report
    struct verify *verify;
    const struct reference *reference; // who compares now
    bool same;                         // it is the one that compared then
    bool pictures;                     // the report has some
    bool own;                          // this version wrote it
    struct report redone;              // the report made anew, result by result
    struct survey_known known[STAGE_COUNT][PRECISION_COUNT];
    bool may_ask[STAGE_COUNT][PRECISION_COUNT]; // a result needs the width
    bool modelled;                              // `model` is open:
    struct device model;                        // what paints as a simulated device must
    int headline_of;  // results that the headline rests on, or would: recomputed,
    int headline_not; // and not
    bool failed;      // a unit broke
};

// Writes the place of a result, "stripes fragment highp guarded"; with the readout if
// the form has two.
void verify_place(const struct result *result, char *text, size_t size);

// Returns true if a result with its status has a picture. A result with an error may
// have one.
bool verify_due(const struct result *result);

// Adds a fault of result `result`, or with -1 of `place`. The pointer is valid until
// the next call.
struct verify_fault *verify_add(struct verify_work *work, int result, const char *place);

// Adds a fault with its text; for a result, `place` is the key.
void verify_say(struct verify_work *work, int result, const char *place,
                const char *format, ...) LOG_PRINTF(4, 5);

// Sets work->redone.device to what it must be, and opens its model if it is simulated.
void verify_device(struct verify_work *work);
void verify_device_close(struct verify_work *work);

// Does the same for the reference, and selects the one that compares now.
void verify_reference(struct verify_work *work, struct verify_references *references);

// Checks that the results are those of a survey, in its order, each once.
void verify_plan(struct verify_work *work);

// Adds result `i` to work->redone, recomputed from its picture as far as possible.
void verify_redo(struct verify_work *work, int i);

// Adds a fault for each difference between `says`, the document, and work->redone.
void verify_differences(struct verify_work *work, json_t *says);

// Takes the cause of an unrounded sum as it is written, if the report has no result
// that shows it: the survey found it separately, or is older than the probe of causes.
// Does the same for two renders that differ, because no report stores the second one.
void verify_adopt_cause(const struct verify_work *work, const struct result *written,
                        struct verdict *verdict);

// Takes the bits that an expression keeps as they are written, if no result of the
// report shows them: the survey measured them separately, or an earlier version assumed
// that only the stored bits are kept.
void verify_adopt_inside(const struct survey_known *known, const struct result *written,
                         struct probe_params *params);

// Accepts a result that is an excess because one of two renders kept more bits of a sum
// than the other, if the stored picture shows the written excess.
void verify_adopt_mixed(const struct probe *probe, const struct probe_params *params,
                        const struct result *written, const struct pixels *got,
                        struct result *result);

// A device that paints the picture of one result again or, if that has no picture,
// returns the answer that the original device must have given.
struct verify_replay {
    const struct result *result; // as it is written
    const struct pixels *got;    // its picture; NULL: none
    struct device *model;        // what a simulated device is; NULL: a driver painted

    bool differs; // the picture is not the model's; where first:
    int x, y;
    uint32_t has, should; // the words there
};

// Returns the device. `replay` must outlive it; there is nothing to close. Both renders
// are of the same picture, with two exceptions: if the result is unstable, the second
// one differs; if it is in error, a render is refused with its reason. A model decides
// itself what it refuses. It paints the results without a picture, and the second
// render of its own pictures.
struct device verify_replay_device(struct verify_replay *replay,
                                   const struct facts *facts);

#endif // VERIFY_PRIVATE_H

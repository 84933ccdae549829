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
    bool looks;                        // and greys beside them
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

// "stripes fragment highp guarded"; with the readout where the form has two.
void verify_place(const struct result *result, char *text, size_t size);

// Whether a result of its status has a picture. In error it may have one.
bool verify_due(const struct result *result);

// Adds a fault of result `result`, or -1 and `place`. Valid until the next call.
struct verify_fault *verify_add(struct verify_work *work, int result, const char *place);

// The same with its text; of a result `place` is the key.
void verify_say(struct verify_work *work, int result, const char *place,
                const char *format, ...) LOG_PRINTF(4, 5);

// Makes work->redone.device what it must be, and opens its model where it is simulated.
void verify_device(struct verify_work *work);
void verify_device_close(struct verify_work *work);

// The same of the reference; says who compares now.
void verify_reference(struct verify_work *work, struct verify_references *references);

// Whether the results are those that a survey asks, in its order, each once.
void verify_plan(struct verify_work *work);

// Adds result `i` to work->redone, as its picture has it where that can be told.
void verify_redo(struct verify_work *work, int i);

// Adds a fault where `says`, the document, is not what work->redone gives.
void verify_differences(struct verify_work *work, json_t *says);

// Names the cause of what came back unrounded as it is written, where the report has no
// result that shows it: the survey found it for itself, or is older than the probe of it.
// The same for two renders that differ, since no report keeps the second one.
void verify_adopt_cause(const struct verify_work *work, const struct result *written,
                        struct verdict *verdict);

// Takes the bits that an expression keeps as they are written, if no result of the report
// shows them: a result that was asked beside it did, or an earlier version took them for
// no more than are stored.
void verify_adopt_inside(const struct survey_known *known, const struct result *written,
                         struct probe_params *params);

// Accepts a result that is an excess because one of two renders kept more bits of a sum
// than the other, if the picture that is left shows it as written.
void verify_adopt_mixed(const struct probe *probe, const struct probe_params *params,
                        const struct result *written, const struct pixels *got,
                        struct result *result);

// A device that paints what another one painted: the picture of one result, and the
// answer that a device must have given where that has none.
struct verify_replay {
    const struct result *result; // as it is written
    const struct pixels *got;    // its picture; NULL: none
    struct device *model;        // what a simulated device is; NULL: a driver painted

    bool differs; // the picture is not the model's; where first:
    int x, y;
    uint32_t has, should; // the words there
};

// `replay` must outlive the device, which has nothing to close. Both renders are of the
// same picture, unless the result is unstable: then the second differs, or in error:
// then a render is refused with its reason. A model says itself what it refuses, and
// paints what there is no picture of, and the second render of its own pictures.
struct device verify_replay_device(struct verify_replay *replay,
                                   const struct facts *facts);

#endif // VERIFY_PRIVATE_H

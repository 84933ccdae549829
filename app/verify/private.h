// SPDX-License-Identifier: MIT
//
// What the files of verify share.

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
    struct report redone;              // result by result
    struct survey_known known[STAGE_COUNT][PRECISION_COUNT];
    bool may_ask[STAGE_COUNT][PRECISION_COUNT]; // a result needs the width
    bool modelled;                              // `model` is open:
    struct device model;                        // what paints as a simulated device must
    int headline_of;  // results that the headline rests on, or would: recomputed,
    int headline_not; // and not
    bool failed;      // no memory
};

// "stripes fragment highp guarded"; with the readout where the form has two.
void verify_place(const struct result *result, char *text, size_t size);

// Whether a result of its status has a picture. In error it may have one.
bool verify_due(const struct result *result);

// Adds a fault of result `result`, or -1 and `place`; NULL, with work->failed set, if
// there is no memory.
struct verify_fault *verify_add(struct verify_work *work, int result, const char *place);

// The same with its text.
void verify_say(struct verify_work *work, int result, const char *place,
                const char *format, ...) LOG_PRINTF(4, 5);

// Whether the device can be one, and opens its model where it is simulated.
void verify_device(struct verify_work *work);
void verify_device_close(struct verify_work *work);

// Whether the results are those that a survey asks, in its order, each once.
void verify_plan(struct verify_work *work);

// Adds result `i` to work->redone, as its picture has it where that can be told.
void verify_redo(struct verify_work *work, int i);

// The picture of result `i`. False, a fault having been added where one is due, if there
// is none.
bool verify_picture(struct verify_work *work, int i, struct pixels *pixels);

// Whether the names of its files are its own, and the grey one shows the same; `got` is
// NULL where there is no picture.
void verify_files(struct verify_work *work, int i, const struct pixels *got);

// What a result without a picture says that no result can.
void verify_possible(struct verify_work *work, int i);

// Whether operands of its precision can be built for the format that a result names.
bool verify_is_format(const struct result *result);

// Adds a fault where `says`, the document, is not what work->redone gives.
void verify_differences(struct verify_work *work, json_t *says);

#endif // VERIFY_PRIVATE_H

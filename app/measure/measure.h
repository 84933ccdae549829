// SPDX-License-Identifier: MIT
//
// One probe on one device against one reference. STYLE.md draws it: the device paints,
// infer and identify read the picture, the reference enters at the difference alone.

#ifndef MEASURE_MEASURE_H
#define MEASURE_MEASURE_H

#include "base/pixels.h"
#include "base/verdict.h"
#include "capture/capture.h"
#include "probe/probe.h"
#include "unit/unit.h"

#include <stdbool.h>

struct device;

// The reason of a result while its picture is drawn: a driver that crashes leaves it.
#define MEASURE_BROKEN "the device broke here"

struct measurement {
    struct probe_params params; // how it was asked
    struct result result;
    enum capture_answer answer;     // what the device did
    char reason[240];               // if it painted nothing
    struct capture_second second;   // what the second render showed
    struct pixels got, again, want; // zeroed where nothing was painted, where the second
                                    // render is the same, where it is not wanted
    char fault[160];                // why the first reference failed, "" if it did not
};

// Why a question cannot be put to this device; NULL if it can.
const char *measure_unsupported(const struct device *device, const struct probe *probe,
                                const struct probe_params *params);

// The result of a question that has no answer: what was asked, a status, its reason.
struct result measure_unanswered(const struct probe *probe,
                                 const struct probe_params *params, enum status status,
                                 const char *reason);

// Begins a measurement with what a device answered: `painted`, a picture of the
// question's size, or another answer with its reason. `got` is taken over.
void measure_begin(const struct probe *probe, const struct probe_params *params,
                   enum capture_answer answer, const char *reason, struct pixels *got,
                   struct measurement *measurement);

// Returns the parameters of the second render: each case has one pixel, and the target is
// as small as that. The published shader finds its case by the size of the picture, which
// therefore stays.
struct probe_params measure_second(const struct probe *probe,
                                   const struct probe_params *params);

// Paints: measurement->got holds the picture, unless the question cannot be put or was
// refused, which the result then says with its reason. Returns false, after logging
// why, if the device broke; the result then says so, with status error.
bool measure_paint(struct device *device, const struct probe *probe,
                   const struct probe_params *params, struct measurement *measurement);

// Paints once more, judges and compares what measure_paint left. Where the device paints
// no more (paint is NULL), measurement->second and ->again tell what it painted then.
// params->model is what is known of the device so far: its format, and whether it
// flushes. `reference` judges whatever arithmetic it can do, the model unit the rest.
// `picture`: the reference's picture is wanted too. Returns false, after logging why, if
// the device or a unit broke; the result then says so, with status error.
bool measure_judge(struct device *device, const struct probe *probe,
                   const struct probe_params *params, const struct unit *reference,
                   bool picture, struct measurement *measurement);

// Whether each pixel of a picture of sums shows the sum as registers of
// params->inside_bits keep it, or as it is stored in the format of params->model;
// *verdict then says that these are kept, else it stays. False where no such registers
// are known.
bool measure_is_mixed(const struct probe *probe, const struct probe_params *params,
                      const struct pixels *pixels, struct verdict *verdict);

// Writes the command that reproduces a difference.
void measure_say_again(const struct device *device, const struct probe *probe,
                       const struct result *result, struct difference *difference);

// Both.
bool measure(struct device *device, const struct probe *probe,
             const struct probe_params *params, const struct unit *reference,
             bool picture, struct measurement *measurement);

// With the findings, unless somebody took them out.
void measure_finish(struct measurement *measurement);

#endif // MEASURE_MEASURE_H

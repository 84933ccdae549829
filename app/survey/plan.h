// SPDX-License-Identifier: MIT
//
// The tasks of a survey, in order: by stage, by precision, the probes in the order of
// their list, each in its forms and readouts.

#ifndef SURVEY_PLAN_H
#define SURVEY_PLAN_H

#include "base/verdict.h"
#include "probe/probe.h"

struct device;
struct survey_options;

// One probe with its parameters. params.width is the requested width; a narrow format
// may need a narrower ramp.
struct task {
    const struct probe *probe;
    struct probe_params params;
};

#define PLAN_TASKS_MAX 4096

struct plan {
    struct task tasks[PLAN_TASKS_MAX];
    int count;
};

// Plans everything that the options select. A selected task that the device does not
// support is in the plan too: it becomes a result with its reason.
void plan_make(struct plan *plan, const struct device *device,
               const struct survey_options *options);

// Returns the result of a task before its measurement.
struct result plan_result(const struct task *task);

// Returns the task of a result, or -1.
int plan_find(const struct plan *plan, const struct result *result);

// Returns the parameters of a picture of which nothing is known yet: `width` columns, 0
// for the usual number, and the first form and readout. Probes of expressions have one
// row for each case.
struct probe_params plan_params(enum stage stage, enum precision precision, int width);

#endif // SURVEY_PLAN_H

// SPDX-License-Identifier: MIT
//
// The questions of a survey, in order: stage by stage, precision by precision, the probes
// in the order of their list, each in its forms and readouts.

#ifndef SURVEY_PLAN_H
#define SURVEY_PLAN_H

#include "base/verdict.h"
#include "probe/probe.h"

struct device;
struct survey_options;

// One way of asking one probe. params.width is what is wanted; a narrower format may
// need a narrower ramp.
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

// The task that asks what a result answers, or -1.
int plan_find(const struct plan *plan, const struct result *result);

// How a picture is asked for where nothing is known yet: in `width` columns, 0: the usual
// ones. Form and readout are the first; probes of lines have one row a case.
struct probe_params plan_params(enum stage stage, enum precision precision, int width);

#endif // SURVEY_PLAN_H

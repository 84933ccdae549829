// SPDX-License-Identifier: MIT
//
// Compiles shaders ahead of the survey.
//
// A second process draws later tasks of a survey, so that the driver compiles their
// shaders. This helps if the driver compiles on one thread and keeps compiled programs
// in a cache on disk, where the survey finds them. Nobody reads the pictures of the
// second process, or its exit status.

#ifndef SURVEY_AHEAD_H
#define SURVEY_AHEAD_H

#include "survey/plan.h"
#include "survey/survey.h"

#include <stdint.h>

// Starts the second process, which waits; there is at most one. Call this before the
// driver is loaded. `options` is that of the survey, `shader_dir` its
// device_options.shader_dir. Returns NULL if no process is useful: the survey is short,
// or there is one processor.
struct ahead *ahead_start(const struct survey_options *options, const char *shader_dir);

// Notes that task `index` of the plan cost this thread `cost` nanoseconds of CPU time.
// (A driver that compiles on threads of its own needs no second process.) After some
// tasks, the second process begins if they cost as much as a compilation. It paints
// these tasks first, and ends if they are not much cheaper there than here, because
// then the driver keeps no cache. `ahead` may be NULL, here and below.
void ahead_note(struct ahead *ahead, const struct device *device, int index,
                int64_t cost);

// Ends the second process.
void ahead_end(struct ahead *ahead);

// Lets the driver compile the tasks after task `done` on its own threads, if it can.
// Skips software renderers: they would link on this thread a program that the second
// process may compile meanwhile. *prepared is the number of tasks that the driver has
// received, 0 at first.
void ahead_prepare(struct device *device, const struct plan *plan, int done,
                   int *prepared);

#endif // SURVEY_AHEAD_H

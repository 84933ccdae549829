// SPDX-License-Identifier: MIT
//
// What the driver compiles before it is asked.
//
// A second process has it compile the last questions of a survey while the first ones are
// asked: a driver compiles on one thread, and keeps what it has compiled in a cache on
// the disk, where the survey finds it. Nothing that the second process paints is looked
// at, and its end is nobody's concern.

#ifndef SURVEY_AHEAD_H
#define SURVEY_AHEAD_H

#include "survey/plan.h"
#include "survey/survey.h"

#include <stdint.h>

// Makes that process, which waits; one at a time. To be called before a driver is
// entered: `options` is that of the survey, `shader_dir` its device_options.shader_dir.
// Returns NULL where there is none: little is asked, or there is one processor.
struct ahead *ahead_start(const struct survey_options *options, const char *shader_dir);

// Question `index` of the plan has cost this thread `cost` nanoseconds of processor time
// (a driver with threads of its own to compile needs no process beside them). After some
// the process begins, if they cost what compiling costs. It paints these first, and ends
// if they are not much cheaper there than they were here: then nothing is kept. `ahead`
// may be NULL, here and below.
void ahead_note(struct ahead *ahead, const struct facts *facts, int index, int64_t cost);

// Ends it.
void ahead_end(struct ahead *ahead);

// Lets the driver compile what follows question `done` on its own threads, if it can. A
// software renderer is not asked: it would link on this thread what another process may
// have compiled by then.
// *prepared: how many tasks it has been told of, 0 at first.
void ahead_prepare(struct device *device, const struct plan *plan, int done,
                   int *prepared);

#endif // SURVEY_AHEAD_H

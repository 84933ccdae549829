// SPDX-License-Identifier: MIT
//
// Results that are findings: what measure.c does where a probe is one of lines, or where
// a picture tells of something else than sums.

#ifndef MEASURE_LINES_H
#define MEASURE_LINES_H

#include "measure/measure.h"

// As measure_judge, for a probe of lines.
bool measure_lines(struct device *device, const struct probe *probe,
                   const struct probe_params *params, const struct unit *reference,
                   struct measurement *measurement);

// A picture that is none of sums has no say in the headline: what it tells becomes a
// finding. Returns false, after logging why, if there is no memory.
bool measure_note_finding(struct result *result);

// Writes the command that shows a difference again.
void measure_say_again(const struct device *device, const struct probe *probe,
                       const struct result *result, struct difference *difference);

#endif // MEASURE_LINES_H

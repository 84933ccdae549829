// SPDX-License-Identifier: MIT
//
// What results say beside the rounding models that they leave: an adder that is none of
// them, or that no adder gives what was painted.

#ifndef REPORT_ADDERS_H
#define REPORT_ADDERS_H

#include "report/report.h"

// Into *all, what the results of `stage` and `precision` leave of the models: the adder
// beside them that one of these found, and then whatever speaks against every model,
// which makes it undecided. `published`: results of that form count too.
void report_combine_adders(const struct report *report, enum stage stage,
                           enum precision precision, bool published, struct verdict *all);

// Whether the headline names a rounding model, and nothing excludes other adders: the
// probe alignment gave no answer for its sums, or all pictures are of one other probe.
// Reports of several probes that are older than alignment are taken as they are.
bool report_adders_open(const struct report *report);

#endif // REPORT_ADDERS_H

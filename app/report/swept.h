// SPDX-License-Identifier: MIT
//
// The errors that sweeps of a device found. They lie beside its captures, a summary on
// each line of sweeps.jsonl, as docs/keep-sweeps.py writes it. A sweep has more inputs
// than a probe, so its error is the best that is known.

#ifndef REPORT_SWEPT_H
#define REPORT_SWEPT_H

#include "report/folder.h"

struct report_swept {
    double most; // the largest error, in ulp
    bool whole;  // a sweep covers all inputs; else the error is a lower bound
};

// Takes the sweeps of a function, "gl:div", in highp from the lines of `text`, whose name
// is for messages: those of the same GPU and driver, in any API. Warns of lines that
// cannot be read. Returns true if there is one.
bool report_swept_in(const char *text, const char *name, const struct facts *device,
                     const char *function, struct report_swept *swept);

// Adds the errors of the sweeps beside a capture, and beside the captures of the same
// driver in other APIs, to the findings of the folder's report.
void report_swept_add(struct report_folder *folder);

#endif // REPORT_SWEPT_H

// SPDX-License-Identifier: MIT
//
// What sweeps of the same device say, whose summaries lie beside its report: a line each
// of sweeps.jsonl, as docs/keep-sweeps.py writes it.

#ifndef REPORT_SWEPT_H
#define REPORT_SWEPT_H

#include "report/folder.h"

struct report_swept {
    double most; // the largest error, in ulp
    bool whole;  // over all inputs; else of a sample, and so a lower bound
};

// The sweeps of a function, "gl:div", in highp, by the renderer and the version of the
// report. Returns false if there is none. Warns of lines that cannot be read.
bool report_swept(const struct report_folder *folder, const char *function,
                  struct report_swept *swept);

// The same in the lines of `text`, whose name is for messages.
bool report_swept_in(const char *text, const char *name, const struct facts *device,
                     const char *function, struct report_swept *swept);

#endif // REPORT_SWEPT_H

// SPDX-License-Identifier: MIT
//
// A read-back that misplaces pixels. The pictures of sums show it: no arithmetic paints
// them then. A picture of expressions does not show it: each word there may be an answer.

#ifndef REPORT_MISREAD_H
#define REPORT_MISREAD_H

#include "report/report.h"

// Makes a result of expressions undecided if the pictures of sums that were read back in
// the same way are impossible, or not decided, and at least one is impossible.
void misread_resolve(struct report *report);

#endif // REPORT_MISREAD_H

// SPDX-License-Identifier: MIT
//
// A read-back that misplaces pixels. The pictures of sums show it: no arithmetic paints
// them then, or the second render, which is smaller, differs. A picture of expressions
// does not show it: each word there may be an answer.

#ifndef REPORT_MISREAD_H
#define REPORT_MISREAD_H

#include "report/report.h"

// Makes a result of expressions undecided if a picture of sums that was read back in the
// same way is impossible or unstable, and none is ok.
void misread_resolve(struct report *report);

#endif // REPORT_MISREAD_H

// SPDX-License-Identifier: MIT
//
// The personality of a device as text: what its probes of lines found (report/lines.h),
// on a part of a screen.

#ifndef REPORT_PERSONALITY_H
#define REPORT_PERSONALITY_H

#include "report/page.h"
#include "report/report.h"

// Operations by precisions, then a line or two a topic; nothing if there are no findings.
void report_personality(const struct report_page *page, const struct report *report);

// Each finding of a result, with what stands behind it.
void report_personality_findings(const struct report_page *page,
                                 const struct result *result);

#endif // REPORT_PERSONALITY_H

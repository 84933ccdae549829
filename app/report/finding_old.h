// SPDX-License-Identifier: MIT
//
// The sentences of fpstripe-report/1, whose findings were only sentences: this is the
// only place that converts them to remarks.

#ifndef REPORT_FINDING_OLD_H
#define REPORT_FINDING_OLD_H

#include "base/finding.h"

// Fills the remarks, and the example and the GLSL where the sentence has them. Line,
// survivors and counts of the finding must be there. An answer that is not known becomes
// FINDING_SAID; a detail is read as far as it is known.
void finding_old_answer(const char *text, struct finding *finding);
void finding_old_detail(const char *text, struct finding *finding);

#endif // REPORT_FINDING_OLD_H

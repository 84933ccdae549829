// SPDX-License-Identifier: MIT
//
// An expression that deviates, in the words of every view.

#ifndef REPORT_DEVIATING_H
#define REPORT_DEVIATING_H

#include "report/report.h"

struct report_deviating {
    char name[100];                   // "fma(a, b, c), precise"
    char answer[FINDING_ANSWER_TEXT]; // "rne 0.5 ulp"
    char got[80], want[80];           // of an example; "-": there is none
};

// Writes the words of a finding of a result. With `codes` (topics.h), the values are
// written as hexadecimal words, otherwise as numbers.
void report_deviating(const struct finding *finding, const struct result *result,
                      bool codes, struct report_deviating *told);

#endif // REPORT_DEVIATING_H

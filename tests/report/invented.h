// SPDX-License-Identifier: MIT
//
// Reports that no device gave: plain data for the tests of the report and its views.

#ifndef INVENTED_H
#define INVENTED_H

#include "report/report.h"

enum invented_case {
    INVENTED_RNE,       // binary32, all well
    INVENTED_RTZ,       // the orca
    INVENTED_HALF,      // 11 bits where 24 are claimed
    INVENTED_DIFFERS,   // a reference that disagrees
    INVENTED_UNDECIDED, // two probes that contradict each other
    INVENTED_ERROR,     // nothing was drawn
    INVENTED_EMPTY,     // no result at all
    INVENTED_LONG,      // every string as long as it can be
    INVENTED_BAD_UTF8,  // strings that are none
    INVENTED_CASES,
};

// A concluded report; report_finish it.
struct report invented_report(enum invented_case which);

// One result that is ok with these fields, the rest plausible.
struct result *invented_result(struct report *report, const char *probe,
                               enum precision precision, enum form form,
                               int fraction_bits, uint32_t survivors);

#endif // INVENTED_H

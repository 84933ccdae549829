// SPDX-License-Identifier: MIT
//
// Reports that no device gave: plain data for the tests of the report and its views.

#ifndef TESTS_REPORT_INVENTED_H
#define TESTS_REPORT_INVENTED_H

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

// An edit of a good report that must be refused, and a word of the message.
struct invented_edit {
    const char *from, *to, *message;
};

// `text` with the first `from` replaced that stands behind the first `behind`; malloc'd.
char *invented_edited(const char *text, const char *behind, const char *from,
                      const char *to);

// Fails the test unless the report can be read, but with none of these edits.
void invented_refuse(const struct report *report, const char *behind,
                     const struct invented_edit *edits, size_t count);

// report_read, from a string.
bool invented_read(struct report *report, const char *text);

// Fails the test unless the report comes back from its JSON to the last byte; `again` is
// what came.
void invented_round_trip(const struct report *report, struct report *again);

#endif // TESTS_REPORT_INVENTED_H

// SPDX-License-Identifier: MIT
//
// What somebody might write into a report that is right, one thing at a time, and where
// that has to be named.

#ifndef TESTS_VERIFY_CHANGES_H
#define TESTS_VERIFY_CHANGES_H

#include "base/pixels.h"
#include "report/report.h"

// What was measured: sums, lines that know claims, lines with
// cases that deviate, lines whose width is no result,
// devices that cannot be relied upon, and one that keeps more bits inside.
enum base {
    SUMS,
    OTHER,
    CLAIMS,
    LINES,
    HIDDEN,
    UNSTABLE,
    SPOILT,
    SKIPPED,
    UNSUPPORTED,
    REFUSED,
    KEPT,
    BASES
};

struct verify_change {
    const char *name;
    enum base base; // of a report of this kind
    void (*change)(void);
    const char *place; // has a fault; NULL: there is none at all
    const char *says;  // is in its text
};

extern const struct verify_change verify_changes[];
extern const int verify_change_count;

// Changes a report and its pictures, [64], by result. The hashes are put right, unless it
// is they that are wrong.
void verify_change(const struct verify_change *change, struct report *report,
                   struct pixels *pictures);

// The test's: the picture of that name as the device of OTHER painted it.
void verify_change_other(const char *image, struct pixels *to);

#endif // TESTS_VERIFY_CHANGES_H

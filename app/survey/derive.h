// SPDX-License-Identifier: MIT
//
// A report follows from a capture, a reference and this version of the program. A survey
// derives it measurement by measurement, since the answer to one question decides how the
// next is asked; everything else derives it from a capture that it has read.

#ifndef SURVEY_DERIVE_H
#define SURVEY_DERIVE_H

#include "base/pixels.h"
#include "capture/capture.h"
#include "measure/measure.h"
#include "measure/reference.h"
#include "report/report.h"
#include "unit/memo.h"

#include <stdbool.h>

// Where the pictures of a capture are.
struct derive_source {
    // Reads the picture of that name; the caller finishes it. Returns false, after
    // logging why, if it is not there or not what its name says.
    bool (*read)(void *context, const struct capture_picture *picture,
                 enum readout readout, struct pixels *pixels);
    void *context;
};

// Derives the report of a capture. `kind` names the reference, "host" or "model"; NULL:
// the first that works. `report` is zeroed before. A result whose picture cannot be read
// says so; one that was asked in another way than this program asks is skipped. Returns
// false, after logging why, if the named reference cannot be used or a unit failed;
// `report` is then zeroed.
bool report_derive(const struct capture *capture, const struct derive_source *source,
                   const char *kind, struct report *report);

// ---- what a survey and report_derive share ----

// The report that is being derived; must not move.
struct derivation {
    struct report *report;
    const struct unit *unit; // the reference that is asked
    bool live;               // it computes, and has not failed yet
    struct result *deciding; // owned, [deciding_count]: what decided how other
    int deciding_count;      // questions were asked; without findings
    struct reference reference;
    struct unit remembering; // the same, which computes nothing twice
    struct memo memo;
};

// Opens the reference `kind`, or, if that is NULL, the first that works, and names it in
// the report, with those that were tried before. `remember`: the same arrays are computed
// many times. Returns false, after logging why, if the named one cannot be used.
bool derivation_open(struct derivation *derivation, const char *kind, bool remember,
                     struct report *report);

// Notes a failure of the reference: the report names it once, and the next reference
// continues.
void derivation_note_fault(struct derivation *derivation,
                           const struct measurement *measurement);

// Takes a measurement that decided how another question was asked.
void derivation_decide(struct derivation *derivation,
                       const struct measurement *measurement);

// Derives what follows from all results together.
void derivation_conclude(struct derivation *derivation);

// Accepts a zeroed struct and leaves one.
void derivation_close(struct derivation *derivation);

#endif // SURVEY_DERIVE_H

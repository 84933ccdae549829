// SPDX-License-Identifier: MIT
//
// Derived reports that are kept, so that a capture which was derived once is shown at
// once. The program keeps them in XDG_CACHE_HOME/fpstripe/reports/KEY, KEY the hash of
// the capture, the reference and this build of the program. A page (./web) has them
// beside their captures: its build derives those of the gallery, and the page keeps those
// of captures that were measured or dropped on it. A file that is damaged, of another
// capture or of another version is derived anew. A failure to keep a report is no error.

#ifndef SURVEY_KEPT_H
#define SURVEY_KEPT_H

#include "report/folder.h"

#include <stdbool.h>

// Reads the report of the capture of folder->sha256 that was derived with this reference
// (report_derive has the words). Returns false, with folder->report zeroed, if none is
// kept, or if a picture of the capture is lost.
bool kept_read(struct report_folder *folder, const char *reference);

// Returns true if the report can be kept: there is a folder, and no GPU is the reference.
bool kept_can(const struct report_folder *folder, const char *reference);

// Keeps folder->report, which was derived from folder->capture.
void kept_write(const struct report_folder *folder, const char *reference);

#endif // SURVEY_KEPT_H

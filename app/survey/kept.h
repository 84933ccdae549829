// SPDX-License-Identifier: MIT
//
// A report that is kept beside its capture. A page (./web) derives no report twice: its
// build derives those of the gallery, and the page keeps those of captures that were
// measured or dropped on it. The program derives every report anew.

#ifndef SURVEY_KEPT_H
#define SURVEY_KEPT_H

#include "report/folder.h"

#include <stdbool.h>

// Reads the report of folder->capture from folder->folder, in a page. Returns false, with
// folder->report zeroed, if none is kept, or it is of another capture or version.
bool kept_report(struct report_folder *folder);

#endif // SURVEY_KEPT_H

// SPDX-License-Identifier: MIT
//
// A capture that is read from its folder, with the report that follows from it.

#ifndef SURVEY_OPEN_H
#define SURVEY_OPEN_H

#include "report/folder.h"

#include <stdbool.h>

// Opens a folder that holds a capture.json, or such a file of any name, and derives its
// report, or takes it from where it was kept (kept.h): folder->capture is then zeroed.
// Its pictures are found from the folder (capture/store.h). `reference` as in
// report_derive. Counts the pictures that cannot be read in folder->lost, and logs why
// for the first one. Returns false, after logging why, if there is no capture; `folder`
// is then zeroed.
bool open_capture(struct report_folder *folder, const char *path, const char *reference);

// The two parts of open_capture. The first one takes the report if it is kept, as *kept
// says, and else reads folder->capture only; the second one, for the latter, looks again
// whether it is kept now, and derives it.
bool open_begin(struct report_folder *folder, const char *path, const char *reference,
                bool *kept);
bool open_finish(struct report_folder *folder, const char *reference);

// Opens a capture without a report: folder->report is zeroed.
bool open_evidence(struct report_folder *folder, const char *path);

// Derives folder->report of folder->capture, unless it is kept (kept.h). Returns false as
// report_derive does.
bool open_derive(struct report_folder *folder, const char *reference);

#endif // SURVEY_OPEN_H

// SPDX-License-Identifier: MIT
//
// Derived reports that are kept, so that a capture which was derived once is shown at
// once: XDG_CACHE_HOME/fpstripe/reports/KEY.json, KEY the hash of the capture, the
// reference and this build of the program. A file that is damaged or of another version
// is derived anew. That nothing can be kept is no error.

#ifndef SURVEY_CACHE_H
#define SURVEY_CACHE_H

#include "measure/reference.h"
#include "report/report.h"

#include <limits.h>
#include <stdbool.h>

// Sets `path` to that of the report of a capture, whose hash is `sha256`. Returns false if
// there is no place for it.
bool cache_path(const char *sha256, const struct reference *reference,
                char path[PATH_MAX]);

// Reads a report that was kept. `report` is zeroed before, and after a failure.
bool cache_read(const char *path, struct report *report);

// Keeps a report.
void cache_write(const char *path, const struct report *report);

#endif // SURVEY_CACHE_H

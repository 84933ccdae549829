// SPDX-License-Identifier: MIT
//
// A report with the capture from which it was derived: in its folder, or just measured,
// with its pictures in memory.

#ifndef REPORT_FOLDER_H
#define REPORT_FOLDER_H

#include "base/pixels.h"
#include "capture/capture.h"
#include "report/report.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct report_folder {
    char name[PATH_MAX];    // as it was called: for messages
    char folder[PATH_MAX];  // in which the capture is
    struct capture capture; // from which the report was derived; zeroed if the report was
                            // kept (survey/kept.h)
    char sha256[65];        // of the bytes of capture.json; "" if it was not read
    struct report report;
    int lost; // pictures that could not be read when the report was derived
    struct pixels *pictures; // [report.count], owned: by result, zeroed where there is
                             // none; NULL: they are in a store (capture/store.h)
};

// Sets folder->name and folder->folder, and `file` to `path`, or, if that is a folder, to
// its file `name`. Returns false, after logging why, if the path is too long.
bool report_folder_find(struct report_folder *folder, const char *path, const char *name,
                        char file[PATH_MAX]);

// The picture of a result of folder->report: made here, the caller finishes it. Returns
// false, after logging "path: why", if it has none, or the file is not there, or is not
// what its name says; `pixels` is then zeroed.
bool report_folder_pixels(const struct report_folder *folder, const struct result *result,
                          struct pixels *pixels);

// Returns true if a result has a picture, there or in memory.
bool report_folder_has(const struct report_folder *folder, const struct result *result);

// Writes the name by which people call the picture of a result:
// "stripes-fragment-highp-guarded-bits".
void report_folder_case(const struct result *result, char *name, size_t size);

// Accepts a zeroed struct and leaves one.
void report_folder_finish(struct report_folder *folder);

#endif // REPORT_FOLDER_H

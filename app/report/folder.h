// SPDX-License-Identifier: MIT
//
// A report in its directory: report.json, and the raw captures next to it; or a new
// report that is not stored, with its pictures in memory.

#ifndef REPORT_FOLDER_H
#define REPORT_FOLDER_H

#include "base/pixels.h"
#include "report/report.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define REPORT_FOLDER_BYTES_MAX (16u << 20) // of a report.json

struct report_folder {
    char name[PATH_MAX];   // as it was called: for messages
    char folder[PATH_MAX]; // where the captures lie
    struct report report;
    struct pixels *pictures; // [report.count], owned: by result, zeroed where there is
                             // none; NULL: they are files of `folder`
};

// Opens a folder that holds a report.json, or such a file of any name, with its captures
// beside it. Returns false, after logging why, if there is none, or it is no report of a
// device; `folder` is then zeroed. *document, unless it is NULL, becomes the text of the
// file, the caller's.
bool report_folder_open(struct report_folder *folder, const char *path, char **document);

// The raw capture of a result of folder->report: made here, the caller finishes it.
// Returns false, after logging "path: why", if it has none, or the file is no picture of
// its size, or its pixels are not those of the result's hash; `pixels` is then zeroed.
bool report_folder_pixels(const struct report_folder *folder, const struct result *result,
                          struct pixels *pixels);

// Writes the name of a result's picture, without ".png":
// "stripes-fragment-highp-guarded-bits".
void report_folder_case(const struct result *result, char *name, size_t size);

// Accepts a zeroed struct and leaves one.
void report_folder_finish(struct report_folder *folder);

#endif // REPORT_FOLDER_H

// SPDX-License-Identifier: MIT
//
// What a run leaves behind: report.json, a picture for each result, the sheet. All of
// it appears at the end, report.json last; files of an earlier run that this one does
// not write again go away.

#ifndef SAVE_H
#define SAVE_H

#include "command/output.h"
#include "report/report.h"
#include "survey/survey.h"

#include <stdbool.h>
#include <stdio.h>

struct png_writer;

struct save {
    bool on;
    struct output output;
    struct png_writer *writer; // of the picture that was started, or NULL
    int pictures;              // captures written
    bool sheet;                // verdict.png was written,
    bool personality;          // and personality.png
};

// Returns false, after logging why, if the folder cannot be written to.
bool save_open(struct save *save, const char *folder);

// Starts to write a picture that was read back, while it is being judged; what was
// started and not ended by save_pictures is void. `got` must stay until then.
void save_start(struct save *save, const struct result *result, const struct pixels *got);

// Writes the pictures of a result and names them in it. `grey` [height][width] may be
// NULL. Returns false, after logging why.
bool save_pictures(struct save *save, const struct facts *device, struct result *result,
                   const struct pixels *got, const uint8_t *grey);

// Writes report.json and, unless `pictures` is NULL or has none, verdict.png, and moves
// all to their places. Returns false, after logging why, if it could not; files of an
// earlier run may then have been replaced by whole new ones.
bool save_all(struct save *save, const struct report *report,
              const struct survey_pictures *pictures);

// One line on standard error about where everything is.
void save_say(const struct save *save);

// Takes away what was not moved. Accepts a zeroed struct and leaves one.
void save_close(struct save *save);

// The report on `file`; nothing if there is no memory.
void save_json(const struct report *report, FILE *file);

#endif // SAVE_H

// SPDX-License-Identifier: MIT
//
// Writes the files of a run: report.json, a picture for each result, the sheet. All of
// them appear at the end, report.json last; files of an earlier run that this one does
// not replace are removed.

#ifndef COMMAND_SAVE_H
#define COMMAND_SAVE_H

#include "command/output.h"
#include "report/folder.h"
#include "survey/survey.h"

#include <stdbool.h>
#include <stdio.h>

struct png_writer;

struct save {
    bool on;
    bool evidence; // only what cannot be derived: no views, report.json on one line
    bool html;     // report.html too, for who opens it to set
    struct output output;
    struct png_writer *writer; // of the picture that was started, or NULL
    int pictures;              // captures written
    bool drawn[REPORT_PAGES];  // verdict.png, personality.png, report.html
};

// Returns false, after logging why, if the folder cannot be written to. The caller may
// then set `evidence`.
bool save_open(struct save *save, const char *folder);

// Starts to write a picture that was read back, while it is being judged. The next
// picture replaces it unless save_picture completes it. `got` must stay until then.
void save_start(struct save *save, const struct result *result, const struct pixels *got);

// Writes the picture of a result and names it in the result. Returns false, after
// logging why.
bool save_picture(struct save *save, const struct facts *device, struct result *result,
                  const struct pixels *got);

// Writes, unless `pictures` is NULL, verdict.png and personality.png, and report.html if
// it is wanted, whose hashes it puts into the report, then report.json, and moves all to
// their places. Returns false,
// after logging why, if it could not (output_commit).
bool save_all(struct save *save, struct report *report,
              const struct survey_pictures *pictures);

// Has the picture of an earlier result removed by the next output_commit, if `run` wrote
// it, by its name and hash, and `report`, which may be NULL, does not name it.
void save_remove(struct save *save, const struct report_folder *earlier,
                 const struct result *result, const struct report *report);

// One line on standard error about where everything is.
void save_say(const struct save *save);

// Takes away what was not moved. Accepts a zeroed struct and leaves one.
void save_close(struct save *save);

// Writes in a line what came of a result: its verdict, or how many of its expressions
// deviate. It is the note `verdict` of each PNG.
void save_describe(const struct result *result, char *text, size_t size);

// The report on `file`.
void save_json(const struct report *report, FILE *file);

#endif // COMMAND_SAVE_H

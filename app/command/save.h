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

struct save {
    bool on;
    bool evidence; // only what cannot be derived: no views, report.json on one line
    bool html;     // report.html too, for who opens it to set
    struct output output;
    int pictures;             // captures written
    bool drawn[REPORT_PAGES]; // verdict.png, personality.png, report.html
};

// Returns false, after logging why, if the folder cannot be written to. The caller may
// then set `evidence`.
bool save_open(struct save *save, const char *folder);

// Writes a picture that a capture names. Returns false, after logging why.
bool save_picture(struct save *save, const struct capture_picture *picture,
                  const struct pixels *pixels);

// Writes, unless `pictures` is NULL, verdict.png and personality.png, and report.html if
// it is wanted, whose hashes it puts into the report, then report.json, and moves all to
// their places. Returns false,
// after logging why, if it could not (output_commit).
bool save_all(struct save *save, const struct capture *capture, struct report *report,
              const struct survey_pictures *pictures);

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

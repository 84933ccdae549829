// SPDX-License-Identifier: MIT
//
// Writes the files of a run. The pictures come first, each into a store
// (capture/store.h), then capture.json, which makes the set complete, and then the
// views of it: report.json, verdict.png, personality.png, report.html. Each file
// appears whole, by a rename of its own, so a capture is always the old one or the new
// one.

#ifndef COMMAND_SAVE_H
#define COMMAND_SAVE_H

#include "command/output.h"
#include "report/folder.h"
#include "survey/survey.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

// A picture that a run has drawn.
struct save_picture {
    char hash[65];
    bool made; // this run has written it
};

struct save {
    bool on;
    bool evidence; // only what cannot be derived: no views
    bool html;     // report.html too; the caller sets it after save_open
    struct output output;
    char store[PATH_MAX]; // the folder that has the pictures
    bool shared;          // the pictures are of other captures too: none is removed
    int lock;             // a descriptor of `store`, locked; -1: none
    struct save_picture *pictures; // owned, [picture_count]: each once
    int picture_count;
    char capture_sha256[65];  // of the capture that was written, for its views; "": none
    bool complete;            // capture.json is written
    bool drawn[REPORT_PAGES]; // verdict.png, personality.png, report.html
};

// Takes the folder of a capture, and makes nothing yet. Its pictures go into the store of
// `store`, which it shares with other captures; NULL: into a store of its own. Returns
// false, after logging why, if files cannot be written there. The caller may then set
// `evidence`.
bool save_open(struct save *save, const char *folder, const char *store);

// Writes a picture that the capture names into the store, unless it is there. Returns
// false, after logging why.
bool save_picture(struct save *save, const struct capture_picture *picture,
                  const struct pixels *pixels);

// Locks the folder against other processes that write a capture there, until save_close;
// waits for them. Returns false, after logging why, if that takes too long.
bool save_lock(struct save *save);

// Writes capture.json, and then, unless `evidence` is set, its views: verdict.png and
// personality.png, unless `pictures` is NULL, report.html if it is wanted, and
// report.json. Each has the hash of capture.json. Removes from a store of its own the
// pictures that only the replaced capture named, unless another process writes there.
// Returns false, after logging why, if capture.json or report.json could not be
// written.
bool save_all(struct save *save, const struct capture *capture, struct report *report,
              const struct survey_pictures *pictures);

// One line on standard error about where everything is.
void save_say(const struct save *save);

// Ends the writing. If no capture was written, removes the pictures that this run has
// made in a store of its own, and the folders. Accepts a zeroed struct and leaves one.
void save_close(struct save *save);

// Writes in a line what came of a result: its verdict, or how many of its expressions
// deviate. It is the note `verdict` of each PNG.
void save_describe(const struct result *result, char *text, size_t size);

// The report on `file`.
void save_json(const struct report *report, FILE *file);

#endif // COMMAND_SAVE_H

// SPDX-License-Identifier: MIT
//
// Compares a device with its goldens: a survey for check and bless, guarded as that of
// run, with its pictures in memory; the rows of a check, with their views as text and as
// JUnit XML; and the one way in which goldens are written.

#ifndef COMMAND_CHECK_H
#define COMMAND_CHECK_H

#include "command/options.h"
#include "command/progress.h"
#include "device/device.h"
#include "golden/golden.h"
#include "survey/plan.h"

#include <stdbool.h>
#include <stdio.h>

#define CHECK_GOLDENS "goldens" // the directory of all goldens, where none is named

struct check_survey {
    const struct options *options;
    const char *goldens;         // of all of them; NULL: that of the options
    bool blesses;                // the arguments are the cases to bless
    struct golden_set set;       // goldens of the device, once it is open
    struct survey_options asked; // those of the options, widened for the goldens
    struct report_folder got;    // the report, the pictures that were wanted
    struct plan plan;            // what is asked: result i is task i

    double *seconds; // [plan.count], owned: how long result i took
    double since;    // when the last of them was asked, in s
    int status;      // COMMAND_DONE, or why the survey went no further

    char why[400];        // why it ended early, in a few words; "" if it did not
    struct device device; // not closed: the process ends sooner than a driver
    struct progress progress;
    char what[200];
};

// Runs it; `options` and `blesses` are set, `goldens` where it is not what the options
// say, the rest zeroed. Keeps the pictures of cases to bless, or of those whose golden
// has another. Returns its status: COMMAND_DONE; COMMAND_USAGE if the options name more
// than one device, no folder, or no case to bless; COMMAND_BAD_INPUT if the goldens are
// no folder or cannot be read (check goes on without, and `set` says why);
// COMMAND_NO_DEVICE (what was measured before is in `got`); COMMAND_SIGNAL + n. The
// reason is logged.
int check_survey_run(struct check_survey *survey);

void check_survey_finish(struct check_survey *survey);

// Whether the options ask for a case at all: they name no other probe, stage, precision,
// form or readout.
bool check_survey_in_scope(const struct options *options, const struct result *result);

// Writes the options of the survey as words of a command line: "--probe=stripes". Returns
// their number.
#define CHECK_SURVEY_WORDS 7
int check_survey_words(const struct survey_options *asked,
                       char words[CHECK_SURVEY_WORDS][80]);

// Whether the arguments of bless name a case.
bool check_survey_chosen(const struct options *options, const char *name);

// ---- the rows of a check ----

// First what is the matter with the whole, then a row a case, in the order in which they
// were asked, then the goldens that were not measured.
struct check_rows {
    const struct check_survey *survey;
    struct golden_row *rows; // owned
    int count;
    int counts[GOLDEN_STATUS_COUNT];
    int by_class; // of those that match
    int left_out; // goldens that the options leave out
};

// The rows that do not match, those that are new last and a few of them only, and a line
// for each status. Where there are no goldens, none of the new ones. With --verbose:
// every row that does not match.
void check_rows_text(const struct check_rows *rows, FILE *file);

// JUnit XML, as the schemas of Ant and Jenkins have it but for the time of day and the
// host's name: one test suite, a test case a case, each of another name.
void check_rows_junit(const struct check_rows *rows, FILE *file);

// Draws NAME-delta.png into `folder` for each row that changed and has another picture,
// and takes away those of rows that do not. Makes the folder if there is one to draw.
// `*drawn` is how many. Returns false, after logging why, if one could not be written.
bool check_rows_draw(const struct check_rows *rows, const char *folder, int *drawn);

// ---- bless ----

// Makes goldens of the chosen results of a survey. A golden that still matches stays as
// it is, with its reason; a chosen golden whose case no longer exists is removed. No
// other function changes a golden. Prints on `file` the outcome of each case. Returns
// false, after logging why, if they could not be written, or another process wrote them
// since they were read: they are then as they were, but for pictures that were already
// replaced, and which then are invalid.
bool bless_write(const struct check_survey *survey, FILE *file);

#endif // COMMAND_CHECK_H

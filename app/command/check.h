// SPDX-License-Identifier: MIT
//
// The survey of a device for check and bless: guarded as that of run, with its pictures
// in memory, and widened to what the goldens need.

#ifndef COMMAND_CHECK_H
#define COMMAND_CHECK_H

#include "command/options.h"
#include "command/progress.h"
#include "device/device.h"
#include "golden/golden.h"
#include "survey/plan.h"

#include <stdbool.h>

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

#endif // COMMAND_CHECK_H

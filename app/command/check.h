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

#define CHECK_GOLDENS "goldens" // the default directory of all goldens

// A picture that was drawn; the pictures of a survey have different names.
struct check_picture {
    char sha256[65];
    struct pixels pixels;
};

struct check_survey {
    const struct options *options;
    const char *goldens;         // of all of them; NULL: that of the options
    bool blesses;                // the arguments are the cases to bless
    struct golden_set set;       // goldens of the device, once it is open
    char set_asked[320];         // words of set.asked; `asked` points into it
    struct survey_options asked; // those of the options, widened for the goldens
    struct capture capture;      // what was seen
    struct report report;        // derived of it: result i is of task i
    struct plan plan;
    struct check_picture *pictures; // owned
    int picture_count;

    double *seconds; // [plan.count], owned: how long result i took
    double since;    // when the last of them was asked, in s
    int status;      // COMMAND_DONE, or why the survey went no further

    char why[400];        // why it ended early, in a few words; "" if it did not
    struct device device; // not closed: the process ends sooner than a driver
    struct progress progress;
    char what[200];
};

// Runs the survey; `options` and `blesses` are set, `goldens` if it is not what the
// options say, the rest zeroed. Returns its status: COMMAND_DONE; COMMAND_USAGE if the
// options name more than one device, no folder, or no case to bless; COMMAND_BAD_INPUT if
// the goldens are no folder or cannot be read (check goes on without them, and `set` has
// the reason); COMMAND_SKIPPED if check has no goldens of the device; COMMAND_NO_DEVICE
// (what was measured before is in `report`); COMMAND_SIGNAL + n. The reason is logged,
// except that of COMMAND_SKIPPED.
int check_survey_run(struct check_survey *survey);

void check_survey_finish(struct check_survey *survey);

// Returns the measurement of a result; the caller knows that there is one.
const struct capture_measurement *check_survey_seen(const struct check_survey *survey,
                                                    int result);

// Returns the picture of that name, or NULL if nothing drew it.
const struct pixels *check_survey_pixels(const struct check_survey *survey,
                                         const char *sha256);

// Compares a result with its golden (golden_compare).
void check_survey_compare(const struct check_survey *survey, int result,
                          const struct golden *golden, struct golden_row *row);

// Returns true if the options ask for a golden: they name no other probe, stage,
// precision, form or readout.
bool check_survey_in_scope(const struct check_survey *survey,
                           const struct golden *golden);

// Writes the options of the survey as words of a command line, "--probe=stripes". Returns
// their number.
#define CHECK_SURVEY_WORDS 7
int check_survey_words(const struct survey_options *asked,
                       char words[CHECK_SURVEY_WORDS][80]);

// Returns true if the arguments of bless name a case.
bool check_survey_chosen(const struct options *options, const char *name);

#endif // COMMAND_CHECK_H

// SPDX-License-Identifier: MIT
//
// A survey for check and bless: guarded and watched as that of run, its pictures kept in
// memory.

#ifndef CHECK_SURVEY_H
#define CHECK_SURVEY_H

#include "command/options.h"
#include "command/progress.h"
#include "device/device.h"
#include "golden/golden.h"
#include "report/folder.h"
#include "survey/plan.h"

#include <stdbool.h>

struct check_survey {
    const struct options *options;
    struct survey_options asked; // those of the options; `opened` may change them
    struct report_folder got;    // the report, the pictures that were wanted
    struct plan plan;            // what is asked: result i is task i

    // Called when the device is open and before it is asked. Returns false, after setting
    // `status`, if it is not to be asked.
    bool (*opened)(struct check_survey *survey, const struct facts *device);

    // Whether the picture of a result is to be kept.
    bool (*wants)(const struct check_survey *survey, const struct result *result);
    void *context;
    double *began; // [plan.count], owned: the time in s at which result i was asked
    double ended;  // when the last of them was there, or the survey broke off
    int status;    // COMMAND_DONE, or why the survey went no further

    char why[400];        // why it broke off, in a few words; "" if it did not
    struct device device; // not closed: the process ends sooner than a driver
    struct progress progress;
    char what[200];
};

// Returns false, after logging why on behalf of `command`, if the options name more than
// one device: each has goldens of its own.
bool check_survey_one(const char *command, const struct options *options);

// COMMAND_DONE if `path` can be the folder of all goldens, there or not; else, after
// logging why, the status to end with.
int check_survey_goldens(const char *path);

// Runs it; `options`, `opened`, `wants` and `context` are set, the rest zeroed. Returns
// survey->status: COMMAND_DONE, COMMAND_USAGE, COMMAND_NO_DEVICE (after logging why; what
// was measured before is in `got`), COMMAND_SIGNAL + n, or what `opened` has set.
int check_survey_run(struct check_survey *survey);

void check_survey_finish(struct check_survey *survey);

// How long result `i` took, in s.
double check_survey_seconds(const struct check_survey *survey, int i);

// Whether the options ask for a case at all: they name no other probe, stage, precision,
// form or readout.
bool check_survey_in_scope(const struct options *options, const struct result *result);

// What is asked, as words of a command line: "--probe=stripes". Returns how many.
#define CHECK_SURVEY_WORDS 7
int check_survey_words(const struct survey_options *asked,
                       char words[CHECK_SURVEY_WORDS][80]);

// The task of a plan that asks what a result answers, or -1.
int check_survey_find(const struct plan *plan, const struct result *result);

// Asks for everything if a golden that is in scope is asked only then.
void check_survey_widen(struct check_survey *survey, const struct golden_set *set);

#endif // CHECK_SURVEY_H

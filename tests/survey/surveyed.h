// SPDX-License-Identifier: MIT
//
// The main job on a simulated device.

#ifndef TESTS_SURVEY_SURVEYED_H
#define TESTS_SURVEY_SURVEYED_H

#include "report/report.h"
#include "survey/survey.h"

// Returns the report of a survey of the simulated device `id`. Fails the test if the
// survey ends early.
struct report survey_simulated(const char *id, const struct survey_options *options);

#endif // TESTS_SURVEY_SURVEYED_H

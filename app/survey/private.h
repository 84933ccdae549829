// SPDX-License-Identifier: MIT

#ifndef SURVEY_PRIVATE_H
#define SURVEY_PRIVATE_H

#include "measure/reference.h"
#include "survey/survey.h"

// Opens the reference `kind`, or, if that is NULL, the first that works, and names it
// in the report, with those that were tried before. Returns false, after logging why,
// if the named one cannot be used.
bool survey_open_reference(struct reference *reference, const char *kind,
                           struct report *report);

#endif // SURVEY_PRIVATE_H

// SPDX-License-Identifier: MIT
//
// The pictures of a survey as the sheet wants them: greys, numbers, and where they
// differ.

#ifndef GREYS_H
#define GREYS_H

#include "sheet.h"
#include "survey.h"

#include <stdbool.h>

// What sheet.h points to; owned.
struct greys {
    struct sheet_pictures sheet;
    char formula[80];
    uint8_t *got, *want, *differs;
    double *values;
};

// `greys` points into itself, into `pictures` and into `report`. Returns false, after
// logging why, if there is no memory; `greys` is then zeroed.
bool greys_init(struct greys *greys, const struct report *report,
                const struct survey_pictures *pictures);

// Accepts a zeroed struct and leaves one.
void greys_finish(struct greys *greys);

#endif // GREYS_H

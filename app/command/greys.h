// SPDX-License-Identifier: MIT
//
// The pictures of a survey as the sheet wants them: greys, numbers, and where they
// differ.

#ifndef COMMAND_GREYS_H
#define COMMAND_GREYS_H

#include "report/folder.h"
#include "sheet/sheet.h"
#include "survey/survey.h"

#include <stdbool.h>

// Owns the data to which struct sheet_pictures points.
struct greys {
    struct sheet_pictures sheet;
    char formula[80];
    uint8_t *got, *want, *differs;
    double *values;
};

// `greys` points into itself, into `picture` and into `report`.
void greys_init(struct greys *greys, const struct report *report,
                const struct survey_picture *picture);

// Reads the picture of (2^B + x) - 2^B at the place of the headline, without a
// reference. `greys` is zeroed if the report has none, or it cannot be read.
void greys_box_2(struct greys *greys, const struct report_folder *folder);

// Accepts a zeroed struct and leaves one.
void greys_finish(struct greys *greys);

struct greys_hole {
    struct sheet_hole sheet;
    double *values;
};

// The same for the hole around zero, and what a device that keeps subnormals would have
// drawn. Returns false, after logging why, if that cannot be computed; `hole` is then
// zeroed.
bool greys_hole_init(struct greys_hole *hole, const struct report *report,
                     const struct survey_picture *picture);

// Accepts a zeroed struct and leaves one.
void greys_hole_finish(struct greys_hole *hole);

#endif // COMMAND_GREYS_H

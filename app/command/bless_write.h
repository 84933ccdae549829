// SPDX-License-Identifier: MIT
//
// Writes what was blessed. Nothing else changes a golden.

#ifndef BLESS_WRITE_H
#define BLESS_WRITE_H

#include "command/check_survey.h"
#include "golden/golden.h"

#include <stdbool.h>
#include <stdio.h>

struct bless_write {
    struct golden_set *set; // what there is; holds what there is then
    const struct check_survey *survey;
    bool (*chosen)(const struct options *options, const char *name);
};

// Puts the results that were chosen into the set and writes it; goldens that still match
// stay as they are, with the reason that they have, and those of cases that are no
// longer asked, or broken and of no case, go away. Says on `file` what becomes of each,
// in words. Returns false, after logging why, if it could not be written, or another
// process wrote the set since it was read: goldens are then as they were, but for
// pictures that were already replaced, and which then are invalid.
bool bless_write(const struct bless_write *write, FILE *file);

#endif // BLESS_WRITE_H

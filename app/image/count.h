// SPDX-License-Identifier: MIT
//
// How many stripes there are, where no lines part them: what is not black must change
// from row to row as in a whole picture, and as in no cut one.

#ifndef ANALYZE_COUNT_H
#define ANALYZE_COUNT_H

#include "image/search.h"

#include <stdbool.h>

// Whether the picture cannot have been cut, or have a border, of half a stripe up to
// three, so that another number of fraction bits would be right.
bool analyze_count_holds(const struct analyze_view *view,
                         const struct analyze_find *find);

#endif // ANALYZE_COUNT_H

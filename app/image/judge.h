// SPDX-License-Identifier: MIT
//
// Whether what was found is a verdict, or why it is none.

#ifndef ANALYZE_JUDGE_H
#define ANALYZE_JUDGE_H

#include "image/search.h"

// Sets all of a zeroed answer but `place`. `view` is the one in which it was found;
// `stripes` is that of the whole picture.
void analyze_judge(const struct analyze_view *view, const struct analyze_find *find,
                   int stripes, struct analyze_answer *answer);

#endif // ANALYZE_JUDGE_H

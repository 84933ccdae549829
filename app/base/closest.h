// SPDX-License-Identifier: MIT
//
// What a mistyped word was probably meant to be.

#ifndef CLOSEST_H
#define CLOSEST_H

// The one of names[count] that is the fewest slips of the finger away from `word`:
// letters that are missing, added, changed or swapped with their neighbour. NULL if
// none is near enough to be worth a question.
const char *closest_find(const char *word, const char *const *names, int count);

#endif // CLOSEST_H

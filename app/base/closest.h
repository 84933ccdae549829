// SPDX-License-Identifier: MIT
//
// Suggests the word that was probably meant by a mistyped one.

#ifndef BASE_CLOSEST_H
#define BASE_CLOSEST_H

// Returns the one of names[count] that differs from `word` by the fewest typing errors:
// letters that are missing, added, changed or swapped with their neighbour. NULL if none
// is similar enough to be suggested.
const char *closest_find(const char *word, const char *const *names, int count);

#endif // BASE_CLOSEST_H

// SPDX-License-Identifier: MIT
//
// Suggests the word that a mistyped one was probably meant to be.

#ifndef BASE_CLOSEST_H
#define BASE_CLOSEST_H

// Returns the name that differs from `word` by the fewest typing errors: letters that are
// missing, added, changed or swapped with their neighbour. If no name is similar, returns
// the first that begins with `word`, or NULL.
const char *closest_find(const char *word, const char *const *names, int count);

#endif // BASE_CLOSEST_H

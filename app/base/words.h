// SPDX-License-Identifier: MIT
//
// Explanations of the terms of a report: rounding models, statuses, patterns and others,
// in one table (words.txt). Each view uses the name, the line or the text of an entry.
// Probes have their own texts (probe.h).

#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdio.h>

#define WORDS_MAX 200

struct word {
    char heading[16]; // "status", "rounding", ...; the words of a heading are contiguous
    char name[32];    // with a blank: a text that other words share, or a page's
    char names[120];  // `name`, and the other names of the word: "ulp | ulps"
    char line[100];   // in a few words, for a list; "" if no list shows the word
    const char *text; // lines of up to 80 columns; "#..." if only a page shows the word
};

// Returns all words, `*count`.
const struct word *words_list(int *count);

// Returns the word with that name, in upper or lower case, or NULL.
const struct word *words_find(const char *name);

// Prints the text, and after an empty line the text that it shares with other entries.
void words_print(const struct word *word, FILE *file);

#endif // BASE_WORDS_H

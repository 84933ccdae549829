// SPDX-License-Identifier: MIT
//
// Explanations of the terms of a report: rounding models, statuses, patterns and others,
// in one table (words.txt). Each view uses the name, the line or the text of an entry.
// Probes have their own texts (probe.h).

#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdio.h>

#define WORDS_MAX 100

struct word {
    char heading[16]; // "status", "rounding", ...; those of one stand together
    char name[32];    // with a blank: a text that other words share
    char line[100];   // in a few words, for a list; "" where a list has no use for it
    const char *text; // lines of up to 80 columns; none of what only a page shows
};

// All of them, `*count`.
const struct word *words_list(int *count);

// NULL if there is none of that name.
const struct word *words_find(const char *name);

// The text, and after an empty line the text that it shares with other entries.
void words_print(const struct word *word, FILE *file);

#endif // BASE_WORDS_H

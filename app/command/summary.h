// SPDX-License-Identifier: MIT
//
// Many devices side by side, a row each.

#ifndef SUMMARY_H
#define SUMMARY_H

#include "base/facts.h"
#include "base/verdict.h"

#include <stdbool.h>
#include <stdio.h>

struct summary_row {
    char id[160];
    char folder[200]; // with its report, in the summary's; "" if none
    int status;       // exit status of its process
    bool measured;    // there is a report: device and headline are set
    bool complete;
    struct facts device;
    struct verdict headline;
    char reason[240]; // why not, or why not all of it
};

struct summary {
    struct summary_row *rows; // owned
    int count;
};

// Returns the new, zeroed row, or NULL, after logging why, if there is no memory.
// Valid until the next call.
struct summary_row *summary_add(struct summary *summary, const char *id);

// How many rows have a headline.
int summary_headlines(const struct summary *summary);

// A table for a person, on standard output, where what holds of every API of a platform
// is one row; and { "schema": "fpstripe-summary/1", "devices": [...] }.
void summary_text(const struct summary *summary);
void summary_json(const struct summary *summary, FILE *file);

// Writes summary.json in `folder`. Returns false, after logging why.
bool summary_save(const struct summary *summary, const char *folder);

// Accepts a zeroed struct and leaves one.
void summary_finish(struct summary *summary);

#endif // SUMMARY_H

// SPDX-License-Identifier: MIT
//
// What a check came to: first what is the matter with the whole, then a row a case, in
// the order in which they were asked, then the goldens that were not measured. Its views
// are text, JUnit XML and TAP.

#ifndef CHECK_ROWS_H
#define CHECK_ROWS_H

#include "command/check_survey.h"
#include "golden/golden.h"

#include <stdbool.h>
#include <stdio.h>

struct check_rows {
    const struct golden_set *set;
    const struct check_survey *survey;
    const struct facts *device;
    struct golden_row *rows; // owned
    int count, capacity;
    int counts[GOLDEN_STATUS_COUNT];
    int by_class; // of those that match
    int left_out; // goldens that the options leave out
};

// Compares what a survey measured with a set; both must outlive `rows`. Returns false,
// after logging why, if there is no memory.
bool check_rows_init(struct check_rows *rows, const struct golden_set *set,
                     const struct check_survey *survey);

// A row of its own, for what is no case: the first one, which tells most. Returns false,
// after logging why, if there is no memory.
bool check_rows_add_whole(struct check_rows *rows, const char *name,
                          enum golden_status status, const char *cause);

// Whether something was checked and all of it matches.
bool check_rows_good(const struct check_rows *rows);

// Accepts a zeroed struct and leaves one.
void check_rows_finish(struct check_rows *rows);

// The rows that do not match, those that are new last and a few of them only, and a line
// for each status. Where there are no goldens, none of the new ones. `all`: every row
// that does not match.
void check_rows_text(const struct check_rows *rows, FILE *file, bool all);

// TAP 14, which TAP 13 readers take too: a line a case, with what is the matter behind
// those that fail.
void check_rows_tap(const struct check_rows *rows, FILE *file);

// JUnit XML, as the schemas of Ant and Jenkins have it but for the time of day and the
// host's name: one test suite, a test case a case, each of another name. Malformed UTF-8
// and what XML cannot say becomes '?'.
void check_rows_junit(const struct check_rows *rows, FILE *file);

// Draws NAME-delta.png into `folder` for each row that changed and has another picture,
// and takes away those of rows that do not. Makes the folder if there is one to draw.
// `*drawn` is how many. Returns false, after logging why, if one could not be written.
bool check_rows_draw(const struct check_rows *rows, const struct check_survey *survey,
                     const char *folder, int *drawn);

#endif // CHECK_ROWS_H

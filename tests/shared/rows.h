// SPDX-License-Identifier: MIT
//
// Tables of cases in text files below tests/: a line a row, fields between " | ". Blank
// lines and lines that begin with # are no rows.

#ifndef TESTS_SHARED_ROWS_H
#define TESTS_SHARED_ROWS_H

#include <stddef.h>

#define ROWS_FIELDS 8

struct row {
    const char *field[ROWS_FIELDS]; // without blanks around them; "": there is none
    int line;                       // of the file, from 1
};

struct rows {
    struct row *list;
    size_t count;
    char *text; // that the fields are parts of
};

// Reads the table of a file, "image/kinds.txt". Aborts if it cannot be read, or if it has
// no row.
struct rows rows_read(const char *name);

// Accepts a zeroed struct and leaves one.
void rows_finish(struct rows *rows);

#endif // TESTS_SHARED_ROWS_H

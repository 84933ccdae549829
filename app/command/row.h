// SPDX-License-Identifier: MIT
//
// Rows of a table on standard output. A terminal gets them wrapped; what reads a pipe
// gets a row a line.

#ifndef ROW_H
#define ROW_H

#include <stdbool.h>

// Prints `text` behind what stands in `column` columns of the line already, and a line
// feed. Further lines begin in the same column.
void row_print(int column, const char *text);

// How many columns the platform of an id has: 5 of "egl:0/es3", all of an id without
// an API behind it.
int row_platform(const char *id);

// Whether two ids have the same one.
bool row_same_platform(const char *one, const char *other);

#endif // ROW_H

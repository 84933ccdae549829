// SPDX-License-Identifier: MIT
//
// Rows of a table on standard output. On a terminal they are wrapped; in a pipe each row
// is one line.

#ifndef COMMAND_ROW_H
#define COMMAND_ROW_H

#include <stdbool.h>

// Prints `text` after the `column` columns that the line already has, and a line feed.
// Further lines begin in the same column.
void row_print(int column, const char *text);

// A row of a list of devices. Where every API of a platform has the same text they may
// share a row, if each says so.
struct row {
    const char *id, *api; // api: shown behind the id, "all" of those that share; or NULL
    bool shares;
    char text[1000];
};

void row_print_list(const struct row *rows, int count);

#endif // COMMAND_ROW_H

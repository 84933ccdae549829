// SPDX-License-Identifier: MIT
//
// Where the program's data goes: what was standard output when it started. Drivers
// print to descriptor 1 and to stdout when they feel like it; that goes to standard
// error, and cannot spoil a report.

#ifndef OUT_H
#define OUT_H

#include <stdbool.h>
#include <stdio.h>

// Takes standard output. Call it once, before anything is written.
void out_take(void);

// The stream for data; stdout itself before out_take.
FILE *out_file(void);

// Whether the data goes to a terminal.
bool out_is_terminal(void);

#endif // OUT_H

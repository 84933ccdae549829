// SPDX-License-Identifier: MIT
//
// The stream for the program's data: the standard output with which it was started. Some
// drivers print to descriptor 1 and to stdout; that is redirected to standard error, so
// that it cannot damage a report.

#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stdio.h>

// Takes standard output. Call it once, before anything is written.
void out_take(void);

// The stream for data; stdout itself before out_take.
FILE *out_file(void);

// Its descriptor. What is written there is not cleaned.
int out_descriptor(void);

// Whether the data goes to a terminal. If so the stream cleans it (text_clean) of what
// strings of drivers and reports would do there; colours, which the program writes only
// where it may, line feeds and tabs stay.
bool out_is_terminal(void);

// Columns of that terminal: those that COLUMNS says, or its window has. 0 if it does not
// go to one, or nobody knows.
int out_columns(void);

// Whether the data may be coloured: it goes to a terminal, which is not dumb, and
// NO_COLOR is not set.
bool out_has_colour(void);

#endif // BASE_OUT_H

// SPDX-License-Identifier: MIT
//
// The stream for the program's data: the standard output with which it was started. Some
// drivers print to descriptor 1 and to stdout; that is redirected to standard error, so
// that it cannot damage a report.

#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Takes standard output. Call it once, before anything is written.
void out_take(void);

// The stream for data; stdout itself before out_take. Text on it is cleaned (text_shown):
// strings of drivers and of reports cannot act on the terminal that shows it. Line feeds
// and tabs stay. If the reader closes its end of the pipe, the rest is dropped and no
// error is reported.
FILE *out_file(void);

// The same stream for JSON, whose strings keep their values (text_shown_json).
FILE *out_json(void);

// Writes the data that the stream holds back. Call it before anything is written to
// standard error, which may be the same file. Does nothing in a child process.
void out_flush(void);

// Writes bytes of the program's own, past the stream. Returns false if that failed; a
// pipe without a reader is no failure.
bool out_put(const char *bytes, size_t size);

// Returns why the last write failed.
const char *out_reason(void);

// Returns true if the reader has closed its end of the pipe.
bool out_is_closed(void);

// Switches to a colour, "1;31", on the stream for data or on another.
void out_colour(FILE *file, const char *code);

// Returns true if the data goes to a terminal.
bool out_is_terminal(void);

// Columns of the terminal that shows the data, or standard error: the number in COLUMNS,
// or the width of its window. 0 if it is no terminal, or its width is unknown.
int out_columns(void);
int out_error_columns(void);

// Returns true if the data may be coloured: it goes to a terminal, which is not dumb, and
// NO_COLOR is not set.
bool out_has_colour(void);

#endif // BASE_OUT_H

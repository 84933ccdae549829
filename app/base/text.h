// SPDX-License-Identifier: MIT
//
// Appends to a text in a buffer that may be too small.

#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Writes behind the text that is in `text` [size], as printf would; what does not fit is
// cut. `text` is none of the arguments.
void text_add(char *text, size_t size, const char *format, ...) LOG_PRINTF(3, 4);

// Writes `word`, and before it `joint` unless the text is empty.
void text_join(char *text, size_t size, const char *joint, const char *word);

// The fewest significant digits, at most 17, that are read as the same number again: as
// binary64 if `wide`, else as binary32. What is no number is as printf has it.
void text_shortest(double value, bool wide, char *text, size_t size);

// Bytes of the well-formed UTF-8 character at `text` and its number, or 0.
int text_character(const char *text, uint32_t *number);

// Makes a foreign string fit to be shown in a line, in place. What would change how the
// text beside it looks or is read (control characters, overrides of the direction of
// writing, invisible ones) becomes '?' or U+FFFD, a line feed or a tab a space, malformed
// UTF-8 '?'.
void text_clean(char *text);

// Writes markup of ours, XML or HTML. Of printf's conversions there are %d, %ld, %c, %g,
// and %s, which is a foreign string as text, good in a quoted attribute too: clean, and
// what has a meaning there escaped.
void text_markup(FILE *file, const char *format, ...) LOG_PRINTF(2, 3);
void text_markup_list(FILE *file, const char *format, va_list list);

// `text_hex(value).text` is what "%a" makes of it with glibc, "0x1.8p+0": C libraries
// write subnormals of double differently, 0x0.8p-1022 or 0x1p-1023.
struct text_hex {
    char text[32];
};
struct text_hex text_hex(double value);

// "s" unless count is 1.
const char *text_plural(long count);

#endif // BASE_TEXT_H

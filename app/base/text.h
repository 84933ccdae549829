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

// Writes the fewest significant digits, at most 17, that are read as the same number
// again: as binary64 if `wide`, else as binary32; below 10^9 without an exponent.
// Infinity and NaN are written by printf.
void text_shortest(double value, bool wide, char *text, size_t size);

// Bytes of the well-formed UTF-8 character at `text` and its number, or 0.
int text_character(const char *text, uint32_t *number);

// Writes the character at `at` in a form that is safe on a terminal, and returns its
// length in bytes. A character that changes how the text beside it looks or is read (a
// control, an override of the direction of writing, an invisible one) becomes '?' or
// U+FFFD, a line feed or a tab becomes a space, malformed UTF-8 becomes '?'. A signal
// handler may call it.
#define TEXT_SHOWN 16
int text_shown(const char *at, char shown[TEXT_SHOWN]);

// The same for a character of JSON text. The escape that replaces it, \uXXXX, is read as
// the same character.
int text_shown_json(const char *at, char shown[TEXT_SHOWN]);

// Replaces each character of a foreign string in that way, in place.
void text_clean(char *text);

// Writes XML or HTML. The conversions are %d, %ld, %c, %g, and %s for a foreign string,
// which is cleaned and escaped, for a quoted attribute too.
void text_markup(FILE *file, const char *format, ...) LOG_PRINTF(2, 3);
void text_markup_list(FILE *file, const char *format, va_list list);

// `text_hex(value).text` is what "%a" makes of it with glibc, "0x1.8p+0": C libraries
// write subnormals of double differently, 0x0.8p-1022 or 0x1p-1023.
struct text_hex {
    char text[32];
};
struct text_hex text_hex(double value);

// Returns true if a list that ends with NULL has the name.
bool text_is_among(const char *name, const char *const *names);

// "s" unless count is 1.
const char *text_plural(long count);

#endif // BASE_TEXT_H

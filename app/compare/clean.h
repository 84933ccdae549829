// SPDX-License-Identifier: MIT
//
// Foreign strings. A report may come from anywhere, and a renderer's name can hold what
// turns the direction of writing round, so that "A (simulated)" reads as something else
// (CVE-2021-42574, "Trojan Source"). All that a comparison says goes through here once;
// the views escape what their formats have a meaning for, and nothing else.

#ifndef REPORT_COMPARE_CLEAN_H
#define REPORT_COMPARE_CLEAN_H

#include "compare/compare.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes of the well-formed UTF-8 character at `text` and its number, or 0.
int report_compare_character(const unsigned char *text, uint32_t *number);

// Whether a character shows nothing itself but changes what is beside it, or breaks what
// is meant to be one line: controls, separators, marks and overrides of the direction of
// writing, tags.
bool report_compare_is_unruly(uint32_t number);

// In place: what breaks a line becomes a blank; other unruly characters that one byte
// stands for (C0), or two (C1), a question mark; those of more U+FFFD; a byte that is no
// UTF-8 a question mark. Never longer than before.
void report_compare_clean_text(char *text);

// The same of every string of a comparison but those of its sides' own reports.
void report_compare_clean(struct report_compare *compare);

#endif // REPORT_COMPARE_CLEAN_H

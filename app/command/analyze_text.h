// SPDX-License-Identifier: MIT
//
// Prints what was found in a picture, as text and as JSON.

#ifndef COMMAND_ANALYZE_TEXT_H
#define COMMAND_ANALYZE_TEXT_H

#include "image/analyze.h"

#include <jansson.h>

// A picture that was looked at; strings are the caller's.
struct analyze_text {
    const char *file;
    const char *fault; // why it could not be read, then nothing else counts; or NULL
    int width, height;
    const struct analyze_answer *answer;
};

// The assumption of a verdict whose `assumes_lowest` is set.
#define ANALYZE_TEXT_LOWEST "that the lowest stripe seen is stripe 0"

// The verdict in a sentence, or "inconclusive: why". Cut to `size`.
void analyze_text_verdict(const struct analyze_answer *answer, char *text, size_t size);

// The published devices that do the same; "" if there is none, or no verdict.
void analyze_text_twins(const struct analyze_answer *answer, char *text, size_t size);

// The block of a picture that could be read, on standard output.
void analyze_text_print(const struct analyze_text *text);

// Its object of the schema docs/analysis.schema.json. NULL if memory ran out.
json_t *analyze_text_json(const struct analyze_text *text);

#endif // COMMAND_ANALYZE_TEXT_H

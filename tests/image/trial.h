// SPDX-License-Identifier: MIT
//
// One distorted picture before analyze(): as bytes, as a file, as a question.

#ifndef TRIAL_H
#define TRIAL_H

#include "tests/image/distort.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// [height][width][channels], the caller's to free.
uint8_t *trial_bytes(const struct canvas *canvas);

// As a PNG, grey or coloured. Returns false, after logging why, if it cannot be written.
bool trial_write(const struct canvas *canvas, const char *file);

// A coloured picture goes through a file in $TMPDIR, which makes it grey.
struct analyze_answer trial_ask(const struct distort_case *picture);

// The answer in a line.
void trial_describe(const struct analyze_answer *answer, char *text, size_t size);

// Nothing of coloured pictures stays behind.
void trial_end(void);

#endif // TRIAL_H

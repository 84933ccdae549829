// SPDX-License-Identifier: MIT
//
// Allocation that succeeds or ends the program, so callers need no error path for it. A
// size that comes from an input file must be checked against a limit before it is passed
// to these functions.

#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include "base/log.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// The exit status when there is no memory.
#define MEMORY_STATUS 5

// `count` items of `size` bytes, zeroed; for free(). Never NULL, also for no bytes. If
// there is no memory: logs how many bytes were asked for, and ends the process with
// MEMORY_STATUS.
void *memory_new(size_t count, size_t size);

// The same as realloc, for `count` items; what is new is not zeroed.
void *memory_resize(void *old, size_t count, size_t size);

// A copy of a text, or of the first `size` bytes at `bytes`.
char *memory_text(const char *text);
void *memory_copy(const void *bytes, size_t size);

// Returns the text that printf would write.
char *memory_format(const char *format, ...) LOG_PRINTF(1, 2);

// A stream into *text, for free(), which is a string of *size bytes when the stream is
// flushed or closed. Fails as memory_new does, as does each write.
FILE *memory_stream(char **text, size_t *size);

// Ends the process as memory_new does if `made` is false and errno is ENOMEM: for what
// another library makes.
void memory_check(bool made);

#endif // BASE_MEMORY_H

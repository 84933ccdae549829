// SPDX-License-Identifier: MIT
//
// Whole files: read into memory, and written so that they appear whole or not at all.

#ifndef FILE_H
#define FILE_H

#include <stdbool.h>
#include <stddef.h>

// The bytes of a regular file or of a pipe, with a zero behind them; malloc'd, `*size` of
// them. Returns NULL, after logging "path: why", if it cannot be read, is a folder, or
// has more than `max` bytes.
char *file_read(const char *path, size_t max, size_t *size);

// Writes `size` bytes into a file beside `path` and puts that in its place; a path that
// is no regular file (/dev/stdout) is written in place. Returns false, after logging
// "path: why"; an older file of that name is then as it was.
bool file_write(const char *path, const void *bytes, size_t size);

#endif // FILE_H

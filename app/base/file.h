// SPDX-License-Identifier: MIT
//
// Whole files: read into memory, and written so that they appear whole or not at all.
// What is read may be a stranger's, and anything may have the name of a file.

#ifndef FILE_H
#define FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Opens a regular file, from its beginning; never waits for one. A pipe is opened if it
// was handed down to the process (/dev/stdin, /dev/fd/N), not one that lies in a folder:
// that may have no writer. Returns NULL, with `*why` in a few words and errno set, if
// there is none, it cannot be opened, or is something else. The words stay as they are
// until the next call of strerror.
FILE *file_open(const char *path, const char **why);

// The bytes of such a file, with a zero behind them; malloc'd, `*size` of them. Returns
// NULL, after logging "path: why", if it cannot be read or has more than `max` bytes.
char *file_read(const char *path, size_t max, size_t *size);

// A file that is being written under another name beside its own.
struct file_stage {
    FILE *file;
    char path[PATH_MAX], name[PATH_MAX]; // equal if it is written in place
};

// Opens one. A path that is no regular file (/dev/stdout) is written in place. Returns
// false, with errno set, if it cannot; nothing is left then.
bool file_stage_open(struct file_stage *stage, const char *path);

// Closes it and, if it is `good`, puts it in its place; `safe`: once its bytes are on the
// disk, so that a crash of the machine leaves the older file or this one. Returns false,
// with errno set, if it is not there; an older file of that name is then as it was.
bool file_stage_close(struct file_stage *stage, bool good, bool safe);

// Writes `size` bytes in that way, safely. Returns false, after logging "path: why".
bool file_write(const char *path, const void *bytes, size_t size);

// Whether two paths are of one file, which need not be there: by links, or by another way
// to its folder.
bool file_is_same(const char *a, const char *b);

// Waits until what lies in a file or folder is on the disk. Returns false, after logging
// "path: why", if that failed; a file system that has no disk has not failed.
bool file_sync(const char *path);

#endif // FILE_H

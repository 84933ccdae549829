// SPDX-License-Identifier: MIT
//
// Whole files: read into memory, and written so that they appear whole or not at all.
// Input is not trusted: its bytes may be anything, and the path may name a pipe, a device
// or a directory.

#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Opens a regular file at its beginning; never blocks. A pipe is opened only if the
// process inherited it (/dev/stdin, /dev/fd/N), because a named pipe may have no writer.
// Returns NULL, with `*why` in a few words and errno set, if the file does not exist,
// cannot be opened, or is of another type. `*why` is valid until the next call of
// strerror.
FILE *file_open(const char *path, const char **why);

// The same of a file that lies beside a report of a stranger: a link is refused, since it
// may lead elsewhere.
FILE *file_open_plain(const char *path, const char **why);

// Reads such a file: malloc'd, `*size` bytes, and a zero after them. Returns
// NULL, after logging "path: why", if it cannot be read or has more than `max` bytes.
char *file_read(const char *path, size_t max, size_t *size);

// Returns true if the file is a Git LFS pointer: `git lfs pull` replaces it by the file
// that it stands for (FILE_LFS says so).
#define FILE_LFS "a Git LFS pointer, not the file itself; run `git lfs pull`"
bool file_is_lfs(const char *bytes, size_t size);

// A staging file: a file that is being written, and that gets its final name when it is
// complete. Where the file system allows it, the staging file has no name until then, so
// that a process which is killed leaves nothing behind. Elsewhere (NFS, say) it has a
// random name in the same directory, and a process which is killed leaves this one file.
// No process reads, changes or removes the staging file of another one.
struct file_stage {
    FILE *file;
    char path[PATH_MAX];
    char name[PATH_MAX]; // "": it has no name; `path`: it is written in place
};

// Opens a staging file. A path that is not a regular file (/dev/stdout) is written in
// place. Returns false, with errno set, if it cannot be opened; nothing is left behind.
bool file_stage_open(struct file_stage *stage, const char *path);

// Closes a staging file and, if it is `good`, gives it its final name; `safe`: only after
// its bytes are on the disk, so that a crash of the machine leaves the older file or the
// new one. Returns false, with errno set, if that failed; an older file of that name is
// then unchanged, and the staging file is removed.
bool file_stage_close(struct file_stage *stage, bool good, bool safe);

// Writes `size` bytes in that way, safely. Returns false, after logging "path: why".
bool file_write(const char *path, const void *bytes, size_t size);

// Returns true if nothing has this name; false also if that cannot be found out.
bool file_is_absent(const char *path);

// Returns true if two paths name the same file, which need not exist: by links, or by
// another path to its directory.
bool file_is_same(const char *a, const char *b);

// Writes all of it, however many calls that takes. Returns false, with errno set.
bool file_put(int fd, const void *bytes, size_t size);

// Waits until a file or directory is on the disk. Returns false, after logging
// "path: why", if that failed; a file system that has no disk has not failed.
bool file_sync(const char *path);

#endif // BASE_FILE_H

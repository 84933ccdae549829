// SPDX-License-Identifier: MIT

#include "base/file.h"

#include "base/log.h"
#include "base/memory.h"
#include "base/staging.h"
#include "base/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_SIZE 65536

// Whether a name is of what the process has open already: somebody handed it down.
static bool is_handed_down(const char *path)
{
    static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };

    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (!strncmp(path, folders[i], strlen(folders[i])))
            return true;
    return !strcmp(path, "/dev/stdin");
}

// Returns the type of a file that may not be read, and sets errno; NULL if it may be.
static const char *file_refuse(const char *path, mode_t mode)
{
    if (S_ISREG(mode) || (S_ISFIFO(mode) && is_handed_down(path)))
        return NULL;
    errno = S_ISDIR(mode) ? EISDIR : EINVAL;
    return S_ISDIR(mode)    ? strerror(EISDIR)
           : S_ISFIFO(mode) ? "a named pipe, not a regular file"
                            : "a device, not a regular file";
}

static FILE *open_flagged(const char *path, int flags, const char **why)
{
    // Not blocking: a named pipe would wait for a writer.
    int fd = openat(staging_home(), path,
                    O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags);
    struct stat status;
    FILE *file = NULL;

    if (fd < 0 && errno == ENXIO)
        *why = "a socket or a device, not a regular file";
    else if (fd < 0 && errno == ELOOP && flags)
        *why = "a link, not a regular file";
    else if (fd < 0 || fstat(fd, &status))
        *why = strerror(errno);
    else if (!(*why = file_refuse(path, status.st_mode)) &&
             (fcntl(fd, F_SETFL, O_RDONLY) < 0 || !(file = fdopen(fd, "rb"))))
        *why = strerror(errno);
    memory_check(file);
    if (!file && fd >= 0) {
        int error = errno;

        close(fd);
        errno = error;
    }
    return file;
}

FILE *file_open(const char *path, const char **why)
{
    return open_flagged(path, 0, why);
}

FILE *file_open_plain(const char *path, const char **why)
{
    return open_flagged(path, O_NOFOLLOW, why);
}

// The bytes, or NULL and why in errno: EFBIG if there are more than `max`.
static char *read_stream(FILE *file, size_t max, size_t *size)
{
    size_t room = max < FIRST_SIZE ? max : FIRST_SIZE;
    char *text = memory_resize(NULL, room + 1, 1);

    *size = 0;
    while (true) {
        *size += fread(text + *size, 1, room - *size, file);
        if (ferror(file))
            break;
        if (*size < room) {
            text[*size] = 0;
            return text;
        }
        if (room == max && getc(file) == EOF && !ferror(file)) {
            text[*size] = 0;
            return text;
        }
        if (room == max) {
            errno = EFBIG;
            break;
        }
        room = room >= max / 2 ? max : room * 2;
        text = memory_resize(text, room + 1, 1);
    }
    free(text);
    return NULL;
}

char *file_read(const char *path, size_t max, size_t *size)
{
    const char *why;
    FILE *file = file_open(path, &why);
    char *text = NULL;

    if (file && !(text = read_stream(file, max, size)))
        why = strerror(errno);
    if (!text)
        log_error("%s: %s", path, why);
    if (file)
        fclose(file);
    return text;
}

bool file_is_lfs(const char *bytes, size_t size)
{
    static const char first[] = "version https://git-lfs.github.com/spec/";

    return size >= sizeof first - 1 && !memcmp(bytes, first, sizeof first - 1);
}

// Pipes and some file systems have no disk.
static bool reach_disk(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

// Removes the staging file. If that fails, the process that watches removes it.
static void file_remove_stage(void *context)
{
    const struct file_stage *stage = context;

    if (unlinkat(staging_home(), stage->name, 0) == 0 || errno == ENOENT)
        watch_finished(stage->name);
}

bool file_stage_open(struct file_stage *stage, const char *path)
{
    struct stat status;
    int fd;

    stage->file = NULL;
    errno = ENAMETOOLONG;
    if ((size_t) snprintf(stage->path, PATH_MAX, "%s", path) >= PATH_MAX)
        return false;
    if (fstatat(staging_home(), path, &status, 0) == 0 && !S_ISREG(status.st_mode)) {
        memcpy(stage->name, stage->path, PATH_MAX);
        fd = openat(staging_home(), path, O_WRONLY | O_CLOEXEC);
    } else {
        fd = staging_file(path, stage->name);
    }
    if (fd >= 0 && !(stage->file = fdopen(fd, "wb"))) {
        int error = errno;

        close(fd);
        if (strcmp(stage->path, stage->name) != 0)
            file_remove_stage(stage);
        errno = error;
    }
    stage->undo = (struct memory_undo){ .undo = file_remove_stage, .context = stage };
    if (stage->file && strcmp(stage->path, stage->name) != 0)
        memory_on_failure(&stage->undo);
    return stage->file;
}

bool file_stage_close(struct file_stage *stage, bool good, bool safe)
{
    bool in_place = !strcmp(stage->path, stage->name);
    int error = errno, held = fcntl(fileno(stage->file), F_DUPFD_CLOEXEC, 3);

    memory_forget(&stage->undo);
    if (good && (fflush(stage->file) ||
                 (safe && !in_place && !reach_disk(fileno(stage->file))))) {
        good = false;
        error = errno;
    }
    if (fclose(stage->file) && good) {
        good = false;
        error = errno;
    }
    if (good && !in_place &&
        renameat(staging_home(), stage->name, staging_home(), stage->path)) {
        good = false;
        error = errno;
    }
    if (!good && !in_place)
        file_remove_stage(stage);
    else
        watch_finished(stage->name);
    if (held >= 0) // until here it has the lock
        close(held);
    errno = error;
    return good;
}

bool file_write(const char *path, const void *bytes, size_t size)
{
    struct file_stage stage;
    bool ok = file_stage_open(&stage, path) &&
              file_stage_close(&stage, fwrite(bytes, 1, size, stage.file) == size, true);

    if (!ok)
        log_error("%s: cannot write: %s", path, strerror(errno));
    return ok;
}

// The folder of a path; false if it is not there.
static bool stat_folder(const char *path, const char *name, struct stat *status)
{
    char folder[PATH_MAX];

    return snprintf(folder, sizeof folder, "%.*s.", (int) (name - path), path) <
               PATH_MAX &&
           stat(folder, status) == 0;
}

static const char *file_name_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

bool file_is_same(const char *a, const char *b)
{
    struct stat one, other;
    bool has_one = stat(a, &one) == 0, has_other = stat(b, &other) == 0;

    if (!strcmp(a, b))
        return true;
    if (has_one != has_other)
        return false;
    if (!has_one && (strcmp(file_name_of(a), file_name_of(b)) ||
                     !stat_folder(a, file_name_of(a), &one) ||
                     !stat_folder(b, file_name_of(b), &other)))
        return false;
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool file_put(int fd, const void *bytes, size_t size)
{
    for (const char *next = bytes; size > 0;) {
        ssize_t written = write(fd, next, size);

        if (written < 0 && errno != EINTR)
            return false;
        next += written > 0 ? written : 0;
        size -= written > 0 ? (size_t) written : 0;
    }
    return true;
}

bool file_sync(const char *path)
{
    int fd = openat(staging_home(), path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool ok = fd >= 0 && reach_disk(fd);

    if (!ok)
        log_error("%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return ok;
}

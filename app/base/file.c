// SPDX-License-Identifier: MIT

#include "base/file.h"

#include "base/clock.h"
#include "base/home.h"
#include "base/log.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FIRST_SIZE 65536
#define NAMES      100 // that are tried

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
    int fd =
        openat(home_folder(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags);
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

// Chooses a random name beside the path of a staging file.
static bool stage_name(struct file_stage *stage)
{
    const char *slash = strrchr(stage->path, '/');
    int length = slash ? (int) (slash - stage->path) + 1 : 0, used;
    unsigned long long number = (unsigned long long) clock_now_ns();

    if (getentropy(&number, sizeof number) != 0)
        number ^= (unsigned long long) getpid() << 40;
    used = snprintf(stage->name, PATH_MAX, "%.*s.fpstripe-%016llx.tmp", length,
                    stage->path, number);
    errno = ENAMETOOLONG;
    return used < PATH_MAX;
}

// Opens a file without a name in the folder of the staging file. The kernel removes it
// if the process ends. Returns -1 if the file system has no such files, or if /proc is
// missing, through which stage_link() finds the file again.
static int stage_open_unnamed(const struct file_stage *stage)
{
    const char *slash = strrchr(stage->path, '/');
    char folder[PATH_MAX];

    if (faccessat(AT_FDCWD, "/proc/self/fd", X_OK, 0) != 0)
        return -1;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int) (slash - stage->path) + 1 : 1,
             slash ? stage->path : ".");
    return openat(home_folder(), folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
}

// Opens a file of a random name.
static int stage_open_named(struct file_stage *stage)
{
    int fd = -1;

    errno = EEXIST;
    for (int i = 0; fd < 0 && errno == EEXIST && i < NAMES && stage_name(stage); i++)
        fd = openat(home_folder(), stage->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                    0666);
    return fd;
}

// Gives a random name to a file without a name.
static bool stage_link(struct file_stage *stage)
{
    char from[40];
    int linked = -1;

    snprintf(from, sizeof from, "/proc/self/fd/%d", fileno(stage->file));
    errno = EEXIST;
    for (int i = 0; linked != 0 && errno == EEXIST && i < NAMES && stage_name(stage); i++)
        linked = linkat(AT_FDCWD, from, home_folder(), stage->name, AT_SYMLINK_FOLLOW);
    if (linked != 0)
        stage->name[0] = '\0';
    return linked == 0;
}

static bool stage_is_in_place(const struct file_stage *stage)
{
    return !strcmp(stage->path, stage->name);
}

// Removes the staging file, and keeps errno.
static void stage_remove(const struct file_stage *stage)
{
    int error = errno;

    if (stage->name[0] && !stage_is_in_place(stage))
        unlinkat(home_folder(), stage->name, 0);
    errno = error;
}

bool file_stage_open(struct file_stage *stage, const char *path)
{
    struct stat status;
    int fd;

    stage->file = NULL;
    stage->name[0] = '\0';
    errno = ENAMETOOLONG;
    if ((size_t) snprintf(stage->path, PATH_MAX, "%s", path) >= PATH_MAX)
        return false;
    if (fstatat(home_folder(), path, &status, 0) == 0 && !S_ISREG(status.st_mode)) {
        memcpy(stage->name, stage->path, PATH_MAX);
        fd = openat(home_folder(), path, O_WRONLY | O_CLOEXEC);
    } else {
        fd = stage_open_unnamed(stage);
        if (fd < 0)
            fd = stage_open_named(stage);
    }
    if (fd >= 0 && !(stage->file = fdopen(fd, "wb"))) {
        int error = errno;

        close(fd);
        errno = error;
        stage_remove(stage);
    }
    return stage->file;
}

// Writes what is buffered, waits for the disk if the file is `safe`, and gives the file
// its random name.
static bool stage_finish(struct file_stage *stage, bool safe)
{
    if (fflush(stage->file) != 0)
        return false;
    if (stage_is_in_place(stage))
        return true;
    return (!safe || reach_disk(fileno(stage->file))) &&
           (stage->name[0] || stage_link(stage));
}

bool file_stage_close(struct file_stage *stage, bool good, bool safe)
{
    int error;

    good = good && stage_finish(stage, safe);
    error = errno;
    if (fclose(stage->file) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good && !stage_is_in_place(stage) &&
        renameat(home_folder(), stage->name, home_folder(), stage->path) != 0) {
        good = false;
        error = errno;
    }
    errno = error;
    if (!good)
        stage_remove(stage);
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

bool file_is_absent(const char *path)
{
    return faccessat(home_folder(), path, F_OK, 0) != 0 &&
           (errno == ENOENT || errno == ENOTDIR);
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
    int fd = openat(home_folder(), path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool ok = fd >= 0 && reach_disk(fd);

    if (!ok)
        log_error("%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return ok;
}

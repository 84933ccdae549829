// SPDX-License-Identifier: MIT

#include "command/output.h"

#include "base/file.h"
#include "base/home.h"
#include "base/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Cuts the last part of a path. Returns false if it has only one part.
static bool cut_part(char *path)
{
    char *slash = strrchr(path, '/');

    while (slash && slash > path && slash[-1] == '/')
        slash--;
    if (!slash || slash == path)
        return false;
    *slash = '\0';
    return true;
}

// Returns true if files can be made in a directory or, if it does not exist, in the
// nearest directory above it that does. Otherwise sets errno, and `path` to that
// directory.
static bool can_make_files(char *path)
{
    struct stat status;

    while (fstatat(home_folder(), path, &status, 0) != 0) {
        if (errno != ENOENT)
            return false;
        if (!cut_part(path))
            snprintf(path, PATH_MAX, path[0] == '/' ? "/" : ".");
    }
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode) &&
           faccessat(home_folder(), path, W_OK | X_OK, AT_EACCESS) == 0;
}

bool output_open(struct output *output, const char *folder)
{
    size_t length = strlen(folder);
    char path[PATH_MAX];

    *output = (struct output){ 0 };
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (length >= sizeof output->folder) {
        log_error("%.60s...: %s", folder, strerror(ENAMETOOLONG));
        return false;
    }
    snprintf(path, sizeof path, "%.*s", (int) length, folder);
    if (length == 0 || !can_make_files(path)) {
        log_error("%s: cannot write there: %s", path, strerror(length ? errno : ENOENT));
        return false;
    }
    memcpy(output->folder, folder, length);
    return true;
}

// Makes the directory whose path is the first `length` bytes.
static bool make_part(struct output *output, size_t length)
{
    char part[sizeof output->folder];

    snprintf(part, sizeof part, "%.*s", (int) length, output->folder);
    if (mkdirat(home_folder(), part, 0777) == 0) {
        output->made = output->made ? output->made : length;
        return true;
    }
    // A part of the path may exist where no directory can be made, on a read-only disk
    // say.
    if (errno == EEXIST || faccessat(home_folder(), part, F_OK, 0) == 0)
        return true;
    log_error("%s: cannot create the directory: %s", part, strerror(errno));
    return false;
}

bool output_make(struct output *output)
{
    const char *folder = output->folder;

    for (size_t at = 1; folder[at]; at++)
        if (folder[at] == '/' && folder[at - 1] != '/' && !make_part(output, at))
            return false;
    return make_part(output, strlen(folder));
}

void output_path(const struct output *output, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%.200s", output->folder, name);
}

bool output_write(struct output *output, const char *name, const char *text)
{
    char path[PATH_MAX];

    output_path(output, name, path);
    return output_make(output) && file_write(path, text, strlen(text));
}

// Returns true if the start of a file contains a mark of this program, as that of all its
// PNG files for people and of its pages does.
static bool has_mark(const char *bytes, size_t size)
{
    static const char marks[][40] = { "tEXtSoftware\0fpstripe",
                                      "<meta name=generator content=\"fpstripe " };
    static const size_t sizes[] = { 21, 38 };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (memmem(bytes, size, marks[i], sizes[i]))
            return true;
    return false;
}

// Reads without allocating, so that a page is also removed when memory is short.
void output_remove(const struct output *output, const char *name)
{
    char path[PATH_MAX], start[4096];
    bool removed;

    output_path(output, name, path);
    int fd = openat(home_folder(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT &&
        faccessat(home_folder(), path, F_OK, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    ssize_t size = fd < 0 ? -1 : read(fd, start, sizeof start);
    if (fd >= 0)
        close(fd);
    removed = size > 0 && has_mark(start, size) && unlinkat(home_folder(), path, 0) == 0;
    if (!removed)
        log_warning("%s: files of an earlier run may remain: %s", output->folder, name);
}

void output_close(struct output *output)
{
    size_t length = strlen(output->folder);

    while (output->made && length >= output->made) {
        output->folder[length] = '\0';
        if (unlinkat(home_folder(), output->folder, AT_REMOVEDIR) != 0)
            break;
        while (length > 0 && output->folder[length] != '/')
            length--;
    }
    *output = (struct output){ 0 };
}

// SPDX-License-Identifier: MIT

#include "base/journal.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DRAFT_NAME ".journal-draft"
#define HEAD       "fpstripe-journal/1\n"
#define BYTES_MAX  (4 << 20)

bool journal_is_plain(const char *name)
{
    return name[0] && name[0] != '.' && !strpbrk(name, "/\n") && strlen(name) <= NAME_MAX;
}

// NULL with errno set; what is no regular file is not there.
static FILE *open_plain(int folder, const char *name)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;
    FILE *file = NULL;
    int error;

    if (fd >= 0 && fstat(fd, &status) == 0) {
        errno = ENOENT;
        file = S_ISREG(status.st_mode) ? fdopen(fd, "rb") : NULL;
    }
    error = errno == ELOOP ? ENOENT : errno;
    if (!file && fd >= 0)
        close(fd);
    errno = error;
    return file;
}

bool journal_hash(int folder, const char *name, char sha256[65])
{
    FILE *file = open_plain(folder, name);
    struct sha256 sha;
    char bytes[4096];
    size_t size;
    bool ok;

    sha256[0] = '\0';
    if (!file)
        return errno == ENOENT;
    sha256_init(&sha);
    while ((size = fread(bytes, 1, sizeof bytes, file)) > 0)
        sha256_add(&sha, bytes, size);
    ok = !ferror(file);
    if (ok)
        sha256_hex(&sha, sha256);
    fclose(file);
    return ok;
}

static bool journal_put(int stage, const char *text)
{
    int fd = openat(stage, DRAFT_NAME, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && file_put(fd, text, strlen(text));
    int error;

    if (ok && fsync(fd) != 0)
        ok = errno == EINVAL || errno == EROFS || errno == ENOTSUP;
    error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return ok && renameat(stage, DRAFT_NAME, stage, JOURNAL_NAME) == 0;
}

bool journal_write(int stage, const struct journal_step *steps, int count)
{
    char *text;
    size_t size;
    FILE *file = memory_stream(&text, &size);
    bool ok;

    fputs(HEAD, file);
    for (int i = 0; i < count; i++)
        fprintf(file, "%s %s\n", steps[i].sha256[0] ? steps[i].sha256 : "move",
                steps[i].name);
    fclose(file);
    ok = journal_put(stage, text);
    free(text);
    return ok;
}

// *text is NULL where there is none. Returns false, with errno set, if it cannot be read.
static bool journal_read(int stage, char **text)
{
    FILE *file = open_plain(stage, JOURNAL_NAME);
    bool ok = file || errno == ENOENT;

    *text = file ? memory_new(BYTES_MAX + 1, 1) : NULL;
    if (file) {
        size_t size = fread(*text, 1, BYTES_MAX, file);

        (*text)[size] = '\0';
        ok = !ferror(file);
        fclose(file);
    }
    return ok;
}

// If that cannot be known, it is: moving it will tell.
static bool is_staged(int stage, const char *name)
{
    struct stat status;

    if (fstatat(stage, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return errno != ENOENT;
    return S_ISREG(status.st_mode);
}

// A line of the journal: what was done already leaves nothing to do.
static bool journal_step(int folder, int stage, const char *what, const char *name)
{
    char sha256[65];

    if (!journal_is_plain(name))
        return true;
    if (!strcmp(what, "move"))
        return !is_staged(stage, name) || renameat(stage, name, folder, name) == 0;
    if (!journal_hash(folder, name, sha256))
        return false;
    return strcmp(sha256, what) != 0 || unlinkat(folder, name, 0) == 0;
}

bool journal_run(int folder, int stage)
{
    char *text, *rest, *line;
    bool ok = journal_read(stage, &text);

    rest = text;
    if (text && strncmp(text, HEAD, strlen(HEAD)) != 0)
        text[0] = '\0'; // not ours: nothing is done
    while (ok && text && (line = strsep(&rest, "\n"))) {
        char *name = strchr(line, ' ');

        if (name) {
            *name = '\0';
            ok = journal_step(folder, stage, line, name + 1);
        }
    }
    ok = ok && (!text || unlinkat(stage, JOURNAL_NAME, 0) == 0 || errno == ENOENT);
    free(text);
    return ok;
}

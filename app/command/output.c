// SPDX-License-Identifier: MIT

#include "command/output.h"

#include "base/log.h"
#include "base/watch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// The process is part of a stage's name, so that what a killed one left can be told from
// what a running one needs.
#define STAGE_PREFIX ".fpstripe-"
#define STAGE_OLD_S  (24 * 60 * 60)

// A part of the path that cannot be made, yet is there, is met again by what follows.
static bool make_part(struct output *output, size_t length)
{
    char part[sizeof output->folder];

    memcpy(part, output->folder, length);
    part[length] = '\0';
    if (mkdir(part, 0777) == 0) {
        output->made = output->made ? output->made : length;
        return true;
    }
    if (errno == EEXIST || (errno == EROFS && access(part, F_OK) == 0))
        return true;
    log_error("%s: %s", part, strerror(errno));
    return false;
}

static bool make_folders(struct output *output)
{
    const char *folder = output->folder;

    for (size_t at = 1; folder[at]; at++)
        if (folder[at] == '/' && folder[at - 1] != '/' && !make_part(output, at))
            return false;
    return make_part(output, strlen(folder));
}

static void remove_made(struct output *output)
{
    size_t length = strlen(output->folder);

    while (output->made && length >= output->made) {
        output->folder[length] = '\0';
        if (rmdir(output->folder) != 0)
            break;
        while (length > 0 && output->folder[length] != '/')
            length--;
    }
}

// Without opendir, which needs memory: there may be none.
static void output_empty(int folder)
{
    _Alignas(struct dirent64) char entries[4096];
    ssize_t size;

    while ((size = getdents64(folder, entries, sizeof entries)) > 0) {
        const struct dirent64 *entry;

        for (ssize_t at = 0; at < size; at += entry->d_reclen) {
            entry = (const void *) (entries + at);
            if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
                unlinkat(folder, entry->d_name, 0);
        }
    }
    close(folder);
}

static void remove_stage(int folder, const char *name)
{
    int stage = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (stage >= 0)
        output_empty(stage);
    unlinkat(folder, name, AT_REMOVEDIR);
}

// A stage whose process is gone, or which is older than any run: its process's number
// was given anew, or it has none.
static bool is_leftover(int folder, const char *name)
{
    struct stat stat;
    char *end;
    long process;

    if (strncmp(name, STAGE_PREFIX, strlen(STAGE_PREFIX)) ||
        fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(stat.st_mode))
        return false;
    process = strtol(name + strlen(STAGE_PREFIX), &end, 10);
    if (*end == '-' && process > 0 && kill((pid_t) process, 0) != 0 && errno == ESRCH)
        return true;
    return time(NULL) - stat.st_mtime > STAGE_OLD_S;
}

// What an earlier run was killed over.
static void remove_leftovers(const char *folder)
{
    DIR *list = opendir(folder);
    const struct dirent *entry;

    if (!list)
        return;
    while ((entry = readdir(list)))
        if (is_leftover(dirfd(list), entry->d_name))
            remove_stage(dirfd(list), entry->d_name);
    closedir(list);
}

static bool take_folder(struct output *output, const char *folder)
{
    size_t length = strlen(folder);

    *output = (struct output){ 0 };
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (length >= sizeof output->folder) {
        log_error("%.60s...: %s", folder, strerror(ENAMETOOLONG));
        return false;
    }
    memcpy(output->folder, folder, length);
    return make_folders(output);
}

bool output_make(const char *folder)
{
    struct output output;

    return take_folder(&output, folder);
}

// Another thread may be writing a file there.
static void output_undo(void *context)
{
    struct output *output = context;

    for (int i = 0; i < 10 && access(output->stage, F_OK) == 0; i++)
        remove_stage(AT_FDCWD, output->stage);
    remove_made(output);
}

bool output_open(struct output *output, const char *folder)
{
    if (!take_folder(output, folder))
        goto fail;

    remove_leftovers(output->folder);
    snprintf(output->stage, sizeof output->stage, "%s/" STAGE_PREFIX "%ld-XXXXXX",
             output->folder, (long) watch_process());
    if (!mkdtemp(output->stage)) {
        log_error("%s: %s", output->folder, strerror(errno));
        goto fail;
    }
    watch_unfinished(output->stage);
    output->undo = (struct memory_undo){ .undo = output_undo, .context = output };
    memory_on_failure(&output->undo);
    return true;

fail:
    remove_made(output);
    *output = (struct output){ 0 };
    return false;
}

void output_path(const struct output *output, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%.200s", output->stage, name);
}

bool output_write(const struct output *output, const char *name, const char *text)
{
    char path[PATH_MAX];
    FILE *file;
    int error;
    bool ok;

    output_path(output, name, path);
    file = fopen(path, "w");
    ok = file && fputs(text, file) >= 0 && fflush(file) == 0;
    error = errno;
    if (file && fclose(file) && ok) {
        ok = false;
        error = errno;
    }
    if (!ok)
        log_error("%s/%s: %s", output->folder, name, strerror(error));
    return ok;
}

bool output_move(const struct output *output, const char *name)
{
    char from[PATH_MAX], to[PATH_MAX];

    output_path(output, name, from);
    snprintf(to, sizeof to, "%s/%.200s", output->folder, name);
    if (rename(from, to) == 0)
        return true;
    log_error("%s: %s", to, strerror(errno));
    return false;
}

void output_remove(const struct output *output, const char *name)
{
    char path[PATH_MAX];

    if (!name[0] || name[0] == '.' || strchr(name, '/'))
        return;
    snprintf(path, sizeof path, "%s/%.200s", output->folder, name);
    unlink(path);
}

void output_close(struct output *output)
{
    memory_forget(&output->undo);
    if (output->folder[0]) {
        remove_stage(AT_FDCWD, output->stage);
        watch_finished(output->stage);
        remove_made(output);
    }
    *output = (struct output){ 0 };
}

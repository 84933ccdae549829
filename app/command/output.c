// SPDX-License-Identifier: MIT

#include "command/output.h"

#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCK_MS     10000
#define PICTURE_MAX (64u << 20) // bytes

// A part of the path that cannot be made, yet is there, is met again by what follows.
static bool make_part(struct output *output, size_t length)
{
    char part[sizeof output->folder];

    memcpy(part, output->folder, length);
    part[length] = '\0';
    if (faccessat(staging_home(), part, F_OK, 0) != 0)
        watch_made(part, output->made ? output->made : length);
    if (mkdirat(staging_home(), part, 0777) == 0) {
        output->made = output->made ? output->made : length;
        return true;
    }
    if (errno == EEXIST ||
        (errno == EROFS && faccessat(staging_home(), part, F_OK, 0) == 0))
        return true;
    log_error("%s: cannot create the directory: %s", part, strerror(errno));
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
        if (unlinkat(staging_home(), output->folder, AT_REMOVEDIR) != 0)
            break;
        while (length > 0 && output->folder[length] != '/')
            length--;
    }
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

    staging_close(&output->stage, output->begun);
    remove_made(output);
}

// Takes the folder's lock and heals what is there. Holds nothing if it cannot wait.
static bool output_hold(struct output *output, int wait_ms)
{
    if (output->held)
        return true;
    output->held = staging_lock(output->stage.folder, wait_ms);
    if (output->held)
        staging_sweep(output->stage.folder);
    return output->held;
}

static void output_let_go(struct output *output)
{
    if (output->held)
        flock(output->stage.folder, LOCK_UN);
    output->held = false;
}

bool output_lock(struct output *output)
{
    if (output_hold(output, LOCK_MS))
        return true;
    log_error("%s: another process has been replacing files there for %d s",
              output->folder, LOCK_MS / 1000);
    return false;
}

bool output_open(struct output *output, const char *folder)
{
    if (!take_folder(output, folder))
        goto fail;
    if (!staging_open(&output->stage, output->folder)) {
        log_error("%s: %s", output->folder, strerror(errno));
        goto fail;
    }
    output->open = true;
    output_hold(output, 0);
    output_let_go(output);
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
    snprintf(path, PATH_MAX, "%s/%.200s", output->stage.path, name);
}

bool output_write(const struct output *output, const char *name, const char *text)
{
    int fd =
        openat(output->stage.self, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    bool ok = file && fputs(text, file) >= 0 && fflush(file) == 0;
    int error = errno;

    if (file && fclose(file) && ok) {
        ok = false;
        error = errno;
    }
    if (!ok)
        log_error("%s/%s: %s", output->folder, name, strerror(error));
    return ok;
}

static struct journal_step *add_step(struct output *output, const char *name)
{
    struct journal_step *step;

    output->steps =
        memory_resize(output->steps, (size_t) output->count + 1, sizeof *step);
    step = &output->steps[output->count++];
    *step = (struct journal_step){ 0 };
    snprintf(step->name, sizeof step->name, "%.200s", name);
    return step;
}

bool output_move(struct output *output, const char *name)
{
    struct stat status;
    const char *why = NULL;

    if (!journal_is_plain(name))
        why = "is not the name of a file";
    else if (fstatat(output->stage.self, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        why = strerror(errno);
    else if (fstatat(output->stage.folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
             S_ISDIR(status.st_mode))
        why = strerror(EISDIR);
    if (why)
        log_error("%s/%s: %s", output->folder, name, why);
    else
        add_step(output, name);
    return !why;
}

// Returns true if a file contains a mark of this program, as all its PNG files and pages
// do.
static bool has_mark(const char *bytes, size_t size)
{
    static const char marks[][40] = { "tEXtprobe", "tEXtSoftware\0fpstripe",
                                      "<meta name=generator content=\"fpstripe " };
    static const size_t sizes[] = { 10, 21, 38 };

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (memmem(bytes, size, marks[i], sizes[i]))
            return true;
    return false;
}

void output_warn_left(const struct output *output, const char *name, const char *why)
{
    if (faccessat(output->stage.folder, name, F_OK, 0) == 0)
        log_warning("%s: files of an earlier run may remain: %s", output->folder, why);
}

static bool is_ours(const struct output *output, const char *name)
{
    char *path = memory_format("%s/%s", output->folder, name), *bytes;
    size_t size;
    bool ours;

    log_hold(true);
    bytes = file_read(path, PICTURE_MAX, &size);
    log_hold(false);
    if (!bytes)
        output_warn_left(output, name, log_last_error());
    ours = bytes && has_mark(bytes, size);
    free(bytes);
    free(path);
    return ours;
}

void output_remove(struct output *output, const char *name, const char *with)
{
    char sha256[65];

    if (!journal_is_plain(name) || !journal_is_plain(with) || !is_ours(output, with))
        return;
    journal_hash(output->stage.folder, name, sha256);
    if (sha256[0])
        memcpy(add_step(output, name)->sha256, sha256, sizeof sha256);
    else
        output_warn_left(output, name, name);
}

bool output_commit(struct output *output)
{
    struct staging *stage = &output->stage;
    bool one = output->count == 1 && !output->steps[0].sha256[0], ok;

    if (output->count == 0)
        return true;
    if (!output_lock(output))
        return false;
    if (one) {
        const char *name = output->steps[0].name;

        ok = renameat(stage->self, name, stage->folder, name) == 0;
    } else {
        ok = journal_write(stage->self, output->steps, output->count);
        output->begun = ok;
        ok = ok && journal_run(stage->folder, stage->self);
        output->begun &= !ok;
    }
    if (!ok)
        log_error("%s: cannot replace its files: %s", output->folder, strerror(errno));
    output->count = 0;
    output_let_go(output);
    return ok;
}

void output_close(struct output *output)
{
    memory_forget(&output->undo);
    if (output->open) {
        staging_close(&output->stage, output->begun);
        if (!output->begun)
            remove_made(output);
    }
    free(output->steps);
    *output = (struct output){ 0 };
}

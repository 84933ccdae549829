// SPDX-License-Identifier: MIT

#include "command/output.h"

#include "log.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STAGE_NAME "/.fpstripe-XXXXXX"

// A part of the path that cannot be made, yet is there, is met again by what follows.
static bool make_part(struct output *output, size_t length)
{
    char part[sizeof(output->folder)];

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

bool output_open(struct output *output, const char *folder)
{
    size_t length = strlen(folder);

    *output = (struct output){ 0 };
    while (length > 1 && folder[length - 1] == '/')
        length--;
    if (length >= sizeof(output->folder)) {
        log_error("%.60s...: %s", folder, strerror(ENAMETOOLONG));
        return false;
    }
    memcpy(output->folder, folder, length);
    if (!make_folders(output))
        goto fail;

    snprintf(output->stage, sizeof(output->stage), "%s" STAGE_NAME, output->folder);
    if (!mkdtemp(output->stage)) {
        log_error("%s: %s", output->folder, strerror(errno));
        goto fail;
    }
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
    bool ok;

    output_path(output, name, path);
    file = fopen(path, "w");
    ok = file && fputs(text, file) >= 0 && fflush(file) == 0;
    if (!ok)
        log_error("%s/%s: %s", output->folder, name, strerror(errno));
    if (file)
        fclose(file);
    return ok;
}

bool output_move(const struct output *output, const char *name)
{
    char from[PATH_MAX], to[PATH_MAX];

    output_path(output, name, from);
    snprintf(to, sizeof(to), "%s/%.200s", output->folder, name);
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
    snprintf(path, sizeof(path), "%s/%.200s", output->folder, name);
    unlink(path);
}

static void empty_stage(const struct output *output)
{
    DIR *stage = opendir(output->stage);
    const struct dirent *entry;

    if (!stage)
        return;
    while ((entry = readdir(stage))) {
        char path[PATH_MAX];

        output_path(output, entry->d_name, path);
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
            unlink(path);
    }
    closedir(stage);
}

void output_close(struct output *output)
{
    if (output->folder[0]) {
        empty_stage(output);
        rmdir(output->stage);
        remove_made(output);
    }
    *output = (struct output){ 0 };
}

// SPDX-License-Identifier: MIT

#include "base/log.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/sweep.h"
#include "sweep/sweep.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SUFFIX     ".part"
#define PARTS_MOST 4096

struct merge {
    char *paths[PARTS_MOST];
    int path_count;
    struct sweep sweep; // the first part, and what was merged into it
    int shards;         // the largest count of shards in a part
};

static bool add_path(struct merge *merge, const char *folder, const char *name)
{
    if (merge->path_count == PARTS_MOST) {
        log_error("sweep: --merge: more than %d parts", PARTS_MOST);
        return false;
    }
    merge->paths[merge->path_count++] =
        memory_format("%s%s%s", folder, folder[0] ? "/" : "", name);
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *) a, *(char *const *) b);
}

static bool is_part(const char *name)
{
    size_t length = strlen(name);

    return name[0] != '.' && length > strlen(SUFFIX) &&
           !strcmp(name + length - strlen(SUFFIX), SUFFIX);
}

static bool add_folder(struct merge *merge, const char *folder)
{
    DIR *list = opendir(folder);
    const struct dirent *entry;
    int before = merge->path_count;
    bool ok = true;

    if (!list) {
        log_error("%s: %s", folder, strerror(errno));
        return false;
    }
    while (ok && (entry = readdir(list)))
        if (is_part(entry->d_name))
            ok = add_path(merge, folder, entry->d_name);
    closedir(list);
    qsort(merge->paths + before, (size_t) (merge->path_count - before), sizeof(char *),
          by_name);
    if (ok && merge->path_count == before) {
        log_error("%s: no part of a sweep (*" SUFFIX ") in this directory", folder);
        return false;
    }
    return ok;
}

static bool merge_add_words(struct merge *merge, const struct options *options)
{
    for (int i = 0; i < options->argument_count; i++) {
        const char *word = options->arguments[i];
        struct stat stat_;
        bool folder = stat(word, &stat_) == 0 && S_ISDIR(stat_.st_mode);

        if (!(folder ? add_folder(merge, word) : add_path(merge, "", word)))
            return false;
    }
    return true;
}

// Adds the chunks of a part to the merged sweep.
static bool add_part(struct merge *merge, const char *path)
{
    struct sweep_shard shard;
    struct sweep part;
    char why[160];
    bool ok;

    if (!part_read(path, &part, &shard, sweep_function_find))
        return false;
    if (shard.count > merge->shards)
        merge->shards = shard.count;
    if (!merge->sweep.chunks) {
        merge->sweep = part;
        return true;
    }
    ok = sweep_merge(&merge->sweep, &part, why, sizeof why);
    if (!ok)
        log_error("%s: another sweep than %s: %s", path, merge->paths[0], why);
    sweep_finish(&part);
    return ok;
}

// Returns false, after logging which shards are missing, if the sweep is not complete.
static bool merge_complete(const struct merge *merge)
{
    const struct sweep_shard whole = { 0, 1 };
    struct sweep_shard shard = { 0, merge->shards };

    if (sweep_done(&merge->sweep, whole))
        return true;
    for (; shard.index < shard.count; shard.index++)
        if (!sweep_done(&merge->sweep, shard))
            log_error("sweep: --merge: shard %d/%d of %s is missing; sweep it with the "
                      "options of the others",
                      shard.index, shard.count, merge->sweep.function.name);
    return false;
}

static int merge_write_result(struct merge *merge, const struct options *options)
{
    struct sweep_files files;
    struct output output = { 0 };
    bool writes = !options->json || options->output;
    int status;

    if (!sweep_files_find(&files, options))
        return COMMAND_USAGE;
    sweep_files_name(&files, &merge->sweep);
    if (writes && !output_open(&output, files.folder))
        return COMMAND_NO_OUTPUT;
    status = sweep_files_result(&files, writes ? &output : NULL, &merge->sweep, options);
    output_close(&output);
    return status;
}

static int merge_all(struct merge *merge, const struct options *options)
{
    if (!merge_add_words(merge, options))
        return COMMAND_BAD_INPUT;
    for (int i = 0; i < merge->path_count; i++)
        if (!add_part(merge, merge->paths[i]))
            return COMMAND_BAD_INPUT;
    if (!merge_complete(merge))
        return COMMAND_UNEXPECTED;
    return merge_write_result(merge, options);
}

int sweep_merge_parts(const struct options *options)
{
    // Static: it is large.
    static struct merge merge;
    static const char *const known[] = { "merge",    "output",  "json",
                                         "no-sheet", "verbose", NULL };
    int status;

    if (!sweep_options_known(options, "--merge", known))
        return COMMAND_USAGE;
    if (options->argument_count == 0) {
        log_error("sweep: --merge: PART is missing: a file or a directory of files");
        return COMMAND_USAGE;
    }
    status = merge_all(&merge, options);
    sweep_finish(&merge.sweep);
    for (int i = 0; i < merge.path_count; i++)
        free(merge.paths[i]);
    return status;
}

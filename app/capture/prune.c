// SPDX-License-Identifier: MIT

#include "capture/prune.h"

#include "base/file.h"
#include "base/home.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/tree.h"
#include "capture/capture.h"
#include "capture/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

// The hashes that captures name; sorted when they are complete.
struct prune_names {
    char (*hashes)[65]; // owned, [count]
    size_t count;
};

static void prune_add(struct prune_names *names, const char *hash)
{
    if (!hash[0])
        return;
    names->hashes = memory_resize(names->hashes, names->count + 1, sizeof *names->hashes);
    memcpy(names->hashes[names->count++], hash, sizeof *names->hashes);
}

static bool prune_read(struct prune_names *names, const char *path)
{
    struct capture capture = { 0 };
    size_t size;
    char *text = file_read(path, CAPTURE_BYTES_MAX, &size);
    bool ok = text && capture_read(&capture, text, size, path);

    for (int i = 0; i < capture.count; i++) {
        prune_add(names, capture.measurements[i].picture.sha256);
        prune_add(names, capture.measurements[i].second.picture.sha256);
    }
    capture_finish(&capture);
    free(text);
    return ok;
}

static int compare_hashes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static bool prune_is_named(void *context, const char *hash)
{
    const struct prune_names *names = context;

    return names->count > 0 && bsearch(hash, names->hashes, names->count,
                                       sizeof *names->hashes, compare_hashes);
}

static int prune_locked(const char *folder)
{
    struct prune_names names = { 0 };
    struct tree tree = { 0 };
    bool ok = tree_find(&tree, folder, CAPTURE_FILE, true);
    int removed = -1;

    for (int i = 0; ok && i < tree.count; i++) {
        char *path = memory_format("%s/" CAPTURE_FILE, tree.folders[i]);

        ok = prune_read(&names, path);
        free(path);
    }
    if (ok && names.count > 0)
        qsort(names.hashes, names.count, sizeof *names.hashes, compare_hashes);
    if (ok)
        removed = store_prune(folder, prune_is_named, &names);
    tree_finish(&tree);
    free(names.hashes);
    return removed;
}

int prune_pictures(const char *folder)
{
    int lock = openat(home_folder(), folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int removed = -1;

    if (lock < 0)
        log_error("%s: %s", folder, strerror(errno));
    else if (flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        log_error("%s: a run writes there; prune it when the run has ended", folder);
    else
        removed = prune_locked(folder);
    if (lock >= 0)
        close(lock);
    return removed;
}

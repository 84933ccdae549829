// SPDX-License-Identifier: MIT

#include "capture/prune.h"

#include "base/file.h"
#include "base/home.h"
#include "base/log.h"
#include "base/memory.h"
#include "capture/capture.h"
#include "capture/store.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define DESCRIPTORS 16 // that the walk through the folders may use

// The hashes that captures name, sorted after the walk.
struct prune_names {
    char (*hashes)[65]; // owned, [count]
    size_t count;
    bool failed; // a capture cannot be read
};

// nftw has no context.
static struct prune_names *prune_walk;

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

// Adds the names of a capture, and ends the walk if it cannot be read. A folder that
// cannot be read may have captures too.
static int prune_visit(const char *path, const struct stat *status, int kind,
                       struct FTW *place)
{
    (void) status;
    if (kind == FTW_DNR || kind == FTW_NS) {
        log_error("%s: %s", path, strerror(EACCES));
        prune_walk->failed = true;
    } else if (kind == FTW_F && !strcmp(path + place->base, CAPTURE_FILE)) {
        prune_walk->failed = !prune_read(prune_walk, path);
    }
    return prune_walk->failed;
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
    int removed = -1;

    prune_walk = &names;
    if (nftw(folder, prune_visit, DESCRIPTORS, FTW_PHYS) < 0) {
        log_error("%s: %s", folder, strerror(errno));
    } else if (!names.failed) {
        if (names.count > 0)
            qsort(names.hashes, names.count, sizeof *names.hashes, compare_hashes);
        removed = store_prune(folder, prune_is_named, &names);
    }
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

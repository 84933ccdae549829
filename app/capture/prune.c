// SPDX-License-Identifier: MIT

#include "capture/prune.h"

#include "base/file.h"
#include "base/home.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/tree.h"
#include "capture/capture.h"
#include "capture/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
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

// Returns true if a file of a store is a picture, HASH.png, that no capture names.
static bool prune_is_unnamed(const struct prune_names *names, int store, const char *file)
{
    char hash[65];
    struct stat status;

    snprintf(hash, sizeof hash, "%.64s", file);
    return strspn(file, "0123456789abcdef") == 64 && !strcmp(file + 64, ".png") &&
           fstatat(store, file, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           S_ISREG(status.st_mode) &&
           (names->count == 0 || !bsearch(hash, names->hashes, names->count,
                                          sizeof *names->hashes, compare_hashes));
}

// Removes the pictures of a store that no capture names. Returns how many; -1, after
// logging why, if that failed.
static int prune_store(const struct prune_names *names, const char *folder)
{
    char *path = memory_format("%s/" STORE_FOLDER, folder);
    int fd = openat(home_folder(), path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *list = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *entry;
    int removed = 0;

    while (list && removed >= 0 && (errno = 0, entry = readdir(list)))
        if (prune_is_unnamed(names, fd, entry->d_name))
            removed = unlinkat(fd, entry->d_name, 0) == 0 ? removed + 1 : -1;
    if (!list || errno) {
        log_error("%s: cannot be pruned: %s", path, strerror(errno));
        removed = -1;
    }
    if (list)
        closedir(list);
    else if (fd >= 0)
        close(fd);
    free(path);
    return removed;
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
        removed = prune_store(&names, folder);
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

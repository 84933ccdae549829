// SPDX-License-Identifier: MIT

#include "base/tree.h"

#include "base/log.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void tree_add(struct tree *tree, const char *path)
{
    size_t count = (size_t) tree->count + 1;

    tree->folders = memory_resize(tree->folders, count, sizeof *tree->folders);
    tree->folders[tree->count++] = memory_text(path);
}

bool tree_find(struct tree *tree, const char *folder, const char *name, bool hidden)
{
    const char *slash = folder[0] && folder[strlen(folder) - 1] == '/' ? "" : "/";
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    bool ok = count >= 0;
    struct stat status;

    if (!ok)
        log_error("%s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++)
        if (!strcmp(entries[i]->d_name, name))
            tree_add(tree, folder);
    for (int i = 0; i < count; i++) {
        const char *entry = entries[i]->d_name;
        char *path = memory_format("%s%s%s", folder, slash, entry);
        bool below = entry[0] != '.' ||
                     (hidden && strcmp(entry, ".") != 0 && strcmp(entry, "..") != 0);

        if (ok && below && lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
            ok = tree_find(tree, path, name, hidden);
        free(path);
        free(entries[i]);
    }
    free(entries);
    return ok;
}

bool tree_take(struct tree *tree, const char *path, const char *name)
{
    const int before = tree->count;
    struct stat status;

    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode)) {
        tree_add(tree, path);
        return true;
    }
    if (!tree_find(tree, path, name, false))
        return false;
    if (tree->count == before)
        log_error("%s: no directory in it holds a %s", path, name);
    return tree->count > before;
}

void tree_finish(struct tree *tree)
{
    for (int i = 0; i < tree->count; i++)
        free(tree->folders[i]);
    free(tree->folders);
    *tree = (struct tree){ 0 };
}

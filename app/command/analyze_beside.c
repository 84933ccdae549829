// SPDX-License-Identifier: MIT

#include "command/analyze_beside.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), more = strlen(end);

    return length > more && !strcmp(name + length - more, end);
}

bool analyze_beside_grey(const char *path, char *name, size_t size)
{
    int folder = (int) (name_of(path) - path), stem = (int) strlen(name_of(path)) - 4;
    char beside[PATH_MAX];

    if (!ends_in(path, ".png") || ends_in(path, "-grey.png") ||
        snprintf(name, size, "%.*s-grey.png", stem, name_of(path)) >= (int) size ||
        snprintf(beside, sizeof(beside), "%.*s%s", folder, path, name) >= PATH_MAX)
        return false;
    return access(beside, F_OK) == 0;
}

// Whether a picture is of stripes, and more to the point than the one found before.
static bool is_better(const char *name, const char *than)
{
    bool plain = strstr(name, "-plain-"), other = strstr(than, "-plain-");

    if (strncmp(name, "stripes-", strlen("stripes-")) ||
        (!ends_in(name, "-grey.png") && !ends_in(name, "-rgba8.png")))
        return false;
    return !than[0] || (plain != other ? plain : strcmp(name, than) < 0);
}

bool analyze_beside_sheet(const char *path, char *name, size_t size)
{
    char folder[PATH_MAX];
    const struct dirent *entry;
    DIR *list;

    name[0] = '\0';
    if (strcmp(name_of(path), "verdict.png") && strcmp(name_of(path), "personality.png"))
        return false;
    if (snprintf(folder, sizeof(folder), "%.*s.", (int) (name_of(path) - path), path) >=
        PATH_MAX)
        return false;
    list = opendir(folder);
    while (list && (entry = readdir(list)))
        if (strlen(entry->d_name) < size && is_better(entry->d_name, name))
            snprintf(name, size, "%s", entry->d_name);
    if (list)
        closedir(list);
    return name[0];
}

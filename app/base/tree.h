// SPDX-License-Identifier: MIT
//
// The folders at or below one that hold a file of a name.

#ifndef BASE_TREE_H
#define BASE_TREE_H

#include <stdbool.h>

// Zeroed: none.
struct tree {
    char **folders; // [count], owned, each too
    int count;
};

// Adds a path, of which the tree takes a copy.
void tree_add(struct tree *tree, const char *path);

// Adds the folders at or below one that hold an entry `name`, in alphabetical order.
// Links are left out, and unless `hidden` folders whose names begin with a dot. Returns
// false, after logging why, if a folder cannot be read.
bool tree_find(struct tree *tree, const char *folder, const char *name, bool hidden);

// Accepts a zeroed struct and leaves one.
void tree_finish(struct tree *tree);

#endif // BASE_TREE_H

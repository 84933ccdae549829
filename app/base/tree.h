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

// Adds the path of a file, or the folders that tree_find() finds for a folder. Returns
// false, after logging why, if it finds none or cannot read one.
bool tree_take(struct tree *tree, const char *path, const char *name);

// Accepts a zeroed struct and leaves one.
void tree_finish(struct tree *tree);

#endif // BASE_TREE_H

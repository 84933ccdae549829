// SPDX-License-Identifier: MIT
//
// What the commands that list something print as JSON.

#ifndef LIST_H
#define LIST_H

#include <jansson.h>

// { "schema": "fpstripe-NAME/1", NAME: list } on standard output, keys sorted, a line
// feed at the end. Takes no reference of `list`.
void list_print(const char *name, json_t *list);

#endif // LIST_H

// SPDX-License-Identifier: MIT
//
// The output of commands: JSON, and views as text.

#ifndef COMMAND_LIST_H
#define COMMAND_LIST_H

#include "view/view.h"

#include <jansson.h>

// `whole` on standard output, keys sorted, a line feed at the end. Takes it over.
void list_print_json(json_t *whole);

// { "schema": "fpstripe-NAME/1", NAME: list } the same way. Takes `list` over.
void list_print(const char *name, json_t *list);

// Prints a view as text on standard output, as wide as the terminal; the brief text,
// unless `all`. Finishes the view.
void list_print_view(struct view *view, bool all);

#endif // COMMAND_LIST_H

// SPDX-License-Identifier: MIT
//
// The JSON of the commands that list devices, words, probes or models.

#ifndef COMMAND_LIST_H
#define COMMAND_LIST_H

#include <jansson.h>

// `whole` on standard output, keys sorted, a line feed at the end. Takes it over.
void list_print_json(json_t *whole);

// { "schema": "fpstripe-NAME/1", NAME: list } the same way. Takes `list` over.
void list_print(const char *name, json_t *list);

#endif // COMMAND_LIST_H

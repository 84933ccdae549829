// SPDX-License-Identifier: MIT

#include "command/list.h"
#include "base/out.h"

#include <stdio.h>

void list_print(const char *name, json_t *list)
{
    char schema[64];
    json_t *whole;

    snprintf(schema, sizeof(schema), "fpstripe-%s/1", name);
    whole = json_pack("{s:s, s:O}", "schema", schema, name, list);
    json_dumpf(whole, out_file(), JSON_INDENT(2) | JSON_SORT_KEYS);
    fprintf(out_file(), "\n");
    json_decref(whole);
}

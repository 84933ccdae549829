// SPDX-License-Identifier: MIT

#include "command/list.h"
#include "base/out.h"
#include "view/write.h"

#include <stdio.h>
#include <stdlib.h>

void list_print_json(json_t *whole)
{
    // In one piece: Jansson's memory may end the program in between.
    char *text = json_dumps(whole, JSON_INDENT(2) | JSON_SORT_KEYS);

    fprintf(out_json(), "%s\n", text);
    free(text);
    json_decref(whole);
}

void list_print(const char *name, json_t *list)
{
    char schema[64];

    snprintf(schema, sizeof schema, "fpstripe-%s/1", name);
    list_print_json(json_pack("{s:s, s:o}", "schema", schema, name, list));
}

void list_print_view(struct view *view, bool all)
{
    const struct view_page page = { out_file(), out_has_colour(), out_columns(), all };

    view_text(view, &page);
    view_finish(view);
}

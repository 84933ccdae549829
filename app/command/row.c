// SPDX-License-Identifier: MIT

#include "command/row.h"

#include "base/facts.h"
#include "base/out.h"
#include "view/write.h"

#include <stdio.h>
#include <string.h>

#define COLUMNS_LEAST 20 // for the text, however narrow the terminal

void row_print(int column, const char *text)
{
    const struct view_page page = { .file = out_file(), .columns = out_columns() };

    if (out_is_terminal() && view_page_width(&page) - column >= COLUMNS_LEAST)
        view_page_wrap(&page, column, column, text, "");
    else
        fprintf(out_file(), "%s\n", text);
}

// How many columns the platform of an id has: 5 of "egl:0/es3", all of an id without
// an API behind it.
static int platform_columns(const char *id)
{
    const char *slash = strrchr(id, '/');

    return slash ? (int) (slash - id) : (int) strlen(id);
}

static bool may_share(const struct row *one, const struct row *other)
{
    int length = platform_columns(one->id);

    return one->shares && other->shares && length == platform_columns(other->id) &&
           !strncmp(one->id, other->id, (size_t) length) &&
           !strcmp(one->text, other->text);
}

// How many rows stand as one: as many as there are APIs of a driver, or 1.
static int shared_rows(const struct row *rows, int count)
{
    int same = 1;

    while (same < count && may_share(&rows[0], &rows[same]))
        same++;
    return same == API_FAKE ? same : 1;
}

void row_print_list(const struct row *rows, int count)
{
    int width = 0;

    for (int i = 0; i < count; i++) {
        int length = (int) strlen(rows[i].id);

        width = length > width ? length : width;
    }
    for (int i = 0; i < count;) {
        int same = shared_rows(&rows[i], count - i), column = width + 2;
        int length = same > 1 ? platform_columns(rows[i].id) : (int) strlen(rows[i].id);

        fprintf(out_file(), "%-*.*s  ", width, length, rows[i].id);
        if (rows[i].api)
            column += fprintf(out_file(), "%-3s  ", same > 1 ? "all" : rows[i].api);
        row_print(column, rows[i].text);
        i += same;
    }
}

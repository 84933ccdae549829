// SPDX-License-Identifier: MIT

#include "tests/shared/rows.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES_MAX (1 << 20)

// Returns the text without the blanks around it.
static char *trimmed(char *text)
{
    text += strspn(text, " ");
    for (size_t length = strlen(text); length > 0 && text[length - 1] == ' '; length--)
        text[length - 1] = 0;
    return text;
}

static void split(char *line, struct row *row)
{
    int count = 0;

    for (char *next; line; line = next) {
        next = strstr(line, " | ");
        if (next) {
            *next = 0;
            next += 3;
        }
        assert(count < ROWS_FIELDS);
        row->field[count++] = trimmed(line);
    }
    while (count < ROWS_FIELDS)
        row->field[count++] = "";
}

static char *read_text(const char *name)
{
    char path[4096], *text = calloc(1, BYTES_MAX);

    snprintf(path, sizeof path, "%s/%s", TESTS_FOLDER, name);
    FILE *file = fopen(path, "r");

    assert(text && file);
    assert(fread(text, 1, BYTES_MAX - 1, file) < BYTES_MAX - 1);
    fclose(file);
    return text;
}

struct rows rows_read(const char *name)
{
    struct rows rows = { .text = read_text(name) };
    char *rest = rows.text, *line;

    for (int number = 1; (line = strsep(&rest, "\n")); number++) {
        if (!*line || *line == '#')
            continue;
        rows.list = realloc(rows.list, (rows.count + 1) * sizeof *rows.list);
        assert(rows.list);
        rows.list[rows.count].line = number;
        split(line, &rows.list[rows.count++]);
    }
    assert(rows.count > 0);
    return rows;
}

void rows_finish(struct rows *rows)
{
    free(rows->list);
    free(rows->text);
    *rows = (struct rows){ 0 };
}

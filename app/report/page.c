// SPDX-License-Identifier: MIT

#include "report/page.h"

#include "base/memory.h"
#include "base/out.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

int report_page_width(const struct report_page *page)
{
    return page->columns ? page->columns : REPORT_PAGE_COLUMNS;
}

void report_page_ink(const struct report_page *page, enum report_page_ink ink)
{
    static const char *const codes[] = {
        [REPORT_PAGE_PLAIN] = "0", [REPORT_PAGE_BOLD] = "1",   [REPORT_PAGE_DIM] = "2",
        [REPORT_PAGE_GOOD] = "32", [REPORT_PAGE_BAD] = "1;31",
    };

    if (page->colour)
        out_colour(page->file, codes[ink]);
}

// Bytes of the character at `text`. A control character, which a foreign report may
// hold, counts as one and is not printed as itself.
static int character(const char *text)
{
    int length = 1;

    while ((text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

static void page_put(const struct report_page *page, const char *text)
{
    char shown[TEXT_SHOWN];

    text_shown(text, shown);
    fputs(shown, page->file);
}

// Columns up to the next place to break a line: a blank, or the end.
static int word_columns(const char *text)
{
    int columns = 0;

    for (; *text && *text != ' '; text += character(text))
        columns++;
    return columns;
}

void report_page_wrap(const struct report_page *page, int column, int indent,
                      const char *text, const char *joint)
{
    const int columns = report_page_width(page) - (int) strlen(joint);
    bool empty = true; // nothing on this line yet

    while (*text) {
        int ahead = *text == ' ' ? 1 + word_columns(text + 1) : 1;
        bool broken = *text == ' ' && !empty && column + ahead > columns;
        if (broken || column >= columns) {
            fprintf(page->file, "%s\n%*s", joint, indent, "");
            column = indent;
            empty = true;
        }
        if (*text != ' ' || !empty) {
            page_put(page, text);
            column++;
            empty = false;
        }
        text += character(text);
    }
    fputc('\n', page->file);
}

void report_page_lines(const struct report_page *page, const char *text)
{
    while (*text) {
        int length = (int) strcspn(text, "\n"), column = 0;
        char *line = memory_format("%.*s", length, text);

        for (int i = 2; i < length; i++)
            if (line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ')
                column = i;
        fprintf(page->file, "%.*s", column, line);
        report_page_wrap(page, column, column, line + column, "");
        free(line);
        text += length + (text[length] == '\n');
    }
}

int report_page_columns(const char *text)
{
    int columns = 0;

    for (; *text; text += character(text))
        columns++;
    return columns;
}

void report_page_cell(const struct report_page *page, enum report_page_ink ink, int width,
                      const char *text)
{
    int room = width < 0 ? -width : width - 1, columns = 0;

    report_page_ink(page, ink);
    for (; *text && columns < room; text += character(text), columns++)
        page_put(page, text);
    report_page_ink(page, REPORT_PAGE_PLAIN);
    if (width > 0)
        fprintf(page->file, "%*s", width - columns, "");
}

// Bytes of what of `text` goes into `width` columns: whole words, if one fits; one
// character at least.
static int line_bytes(const char *text, int width)
{
    int bytes = 0, whole = 0;

    for (int columns = 0; text[bytes] && (columns < width || !columns); columns++) {
        bytes += character(text + bytes);
        if (!text[bytes] || text[bytes] == ' ' || text[bytes - 1] == '/')
            whole = bytes;
    }
    return whole ? whole : bytes;
}

void report_page_row(const struct report_page *page, struct report_page_column *columns,
                     int count)
{
    for (bool more = true; more;) {
        int at = 0;

        more = false;
        for (struct report_page_column *it = columns; it < columns + count; it++) {
            char line[256];
            int bytes = line_bytes(it->text, it->width);

            if (!it->text[0])
                continue;
            snprintf(line, sizeof line, "%.*s", bytes, it->text);
            it->text += bytes + strspn(it->text + bytes, " ");
            more |= it->text[0];
            fprintf(page->file, "%*s", it->start - at, "");
            report_page_cell(page, it->ink, -it->width, line);
            at = it->start + report_page_columns(line);
        }
        fputc('\n', page->file);
    }
}

void report_page_named(const struct report_page *page, const char *name, const char *text)
{
    int column = report_page_columns(name) + 1;

    if (!text[0])
        return;
    column = column > REPORT_PAGE_INDENT ? column : REPORT_PAGE_INDENT;
    report_page_cell(page, REPORT_PAGE_DIM, column, name);
    report_page_wrap(page, column, REPORT_PAGE_INDENT, text, "");
}

void report_page_told(const struct report_page *page, const char *name,
                      const char *format, ...)
{
    char text[640];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report_page_named(page, name, text);
}

void report_page_named_clauses(const struct report_page *page, const char *name,
                               const char *text)
{
    const char *second = strstr(text, "; ");
    char first[640];

    if (!second ||
        REPORT_PAGE_INDENT + report_page_columns(text) <= report_page_width(page)) {
        report_page_named(page, name, text);
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int) (second + 1 - text), text);
    report_page_named(page, name, first);
    report_page_named(page, "", second + 2);
}

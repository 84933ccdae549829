// SPDX-License-Identifier: MIT

#include "report/page.h"

#include <string.h>

void report_page_ink(const struct report_page *page, enum report_page_ink ink)
{
    static const char *const codes[] = {
        [REPORT_PAGE_PLAIN] = "0", [REPORT_PAGE_BOLD] = "1",   [REPORT_PAGE_DIM] = "2",
        [REPORT_PAGE_GOOD] = "32", [REPORT_PAGE_BAD] = "1;31",
    };

    if (page->colour)
        fprintf(page->file, "\033[%sm", codes[ink]);
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

static void put(const struct report_page *page, const char *text, int bytes)
{
    bool c1 = (unsigned char) text[0] == 0xc2 && (unsigned char) text[1] < 0xa0;

    if ((unsigned char) text[0] < 0x20 || text[0] == 0x7f || c1)
        fputc('?', page->file);
    else
        fwrite(text, 1, (size_t) bytes, page->file);
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
    const int columns = REPORT_PAGE_COLUMNS - (int) strlen(joint);
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
            put(page, text, character(text));
            column++;
            empty = false;
        }
        text += character(text);
    }
    fputc('\n', page->file);
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
        put(page, text, character(text));
    report_page_ink(page, REPORT_PAGE_PLAIN);
    if (width > 0)
        fprintf(page->file, "%*s", width - columns, "");
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

void report_page_named_clauses(const struct report_page *page, const char *name,
                               const char *text)
{
    const char *second = strstr(text, "; ");
    char first[640];

    if (!second ||
        REPORT_PAGE_INDENT + report_page_columns(text) <= REPORT_PAGE_COLUMNS) {
        report_page_named(page, name, text);
        return;
    }
    snprintf(first, sizeof first, "%.*s", (int) (second + 1 - text), text);
    report_page_named(page, name, first);
    report_page_named(page, "", second + 2);
}

// SPDX-License-Identifier: MIT

#include "view/write.h"

#include "base/memory.h"
#include "base/out.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

int view_page_width(const struct view_page *page)
{
    return page->columns ? page->columns : VIEW_COLUMNS;
}

void view_page_tone(const struct view_page *page, enum view_tone tone)
{
    static const char *const codes[] = {
        [VIEW_PLAIN] = "0", [VIEW_STRONG] = "1", [VIEW_SOFT] = "2",
        [VIEW_GOOD] = "32", [VIEW_BAD] = "1;31",
    };

    if (page->colour)
        out_colour(page->file, codes[tone < VIEW_OTHER ? tone : VIEW_BAD]);
}

int view_page_character(const char *text)
{
    int length = 1;

    while ((text[length] & 0xc0) == 0x80)
        length++;
    return length;
}

static void put_character(const struct view_page *page, const char *text)
{
    char shown[TEXT_SHOWN];

    text_shown(text, shown);
    fputs(shown, page->file);
}

int view_page_columns(const char *text)
{
    int columns = 0;

    for (; *text; text += view_page_character(text))
        columns++;
    return columns;
}

// Returns the columns up to the next place to break a line: a blank, or the end.
static int page_word_columns(const char *text)
{
    int columns = 0;

    for (; *text && *text != ' '; text += view_page_character(text))
        columns++;
    return columns;
}

void view_page_wrap(const struct view_page *page, int column, int indent,
                    const char *text, const char *joint)
{
    const int columns = view_page_width(page) - (int) strlen(joint);
    bool empty = true; // nothing on this line yet

    while (*text) {
        int ahead = *text == ' ' ? 1 + page_word_columns(text + 1) : 1;
        bool broken = *text == ' ' && !empty && column + ahead > columns;
        if (broken || column >= columns) {
            fprintf(page->file, "%s\n%*s", joint, indent, "");
            column = indent;
            empty = true;
        }
        if (*text != ' ' || !empty) {
            put_character(page, text);
            column++;
            empty = false;
        }
        text += view_page_character(text);
    }
    fputc('\n', page->file);
}

void view_page_lines(const struct view_page *page, const char *text)
{
    while (*text) {
        int length = (int) strcspn(text, "\n"), column = 0;
        char *line = memory_format("%.*s", length, text);

        for (int i = 2; i < length; i++)
            if (line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ')
                column = i;
        fprintf(page->file, "%.*s", column, line);
        view_page_wrap(page, column, column, line + column, "");
        free(line);
        text += length + (text[length] == '\n');
    }
}

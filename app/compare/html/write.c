// SPDX-License-Identifier: MIT

#include "compare/clean.h"
#include "compare/html/html.h"

#include <stdarg.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd" // U+FFFD

void html_put(const struct html *html, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(html->file, format, arguments);
    va_end(arguments);
}

void html_text(const struct html *html, const char *text)
{
    static const char *const entities[128] = { ['&'] = "&amp;",
                                               ['<'] = "&lt;",
                                               ['>'] = "&gt;",
                                               ['"'] = "&quot;",
                                               ['\''] = "&#39;" };
    const unsigned char *at = (const unsigned char *) text;

    while (*at) {
        uint32_t number;
        int length = report_compare_character(at, &number);

        if (length == 0 || report_compare_is_unruly(number))
            fputs(REPLACEMENT, html->file);
        else if (length == 1 && entities[*at])
            fputs(entities[*at], html->file);
        else
            fwrite(at, 1, (size_t) length, html->file);
        at += length ? length : 1;
    }
}

void html_name(const struct html *html, const char *text)
{
    html_put(html, "<bdi>");
    html_text(html, text);
    html_put(html, "</bdi>");
}

char html_letter(int side)
{
    return (char) ('A' + side);
}

void html_side(const struct html *html, int side)
{
    html_put(html, "<span class=side><span class=key>%c</span> ", html_letter(side));
    html_name(html, html->compare->labels[side].name);
    html_put(html, "</span>");
}

void html_sides(const struct html *html, const bool *member)
{
    int left = 0;

    for (int i = 0; i < html->compare->count; i++)
        left += member[i];
    for (int i = 0, first = true; i < html->compare->count; i++) {
        if (!member[i])
            continue;
        html_put(html, "%s%c", first ? "" : left > 1 ? ", " : " and ", html_letter(i));
        first = false;
        left--;
    }
}

// SPDX-License-Identifier: MIT

#include "report_compare_html.h"

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

// Bytes of the well-formed UTF-8 character at `text` and its number, or 0.
static int character(const unsigned char *text, uint32_t *number)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    int length = *text < 0x80    ? 1
                 : *text >= 0xf5 ? 0
                 : *text >= 0xf0 ? 4
                 : *text >= 0xe0 ? 3
                 : *text >= 0xc2 ? 2
                                 : 0;

    *number = length > 1 ? *text & (0x7fu >> length) : *text;
    for (int i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *number = *number << 6 | (text[i] & 0x3f);
    }
    if (length == 0 || *number < least[length] || *number > 0x10ffff ||
        (*number >= 0xd800 && *number < 0xe000))
        return 0;
    return length;
}

// Whether a character shows nothing itself but changes what is beside it, or breaks what
// is meant to be one line: controls, separators, marks and overrides of the direction of
// writing, tags.
static bool is_unruly(uint32_t number)
{
    return number < 0x20 || (number >= 0x7f && number < 0xa0) || number == 0x61c ||
           (number >= 0x200b && number < 0x2010) ||
           (number >= 0x2028 && number < 0x202f) ||
           (number >= 0x2060 && number < 0x2070) || number == 0xfeff ||
           (number >= 0xfdd0 && number < 0xfdf0) || (number & 0xfffe) == 0xfffe ||
           (number >= 0xe0000 && number < 0xe0080);
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
        int length = character(at, &number);

        if (length == 0 || is_unruly(number))
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
